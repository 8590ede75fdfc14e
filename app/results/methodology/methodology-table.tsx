import type { ReactNode } from 'react';

/** A ruled table that keeps within the page's width; its cells wrap. */
export function Table<Row>({
  caption,
  columns,
  rows,
  spanOf = () => 1,
  figures = 'font-mono text-ink',
}: {
  caption: string;
  /** Cells by their heading, of figures with a `#` before it; the first heads its row. */
  columns: Readonly<Record<string, (row: Row) => ReactNode>>;
  rows: readonly Row[];
  /** How many rows the head of one stands before; 0 of what is headed above. */
  spanOf?: (row: Row) => number;
  /** What figures look like. */
  figures?: string;
}) {
  const [head, ...others] = Object.entries(columns);
  const isFigure = (heading: string) => heading.startsWith('#');
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="pb-2 text-left text-sm font-medium text-ink">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink align-bottom">
            {Object.keys(columns).map((heading) => (
              <th
                key={heading}
                scope="col"
                className={`py-1.5 pr-2 text-2xs font-medium text-ink-soft last:pr-0 label sm:pr-3 ${isFigure(heading) ? 'text-right' : 'text-left'}`}
              >
                {heading.replace(/^#/, '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top max-sm:text-xs [&_td]:py-2 [&_td]:pr-2 sm:[&_td]:pr-3 [&_td:last-child]:pr-0 [&_th]:py-2 [&_th]:pr-2 sm:[&_th]:pr-3">
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- they stay in their order
            <tr key={at}>
              {spanOf(row) > 0 && (
                <th
                  scope={spanOf(row) > 1 ? 'rowgroup' : 'row'}
                  rowSpan={spanOf(row)}
                  className="text-left font-medium text-ink"
                >
                  {head?.[1](row)}
                </th>
              )}
              {others.map(([of, cell]) => (
                <td key={of} className={isFigure(of) ? `text-right tabular ${figures}` : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
