import { AddAmounts } from '#app/catalogue/list/product-card.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { drawClosest } from './draw-closest.server.tsx';
import { mayJoin } from './funding-list.ts';
import { useFundingList } from './use-funding-list.ts';

/** What lacks the least, with the five amounts: what somebody gives there completes something. */
export function ClosestProduct({
  closest: { product, head },
  className = '',
}: {
  closest: NonNullable<Awaited<ReturnType<typeof drawClosest>>>;
  className?: string;
}) {
  const list = useFundingList();
  return (
    <section aria-labelledby="closest" className={`@container ${className}`}>
      <RuleLabel id="closest">Closest to being tested</RuleLabel>
      <div className="mt-2 grid items-center gap-x-6 gap-y-2 rounded-lg border border-line-strong bg-paper-raised p-3 shadow-raised @xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0" dangerouslySetInnerHTML={{ __html: head }} />
        <AddAmounts
          product={product}
          listedDollars={list.amountFor(product.id)}
          isApart={!mayJoin(list.items, product)}
          onAdd={(amountDollars) => list.add(product, amountDollars)}
        />
      </div>
    </section>
  );
}
