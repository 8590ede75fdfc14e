import type { ShownPool } from './read-pools.server.ts';
import { listedPool } from '#app/catalogue/pool.ts';
import { addedToList } from '#app/catalogue/product-messages.ts';
import { QuickAdd } from '#app/catalogue/quick-add.tsx';
import { OtherAmount } from '#app/funding/list/other-amount.tsx';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';
import { useToast } from '#app/ui/toast.tsx';

/** The amounts that one press puts on the funding list for a pool. */
export function PoolGiving({ pool }: { pool: ShownPool }) {
  const list = useFundingList();
  const toast = useToast();
  const room = FULL_FUNDING_DOLLARS - list.amountFor(pool.id);
  function add(amountDollars: number) {
    const added = list.add(listedPool(pool), amountDollars);
    if (added > 0) toast.show(addedToList(added, pool.name));
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <QuickAdd
        size="large"
        productName={pool.name}
        lastDollars={0}
        roomDollars={room}
        onAdd={add}
      />
      <OtherAmount productName={pool.name} isFull={room <= 0} onAdd={add} />
      <p className="hidden text-sm text-ink-soft noscript:block">
        Your funding list is stored in this browser. Turn on JavaScript to add to it.
      </p>
    </div>
  );
}
