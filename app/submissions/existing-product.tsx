import { href, Link } from 'react-router';
import { isFullyFunded } from '#app/catalogue/product.ts';
import type { FundableProduct } from '#app/funding/funding-list.ts';
import { useFundingList } from '#app/funding/use-funding-list.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';

export type Existing = FundableProduct;

/** The listed product that a refusal names; undefined where it names none. */
export function existingIn(body: unknown): Existing | undefined {
  const { existing } = (body ?? {}) as { existing?: Partial<Existing> };
  const { id, name, target_amount: target, current_amount: current } = existing ?? {};
  if (typeof id !== 'number' || typeof name !== 'string') return undefined;
  if (typeof target !== 'number' || typeof current !== 'number') return undefined;
  return { id, name, target_amount: target, current_amount: current };
}

/** Offers a product that is listed already to be funded instead. */
export function ExistingProduct({ product, amount }: { product: Existing; amount: number }) {
  const list = useFundingList();
  const toast = useToast();
  const dollars = Math.max(1, Math.floor(amount));

  function add() {
    const added = list.add(product, dollars);
    toast.show(
      added > 0
        ? `Added ${formatDollars(added)} for ${product.name} to your funding list.`
        : `${product.name} needs no more than is on your funding list.`,
    );
  }

  return (
    <div className="rounded-md border border-accent bg-accent-wash p-4">
      <p className="font-medium wrap-anywhere">{product.name}</p>
      <p className="mt-1 font-mono text-sm tabular text-ink-soft">
        {formatDollars(product.current_amount)} of {formatDollars(product.target_amount)} raised
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {!isFullyFunded(product) && (
          <Button size="small" onClick={add}>
            Add {formatDollars(dollars)} to funding list
          </Button>
        )}
        <Link
          to={href('/product/:id', { id: String(product.id) })}
          className={buttonClass({ size: 'small' })}
        >
          See the product
        </Link>
      </div>
    </div>
  );
}
