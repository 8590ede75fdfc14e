import { countedText } from '#app/results/answers/answer.ts';
import { limitMarks } from '#app/results/answers/limit-words.ts';
import { Hatching, Mark, shapesOf } from './strip.tsx';
import type { FamilyStrip, StripMark } from '#app/results/answers/strip-of.ts';

/** What a mark is drawn as, in words: marks of which the same is said are one sign. */
function meaningOf({ kind, standing, counted = [] }: StripMark): string {
  const is = {
    found: 'measured',
    none: 'none found',
    at_least: 'at least this much',
    unseen: 'none found, any amount possible',
  }[kind];
  if (standing === null) return `${is}, held against no limit`;
  if (standing === 'within') return `${is}, within every limit`;
  if (standing === 'open') return `${is}, maybe above a limit`;
  return `${is}, above a limit${countedText(counted)}`;
}

/** How the strips of a page are read: of the shapes, those that are there. */
export function StripGuide({
  strips,
  hasTicks = true,
  className = '',
}: {
  strips: readonly FamilyStrip[];
  /** Whether ticks stand beside them. */
  hasTicks?: boolean;
  className?: string;
}) {
  const signs = new Map(
    strips.flatMap(({ marks }) => marks.map((mark) => [meaningOf(mark), mark] as const)),
  );
  if (signs.size === 0) return null;
  return (
    <details data-skip-in-text className={`text-sm text-ink-soft ${className}`}>
      <summary className="link inline-block py-1 font-mono text-xs">
        How to read the drawings
      </summary>
      <ul aria-label="Signs" className="flex flex-wrap gap-x-5">
        {[...signs].map(([meaning, mark]) => (
          <li key={meaning} className="flex items-center gap-2">
            <Sign of={mark} />
            {meaning}
          </li>
        ))}
        {(hasTicks ? Object.values(limitMarks) : []).map(({ mark, says }) => (
          <li key={says}>
            <span className="font-mono text-ink">{mark}</span> {says.toLowerCase()}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        Each mark is one sample; {hasTicks && 'ticks and '}levels go by the average of the samples.
        A bar, or a line from a mark, ends at the most that its sample could hold. Each upright line
        is a limit; dashed ones, where drawn, are 1% and 10% of the European limit. The scale is the
        amount per kilogram of body weight in a day; every step is ten times the last.
      </p>
    </details>
  );
}

/** The shape alone: a third of the way along an axis, and to its end. */
function Sign({ of }: { of: StripMark }) {
  const mark = { ...of, lower: 1e2, upper: of.kind === 'none' ? 1e6 : 1e5 };
  const hatching = `sign-${of.kind}-`;
  return (
    <svg aria-hidden="true" width="30" height="18" className="shrink-0 overflow-visible">
      <Hatching id={hatching} marks={[mark]} />
      <Mark {...{ mark, hatching }} family="phthalates" y={9} shapes={shapesOf('row', 1)} />
    </svg>
  );
}
