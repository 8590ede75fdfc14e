/** The same as a picture says, as a table that opens below it. */
export function ChartTable({
  caption,
  head,
  rows,
  className = '',
}: {
  caption: string;
  head: readonly string[];
  /** As many cells as the head; the first heads its row, and no two are alike. */
  rows: readonly (readonly string[])[];
  className?: string;
}) {
  return (
    <details className={className}>
      <summary data-skip-in-text className="link inline-block py-1 font-mono text-xs">
        As a table<span className="sr-only">: {caption}</span>
      </summary>
      <div className="overflow-x-auto">
        <table className="mt-2 w-full border-collapse font-mono text-xs tabular">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b-2 border-ink align-bottom">
              {head.map((name, index) => (
                <th key={name} scope="col" className={`${cell(index)} font-medium text-ink-soft`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name} className="border-b border-line align-top">
                <th scope="row" className={`${cell(0)} font-normal wrap-anywhere`}>
                  {name}
                </th>
                {cells.map((text, index) => (
                  <td key={head[index + 1]} className={cell(index + 1)}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function cell(index: number): string {
  return index === 0 ? 'py-1.5 pr-3 text-left' : 'py-1.5 pl-3 text-right sm:whitespace-nowrap';
}
