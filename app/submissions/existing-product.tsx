import { href, Link } from 'react-router';
import { remainingDollars } from '#app/catalogue/product.ts';
import { addedToList } from '#app/catalogue/product-messages.ts';
import { fitting } from '#app/funding/list/funding-list.ts';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { formatDollars } from '#app/kit/money.ts';
import type { SubmissionRefusal } from './submission-schema.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** Offers a product that is listed already to be funded, or its results to be read, instead. */
export function ExistingProduct({
  product,
  amount,
}: {
  product: NonNullable<SubmissionRefusal['existing']>;
  amount: number;
}) {
  const list = useFundingList();
  const toast = useToast();
  const listed = list.amountFor(product.id);
  const isTested = product.testing_status === 'Tested';
  const room = remainingDollars(product) - listed;
  const wanted = Math.max(1, Math.floor(amount));
  const dollars = fitting(listed + wanted, remainingDollars(product)) - listed;

  function add() {
    const added = list.add(product, wanted);
    if (added > 0) toast.show(addedToList(added, product.name));
  }

  return (
    <div className="rounded-md border border-accent bg-accent-wash p-4">
      <p className="font-medium wrap-anywhere">{product.name}</p>
      {!isTested && (
        <p className="mt-1 font-mono text-sm tabular text-ink-soft">
          {formatDollars(product.current_amount)} of {formatDollars(product.target_amount)} raised
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {room > 0 && (
          <Button size="small" className="noscript:hidden" onClick={add}>
            Add {formatDollars(dollars)} to funding list
          </Button>
        )}
        {listed > 0 && (
          <Link to={href('/cart')} className={buttonClass({ variant: 'primary', size: 'small' })}>
            Go to your funding list
          </Link>
        )}
        <Link
          to={
            isTested
              ? href('/plasticlist/:originalId', { originalId: String(product.id) })
              : href('/product/:id', { id: String(product.id) })
          }
          className={buttonClass({ size: 'small' })}
        >
          {isTested ? 'Read its results' : 'See the product'}
        </Link>
      </div>
    </div>
  );
}
