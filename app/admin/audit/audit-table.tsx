import { resultText } from './audit-findings.tsx';
import type { ListedEntry } from './audit.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted, paddedId } from '#app/kit/text.ts';
import { WideTable } from '#app/ui/wide-table.tsx';
import { Tag } from '#app/ui/tag.tsx';

const cell = 'border-b border-line px-2 py-2 align-top';
const amount = `${cell} text-right whitespace-nowrap`;

/** Stripe's total against the stored amount, product by product; demonstration products apart. */
export function AuditTable({ entries }: { entries: ListedEntry[] }) {
  const real = entries.filter(({ entry }) => !entry.is_demo);
  const demos = entries.filter(({ entry }) => entry.is_demo);
  return (
    <>
      {real.length > 0 && <Rows caption="Products" entries={real} />}
      {demos.length > 0 && (
        <>
          <p className="mt-8 text-sm text-ink-soft">
            Demonstration products hold made-up money. None of it is at Stripe, and it is not
            counted.
          </p>
          <Rows caption="Demonstration products" entries={demos} />
        </>
      )}
    </>
  );
}

function Rows({ caption, entries }: { caption: string; entries: ListedEntry[] }) {
  return (
    <div className="mt-6">
      <WideTable label={caption} hint="the table is wider than the page" className="">
        <caption className="label pb-2 text-left text-ink-soft">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink text-left text-ink-soft">
            <th scope="col" className="px-2 py-1.5 font-medium">
              Product
            </th>
            {['Stripe', 'Stored', 'Result', 'Contributions'].map((name) => (
              <th key={name} scope="col" className="px-2 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ entry, payments }) => (
            <tr key={entry.product_id}>
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
              <td className={amount}>{payments === 0 ? 'none' : counted(payments, 'payment')}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </div>
  );
}

function Result({ entry }: Pick<ListedEntry, 'entry'>) {
  if (entry.is_demo) return 'not counted';
  const text = resultText(entry.discrepancy);
  return entry.discrepancy === 0 ? text : <Tag tone="danger">{text}</Tag>;
}
