import { Fragment } from 'react';
import { href } from 'react-router';
import { resultText } from './audit-findings.tsx';
import type { ListedEntry } from './audit-run.ts';
import { entryMatches } from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';
import { DEMOS_NOT_COUNTED } from '#app/admin/desk/messages.ts';
import { minuteText } from '#app/admin/desk/moment-text.ts';
import { Press } from '#app/admin/desk/press.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { counted, paddedId } from '#app/kit/text.ts';
import { WideTable } from '#app/ui/wide-table.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** A page of an audit's entries, and the one of them that is opened. */
export interface ShownEntries {
  entries: ListedEntry[];
  /** Where the next page begins; null on the last. */
  next: number | null;
  from: number;
  opened: { productId: number; contributions: AuditEntry['contributions'] } | null;
}

const cell = 'border-b border-line px-2 py-2 align-top';
const amount = `${cell} text-right whitespace-nowrap`;

/** Stripe's total against the stored amount, product by product; demonstration products apart. */
export function AuditTable(shown: ShownEntries) {
  const { entries, next } = shown;
  const real = entries.filter(({ entry }) => !entry.is_demo);
  const demos = entries.filter(({ entry }) => entry.is_demo);
  return (
    <>
      {real.length > 0 && <Rows {...shown} caption="Products" entries={real} />}
      {demos.length > 0 && (
        <>
          <p className="mt-8 text-sm text-ink-soft">{DEMOS_NOT_COUNTED}</p>
          <Rows {...shown} caption="Demonstration products" entries={demos} />
        </>
      )}
      {next !== null && (
        <a href={`${href('/admin')}?from=${next}#audit`} className={`mt-4 ${buttonClass()}`}>
          More products
        </a>
      )}
    </>
  );
}

function Rows({ caption, entries, opened, from }: ShownEntries & { caption: string }) {
  return (
    <div className="mt-6">
      <WideTable label={caption} hint="the table is wider than the page" className="">
        <caption className="label pb-2 text-left text-ink-soft">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink text-left text-ink-soft">
            <th scope="col" className="px-2 py-1.5 font-medium">
              Product
            </th>
            {['Stripe', 'Stored', 'Result'].map((name) => (
              <th key={name} scope="col" className="px-2 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
            <th scope="col" className="px-2 py-1.5 font-medium">
              Contributions
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ position, entry, payments }) => {
            const isOpen = opened?.productId === entry.product_id;
            return (
              <Fragment key={position}>
                <tr id={`product-${entry.product_id}`}>
                  <th scope="row" className={`${cell} min-w-48 text-left font-normal`}>
                    {paddedId(entry.product_id)} {entry.product_name}
                  </th>
                  <td className={amount}>
                    {entry.is_demo ? 'none' : formatDollars(entry.stripe_total)}
                  </td>
                  <td className={amount}>{formatDollars(entry.supabase_amount)}</td>
                  <td className={amount}>
                    <Result entry={entry} />
                  </td>
                  <td className={cell}>
                    <Opener {...{ entry, payments, isOpen, from }} />
                  </td>
                </tr>
                {isOpen && <Opened entry={entry} contributions={opened.contributions} />}
              </Fragment>
            );
          })}
        </tbody>
      </WideTable>
    </div>
  );
}

function Result({ entry }: Pick<ListedEntry, 'entry'>) {
  if (entry.is_demo) return 'not counted';
  if (entryMatches(entry)) return resultText(0);
  const { discrepancy, ledger_amount: ledger, supabase_amount: stored, differing = 0 } = entry;
  if (discrepancy !== 0) return <Tag tone="danger">{resultText(discrepancy)}</Tag>;
  // The totals may agree while the ledger has another, or one payment makes up for another.
  const why =
    ledger === stored
      ? counted(differing, 'payment differs', 'payments differ')
      : `the ledger has ${formatDollars(ledger)}`;
  return <Tag tone="danger">{why}</Tag>;
}

function Opener({
  entry,
  payments,
  isOpen,
  from,
}: Pick<ListedEntry, 'entry' | 'payments'> & { isOpen: boolean; from: number }) {
  if (payments === 0) return 'none';
  const { product_id: id } = entry;
  const query = new URLSearchParams({
    ...(from > 0 ? { from: String(from) } : {}),
    ...(isOpen ? {} : { open: String(id) }),
  });
  return (
    <a
      href={`${href('/admin')}?${query}#product-${id}`}
      aria-expanded={isOpen}
      className="link whitespace-nowrap"
    >
      {counted(payments, 'payment')}
      <span className="sr-only"> for product {id}</span>
    </a>
  );
}

function Opened({
  entry: {
    product_id: id,
    refunded,
    refunded_otherwise: otherwise = 0,
    owed,
    disputed,
    fees,
    moved = 0,
  },
  contributions,
}: {
  entry: ListedEntry['entry'];
  contributions: AuditEntry['contributions'];
}) {
  const taken = [
    ['refunded', refunded],
    ['paid back another way', otherwise],
    ['owed back', owed],
    ['contested', disputed],
    ['card fees', fees],
    ...(moved > 0 ? ([['moved here', moved]] as const) : []),
    ...(moved < 0 ? ([['moved away', -moved]] as const) : []),
  ] as const;
  return (
    <tr>
      <td colSpan={5} className="border-b border-line bg-paper-sunk px-2 py-3">
        <p className="text-ink-soft">
          {taken.map(([what, dollars]) => `${what} ${formatDollars(dollars)}`).join(' · ')}
        </p>
        <ul aria-label={`Contributions to product ${id}`} className="mt-2">
          {contributions.map(({ amount: paid, date, session_id }) => (
            <li
              key={`${session_id} ${date} ${paid}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-1.5"
            >
              <span className="min-w-20">{formatDollars(paid)}</span>
              <time dateTime={date}>{minuteText(date)}</time>
              <span className="min-w-0 flex-1 wrap-anywhere">{session_id}</span>
              <Press
                to={href('/admin/people')}
                intent="search"
                fields={{ sought: session_id }}
                about={`of ${session_id}`}
              >
                Who paid
              </Press>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
