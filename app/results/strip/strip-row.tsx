import type { ReactNode } from 'react';
import type { Family } from '#app/toxicology/families.ts';
import { stripLines, type FamilyStrip } from '#app/results/answers/strip-of.ts';
import { Strip } from './strip.tsx';

/**
 * One product of several on a family's axis: its name, its strip, and beside that what is known of it. The
 * limits run through all rows. On a phone these stand below one another, and what is said in words last.
 */
export function StripRow({
  strip,
  isNamed,
  name,
  known,
  children,
}: {
  strip: FamilyStrip;
  /** The first of its list: the limits' names stand above it. */
  isNamed: boolean;
  name: ReactNode;
  known: ReactNode;
  /** In words, below the name. */
  children?: ReactNode;
}) {
  // Beside the marks, which stand below the names.
  const top = isNamed ? 'md:pt-6' : 'md:pt-2.5';
  return (
    <li
      className={`grid border-b border-line max-md:py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,14rem)] md:grid-rows-[auto_1fr] md:gap-x-6`}
    >
      <div className={`${top} ${children ? '' : 'md:row-span-2 md:pb-2.5'}`}>{name}</div>
      <div className="relative py-2 md:row-span-2">
        <LimitLines family={strip.family} isNamed={isNamed} />
        <Strip {...{ strip, isNamed }} size="row" className="relative" />
      </div>
      <div className={`md:row-span-2 md:pb-2.5 ${top}`}>{known}</div>
      {children && <div className="md:col-start-1 md:row-start-2 md:pb-1.5">{children}</div>}
    </li>
  );
}

/** From row to row, where the strips' own lines end. */
function LimitLines({ family, isNamed }: { family: Family; isNamed: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className={`absolute bottom-0 left-0 w-full ${isNamed ? 'top-7 h-[calc(100%-1.75rem)]' : 'top-0 h-full'}`}
    >
      {stripLines(family).map(({ name, year, at }) => (
        <line
          key={name}
          x1={`${at}%`}
          x2={`${at}%`}
          y2="100%"
          strokeWidth={year ? 1.5 : 1}
          strokeDasharray={year ? undefined : '2 3'}
          className="stroke-line-strong"
        />
      ))}
    </svg>
  );
}

/** What is said in words, folded. */
export function InWords({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details className="text-sm text-ink-soft">
      <summary data-skip-in-text className="link inline-block py-1 font-mono text-xs">
        In words<span className="sr-only">: {of}</span>
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
