import { href, Link } from 'react-router';
import * as messages from '#app/catalogue/messages.ts';
import { ProductImage } from '#app/pictures/product-image.tsx';
import { ProductProgress } from '#app/catalogue/product-progress.tsx';
import { isFullyFunded, remainingDollars } from '#app/catalogue/product.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { lastDollars } from '#app/catalogue/next-sample.ts';
import { QuickAdd } from '#app/catalogue/quick-add.tsx';
import { capitalized } from '#app/kit/text.ts';
import { panelOf, testName } from '#app/toxicology/panels/panels.ts';
import { Tag } from '#app/ui/tag.tsx';

interface AddProps {
  product: Product;
  /** Dollars of it on the visitor's funding list. */
  listedDollars: number;
  /** A demonstration beside a list with real products. */
  isApart?: boolean;
  onAdd: (amountDollars: number) => void;
}

/** One entry of the catalogue. */
export function ProductCard({
  product,
  listedDollars,
  isApart = false,
  onAdd,
  eager = false,
}: AddProps & {
  /** Whether its image is among the first to be seen. */
  eager?: boolean;
}) {
  const isFunded = isFullyFunded(product);
  return (
    <article className="@container relative border-b border-line py-3">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 @xl:grid-cols-[4.5rem_minmax(0,1fr)_20rem] @xl:gap-x-6 @4xl:grid-cols-[4.5rem_minmax(0,1fr)_22rem_20rem]">
        <div className="@xl:@max-4xl:row-span-2">
          <ProductImage
            product={product}
            missingText={messages.CARD_NO_IMAGE}
            widthPx={72}
            sizes="72px"
            eager={eager}
          />
        </div>
        <header className="min-w-0 @xl:@max-4xl:row-span-2">
          <p className="label flex flex-wrap gap-x-2 text-2xs text-ink-faint tabular">
            <span>No. {product.id}</span>
            {product.category && <span>/ {product.category}</span>}
            {product.panel && <Tag tone="accent">{capitalized(panelOf(product.panel).name)}</Tag>}
          </p>
          <h3 className="text-lg leading-snug">
            <Link
              to={href('/product/:id', { id: String(product.id) })}
              className="wrap-anywhere decoration-1 underline-offset-4 hover:underline"
            >
              {product.name}
            </Link>
          </h3>
          <p className="text-sm text-ink-soft">{product.brand || messages.UNKNOWN_BRAND}</p>
          {product.awaits_review && (
            <p className="mt-1">
              <Tag tone="warn">{messages.NOT_LOOKED_AT}</Tag>
            </p>
          )}
        </header>
        <div className="@max-xl:col-span-2">
          <ProductProgress product={product} listedDollars={listedDollars} />
        </div>
        <div className="@max-xl:col-span-2 @xl:@max-4xl:col-start-3">
          {isFunded ? (
            <p>
              <Tag tone="accent">{messages.fullyFundedMark(product)}</Tag>
            </p>
          ) : (
            <AddAmounts {...{ product, listedDollars, isApart, onAdd }} />
          )}
        </div>
      </div>
    </article>
  );
}

/** The five amounts, and the thanks where those on the list complete the goal. */
export function AddAmounts({ product, listedDollars, isApart = false, onAdd }: AddProps) {
  const room = remainingDollars(product) - listedDollars;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <QuickAdd
        productName={testName(product)}
        lastDollars={isApart ? 0 : lastDollars(product, listedDollars)}
        roomDollars={isApart ? 0 : room}
        onAdd={onAdd}
      />
      {isApart && <p className="text-sm text-ink-soft">{messages.DEMO_APART}</p>}
      {room <= 0 && (
        <p role="status" className="font-mono text-xs font-medium text-accent-ink">
          {messages.HERO}
        </p>
      )}
    </div>
  );
}
