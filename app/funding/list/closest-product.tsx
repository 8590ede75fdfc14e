import { href, Link } from 'react-router';
import { AddAmounts } from '#app/catalogue/list/product-card.tsx';
import { remainingDollars } from '#app/catalogue/product.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { mayJoin } from './funding-list.ts';
import { useFundingList } from './use-funding-list.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { SmallPhoto } from '#app/pictures/small-photo.tsx';
import { tileShape } from '#app/pictures/tile-shape.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What lacks the least, with the five amounts: what somebody gives there completes something. */
export function ClosestProduct({
  product,
  className = '',
}: {
  product: Product;
  className?: string;
}) {
  const list = useFundingList();
  const { id, name, contributor_count: people, current_amount: raised } = product;
  return (
    <section aria-labelledby="closest" className={`@container ${className}`}>
      <RuleLabel id="closest">Closest to being tested</RuleLabel>
      <div className="mt-2 grid items-center gap-x-6 gap-y-2 rounded-lg border border-line-strong bg-paper-raised p-3 shadow-raised @xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 items-start gap-x-3 @max-3xs:flex-wrap">
          <SmallPhoto url={product.image_url} shape={tileShape(product)} />
          <div className="min-w-0 flex-1">
            <h3 className="leading-snug">
              <Link
                to={href('/product/:id', { id: String(id) })}
                className="wrap-anywhere underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            </h3>
            <p className="text-sm text-ink-soft tabular">
              <strong className="font-medium whitespace-nowrap text-ink">
                {formatDollars(remainingDollars(product))} to go
              </strong>
              {`. ${counted(people, 'person has', 'people have')} given ${formatDollars(raised)} of ${formatDollars(product.target_amount)}.`}
            </p>
          </div>
        </div>
        <AddAmounts
          product={product}
          listedDollars={list.amountFor(id)}
          isApart={!mayJoin(list.items, product)}
          onAdd={(amountDollars) => list.add(product, amountDollars)}
        />
      </div>
    </section>
  );
}
