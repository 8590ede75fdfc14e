import { LEFT_POLICY } from '#app/kit/policies.ts';
import { dayText } from '#app/kit/day-text.ts';
import { statementLines } from './statement-lines.ts';
import type { Statement } from './testing-schema.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Where a product's money went, line by line down to what is left. */
export function TestingStatement({ statement }: { statement: Statement }) {
  return (
    <Panel aria-labelledby="books">
      <RuleLabel id="books" className="mb-2">
        Where the money went
      </RuleLabel>
      <StatementTable statement={statement} />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{LEFT_POLICY}</p>
    </Panel>
  );
}

/** Its lines alone. */
export function StatementTable({ statement }: { statement: Statement }) {
  const { left, settled_on } = statement;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Where the money went, in U.S. dollars</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">For</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {statementLines(statement).map(({ text, amount }) => (
            <tr key={text} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {text}
              </th>
              <Amount dollars={amount} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong">
            <th scope="row" className="py-2 pr-4 text-left font-medium">
              {left < 0 ? 'Missing' : 'Left'}
              {settled_on && (
                <span className="block text-xs font-normal text-ink-soft">
                  {`books closed on ${dayText(settled_on)}${left === 0 ? '' : ', changed since'}`}
                </span>
              )}
            </th>
            <Amount dollars={left} isTotal />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Amount({ dollars, isTotal = false }: { dollars: number; isTotal?: boolean }) {
  return (
    <td
      className={`py-2 text-right align-baseline font-mono whitespace-nowrap tabular ${isTotal ? 'font-medium' : ''}`}
    >
      {exactly(dollars)}
    </td>
  );
}

/** With its cents, so that the column lines up: "−$12.30". */
function exactly(dollars: number): string {
  const text = dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return text.replace('-', '−');
}
