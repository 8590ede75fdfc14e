import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { Examples, WorkedExample } from './methodology-examples.ts';

/** A section of the methodology: its anchor, its heading, and what it says. */
export interface MethodologySection {
  id: string;
  title: string;
  Body: (props: { examples: Examples }) => ReactNode;
}

/** A view's sections, each under its anchor. */
export function Sections({
  sections,
  examples,
}: {
  sections: readonly MethodologySection[];
  examples: Examples;
}) {
  return sections.map(({ id, title, Body }) => (
    <section key={id} aria-labelledby={id} className="border-t border-line pt-6">
      <h2 id={id} className="scroll-mt-24 text-xl sm:text-2xl">
        {title}
      </h2>
      <div className="mt-4 flex flex-col gap-4 text-ink-soft">
        <Body examples={examples} />
      </div>
    </section>
  ));
}

/** A paragraph of a readable width. */
export function P({ children }: { children: ReactNode }) {
  return <p className="max-w-2xl">{children}</p>;
}

/** A rule as a formula, each line on its own. */
export function Formula({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-2xl overflow-x-clip rounded-md border-l-3 border-accent bg-paper-raised px-4 py-3 font-mono text-sm leading-relaxed wrap-break-word text-ink">
      {children}
    </div>
  );
}

/** A worked example with the way to its report; nothing where there is none to show. */
export function Example({
  example,
  isCalculation = false,
}: {
  example: WorkedExample | undefined;
  /** Figures line by line, in place of sentences. */
  isCalculation?: boolean;
}) {
  if (!example) return null;
  const originalId = String(example.originalId);
  return (
    <figure className="max-w-2xl rounded-lg border border-line bg-paper-raised px-4 py-3 sm:px-5">
      <figcaption className="text-sm">
        <span className="label mr-2 text-ink-faint">Example</span>
        <Link to={href('/plasticlist/:originalId', { originalId })} className="link">
          {example.name}
        </Link>
      </figcaption>
      <ul
        className={`mt-2 flex flex-col gap-1.5 text-ink ${isCalculation ? 'font-mono text-xs tabular sm:text-sm' : 'text-sm'}`}
      >
        {example.lines.map((line) => (
          <li key={line} className={isCalculation ? 'pl-4 -indent-4 wrap-break-word' : ''}>
            {unbroken(line)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Keeps an arrow with the word that it points at. */
function unbroken(line: string): string {
  return line.replaceAll('→ ', '→\u00a0');
}

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
  );
}
