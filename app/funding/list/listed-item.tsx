import { coversNeed, isFunded, listTotal, samplesCompleted } from './funding-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import { completes, COVERS_NEED, FUNDED_BY_OTHERS } from '#app/funding/list-messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Tag } from '#app/ui/tag.tsx';

/** Before a row goes, the focus moves to its neighbor's button, or to the page. */
function focusBesides(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector('button') ?? row?.closest('main');
  next?.focus({ preventScroll: true });
}

/** An item's dollars, set off where they cover the remaining need. */
export function ItemAmount({ item }: { item: FundingListItem }) {
  const look = isFunded(item)
    ? 'text-ink-faint line-through'
    : coversNeed(item)
      ? 'rounded-sm bg-accent-wash px-1.5 font-semibold text-accent-ink'
      : 'font-medium';
  return (
    <span className={`py-1 font-mono text-sm tabular ${look}`}>{formatDollars(item.amount)}</span>
  );
}

/** What there is to say about an item, in words. */
export function ItemMark({ item }: { item: FundingListItem }) {
  if (isFunded(item)) {
    return (
      <Tag tone="warn" className="mt-1.5 whitespace-nowrap">
        {FUNDED_BY_OTHERS}
      </Tag>
    );
  }
  const text = coversNeed(item) ? COVERS_NEED : completes(samplesCompleted(item));
  return (
    <>
      {text && (
        <Tag tone="accent" className="mt-1.5 whitespace-nowrap">
          {text}
        </Tag>
      )}
    </>
  );
}

/** What the list comes to. */
export function ListTotal({ items, className }: { items: FundingListItem[]; className?: string }) {
  return (
    <div role="status" className={className}>
      <p className="flex items-baseline justify-between gap-3">
        <span className="label text-ink-soft">Total</span>
        <span className="font-mono text-lg font-semibold tabular">
          {formatDollars(listTotal(items))}
        </span>
      </p>
    </div>
  );
}

/** Takes the row away that it stands in. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={({ currentTarget }) => {
        focusBesides(currentTarget.closest('li'));
        onClick();
      }}
      className="flex size-8 shrink-0 items-center justify-center rounded-md text-lg leading-none text-ink-faint transition-colors hover:bg-paper-sunk hover:text-danger max-sm:size-11"
    >
      <span aria-hidden="true">×</span>
    </button>
  );
}
