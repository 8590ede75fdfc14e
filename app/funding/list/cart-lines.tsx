import { useId, useState } from 'react';
import { href, Link } from 'react-router';
import { fitting, isFunded, roomFor } from './funding-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import { ItemAmount, ItemMark, RemoveButton } from './listed-item.tsx';
import { atMost, noLessThan, STILL_NEEDED, WHOLE_DOLLARS } from '#app/funding/messages.ts';
import { formatDollars, typedDollars } from '#app/kit/money.ts';

/** The list on a page of its own, with amounts that can be changed. */
export function CartLines({
  items,
  onAmount,
  onRemove,
}: {
  items: FundingListItem[];
  onAmount: (productId: number, amountDollars: number) => void;
  onRemove: (productId: number) => void;
}) {
  return (
    <ul className="border-t border-line">
      {items.map((item) => (
        <li
          key={item.productId}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
        >
          <div className="min-w-0 pt-1.5">
            <p className="label text-2xs text-ink-faint tabular">No. {item.productId}</p>
            <Link
              to={href('/product/:id', { id: String(item.productId) })}
              className="wrap-anywhere decoration-1 underline-offset-4 hover:underline"
            >
              {item.name}
            </Link>
            <div>
              <ItemMark item={item} />
            </div>
          </div>
          <div className="max-sm:col-start-1 max-sm:row-start-2">
            {isFunded(item) ? (
              <ItemAmount item={item} />
            ) : (
              <AmountField
                item={item}
                onAmount={(amountDollars) => onAmount(item.productId, amountDollars)}
              />
            )}
          </div>
          <div className="flex min-h-11 items-center max-sm:col-start-2 max-sm:row-start-1">
            <RemoveButton name={item.name} onClick={() => onRemove(item.productId)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/**
 * Whole dollars from 1 to the remaining need, or all of it, taken over on leaving the field or on
 * Enter; what does not fit is corrected, with a sentence that says so.
 */
function AmountField({
  item,
  onAmount,
}: {
  item: FundingListItem;
  onAmount: (amountDollars: number) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState(String(item.amount));
  const [note, setNote] = useState('');
  const room = roomFor(item);
  const [takenOver, setTakenOver] = useState(item.amount);
  if (item.amount !== takenOver) {
    setTakenOver(item.amount);
    setDraft(String(item.amount));
  }

  function take() {
    if (draft === String(item.amount)) return;
    const wanted = typedDollars(draft);
    const isWhole = Number.isInteger(wanted) && wanted >= 1;
    if (!(isWhole || wanted === room)) {
      setDraft(String(item.amount));
      setNote(WHOLE_DOLLARS);
      return;
    }
    const fits = fitting(wanted, room);
    setDraft(String(fits));
    setNote(fits === wanted ? '' : fits < wanted ? atMost(room) : noLessThan(room));
    onAmount(wanted);
  }

  return (
    <div className="flex flex-col items-start gap-1 sm:items-end">
      <label htmlFor={id} className="sr-only">
        Dollars for {item.name}
      </label>
      <div className="flex items-center gap-1.5 font-mono">
        <span aria-hidden="true">$</span>
        <input
          id={id}
          inputMode={Number.isInteger(room) ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={draft}
          aria-describedby={`${id}-notes`}
          onChange={({ target }) => {
            setDraft(target.value);
            setNote('');
          }}
          onBlur={take}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take();
          }}
          className="min-h-11 w-24 rounded-md border border-line-strong bg-paper-raised px-3 py-2 text-right text-base tabular"
        />
      </div>
      <p id={`${id}-notes`} className="text-sm text-ink-faint">
        <span role="status" className={note ? 'text-warn' : ''}>
          {note}
        </span>
        <span>{!note && `${formatDollars(room)} ${STILL_NEEDED}`}</span>
      </p>
    </div>
  );
}
