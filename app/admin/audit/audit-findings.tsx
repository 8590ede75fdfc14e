import { AMOUNTS_MATCH } from '#app/admin/desk/messages.ts';
import type { AuditSummary } from './audit-run.ts';
import { differenceText, movementText, standing } from './audit-text.ts';
import type { Comparison } from './audit.ts';
import { FactsList } from '#app/admin/desk/facts-list.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** So many differences are shown; its files have all. */
const SHOWN = 50;

/** What an audit found as a whole, and its files. */
export function AuditFindings({ id, report }: { id: string; report: AuditSummary }) {
  const { totals, donations, balance, unattributed, problems, read, products } = report;
  const { differences = [], movements = [] } = report;
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
      {unattributed.length > 0 && (
        <>
          <h3 className="label mt-5 text-ink-soft">At Stripe, not in any product’s account</h3>
          <ul className="mt-2 font-mono text-sm">
            {unattributed.map(({ id: of, amount, why }) => (
              <li key={`${of} ${why}`} className="border-b border-line py-1.5 wrap-anywhere">
                {formatDollars(amount)} of {of}: {why}
              </li>
            ))}
          </ul>
        </>
      )}
      {differences.length > 0 && (
        <>
          <h3 className="label mt-5 text-ink-soft">Different at Stripe and here</h3>
          <ul className="mt-2 font-mono text-sm">
            {differences.slice(0, SHOWN).map((one) => (
              <li
                key={`${one.id} ${one.product_id} ${one.why}`}
                className="border-b border-line py-1.5 wrap-anywhere"
              >
                {differenceText(one)}
              </li>
            ))}
          </ul>
          {differences.length > SHOWN && (
            <p className="mt-2 text-sm">
              {counted(differences.length - SHOWN, 'more is', 'more are')} in the files.
            </p>
          )}
        </>
      )}
      {movements.length > 0 && (
        <>
          <h3 className="label mt-5 text-ink-soft">What moved Stripe’s balance</h3>
          <ul className="mt-2 font-mono text-sm">
            {movements.map((one) => (
              <li
                key={`${one.currency} ${one.type}`}
                className="border-b border-line py-1.5 wrap-anywhere"
              >
                {movementText(one)}
              </li>
            ))}
          </ul>
        </>
      )}
      {problems.length > 0 && (
        <>
          <h3 className="label mt-5 text-ink-soft">Bookkeeping rules that do not hold</h3>
          <ul className="mt-2 font-mono text-sm">
            {problems.map(({ rule, found }) => (
              <li key={rule} className="border-b border-line py-1.5 wrap-anywhere">
                {rule}: {JSON.stringify(found)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Files id={id} />
    </>
  );
}

/** The files of an audit: for a spreadsheet and for a program. */
function Files({ id }: { id: string }) {
  const files = [
    [`/api/audits/${id}/csv`, 'Download CSV'],
    [`/api/audits/${id}/csv?lines=contributions`, 'Contributions as CSV'],
    [`/api/audits/${id}/csv?lines=differences`, 'Differences as CSV'],
    [`/api/audits/${id}`, 'Download JSON'],
  ] as const;
  return (
    <ul className="mt-4 flex flex-wrap gap-3">
      {files.map(([to, text]) => (
        <li key={to}>
          <a href={to} download className={buttonClass({ size: 'small' })}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The spec's words for a difference (spec §2 "Admin"): an amount, or that there is none. */
export function resultText(discrepancy: number): string {
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
