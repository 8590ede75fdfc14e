import type { ReactNode } from 'react';
import { AMOUNTS_MATCH, differenceText, standing, type Comparison } from './audit.ts';
import type { AuditSummary, ListedEntry } from './audit-runs.server.ts';
import { FactsList } from '#app/admin-ui/list-panel.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { counted, paddedId } from '#app/kit/text.ts';
import { Notice } from '#app/ui/notice.tsx';
import { WideTable } from '#app/ui/wide-table.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** So many of a kind are shown; the file has all. */
const SHOWN = 50;

/** What an audit found as a whole: totals, what differs, what the books say, and what is owed. */
export function AuditFindings({ report }: { report: AuditSummary }) {
  const { totals, donations, balance, unattributed, problems, read, products } = report;
  const held = report.solvency && standing(report.solvency);
  return (
    <>
      <Notice tone={report.matches ? 'good' : 'warn'} className="mt-4">
        {report.matches ? 'All amounts match.' : 'Differences found.'}
      </Notice>
      {held?.shortBy && (
        <Notice tone="warn" className="mt-3">
          There is less at Stripe and in the bank than is owed.
        </Notice>
      )}
      <FactsList
        facts={[
          [`${counted(products, 'product')}, at Stripe`, formatDollars(totals.stripe_total)],
          ['The same, stored', formatDollars(totals.supabase_amount)],
          ['Difference', resultText(totals.discrepancy)],
          ['Donations', comparisonText(donations)],
          ['Stripe’s balance', comparisonText(balance)],
          ...(held ? standingFacts(held) : []),
          ['Read at Stripe', readText(read)],
        ]}
      />
      <Found title="At Stripe, not in any product’s account">
        {unattributed.map(({ id, amount, why }) => `${formatDollars(amount)} of ${id}: ${why}`)}
      </Found>
      <Found title="Different at Stripe and here">
        {(report.differences ?? []).map(differenceText)}
      </Found>
      <Found title="Bookkeeping rules that do not hold">
        {problems.map(({ rule, found }) => `${rule}: ${JSON.stringify(found)}`)}
      </Found>
    </>
  );
}

function Found({ title, children: found }: { title: ReactNode; children: string[] }) {
  if (found.length === 0) return null;
  const more = found.length - SHOWN;
  return (
    <>
      <h3 className="label mt-5 text-ink-soft">{title}</h3>
      <ul className="mt-2 font-mono text-sm">
        {found.slice(0, SHOWN).map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- what was found never changes
          <li key={index} className="border-b border-line py-1.5 wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-sm">{counted(more, 'more is', 'more are')} in the JSON file.</p>
      )}
    </>
  );
}

/** The spec's words for a difference: an amount, or that there is none. */
function resultText(discrepancy: number): string {
  return discrepancy === 0 ? AMOUNTS_MATCH : formatDollars(discrepancy);
}

type Fact = readonly [string, string];

function standingFacts({ there, owed, left, shortBy }: ReturnType<typeof standing>): Fact[] {
  return [
    ['At Stripe and in the bank', there],
    ['Owed to products, people, and tests', owed],
    shortBy ? ['Short by', shortBy] : ['Left for the project', left],
  ];
}

function comparisonText({ stripe_total, ledger_amount, discrepancy }: Comparison): string {
  const [at, here] = [formatDollars(stripe_total), formatDollars(ledger_amount)];
  return `${at} at Stripe, ${here} in the ledger: ${resultText(discrepancy)}`;
}

function readText(read: Record<string, number>): string {
  return Object.entries(read)
    .map(([what, count]) => counted(count, what.replace(/s$/, '')))
    .join(', ');
}

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
      <WideTable label={caption} className="">
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
