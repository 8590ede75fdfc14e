import type { ReactNode } from 'react';

/** A ruled table that keeps within the page's width; its cells wrap. */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string;
  /** Headings; those that begin with `#` are over figures. */
  columns: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="pb-2 text-left text-sm font-medium text-ink">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink align-bottom">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`py-1.5 pr-2 text-2xs font-medium text-ink-soft last:pr-0 label sm:pr-3 ${column.startsWith('#') ? 'text-right' : 'text-left'}`}
              >
                {column.replace(/^#/, '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top max-sm:text-xs [&_td]:py-2 [&_td]:pr-2 sm:[&_td]:pr-3 [&_td:last-child]:pr-0 [&_th]:py-2 [&_th]:pr-2 sm:[&_th]:pr-3">
          {children}
        </tbody>
      </table>
    </div>
  );
}
