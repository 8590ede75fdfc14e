import { useId } from 'react';
import { Hatching } from '#app/results/strip/strip.tsx';
import type { DayBlock } from './day-sum.ts';
import { countedAs, gramsText, whoseLimitText, partText, shareOfLimit } from './day-text.ts';

/** From this part of its limit on a day is drawn beside it; below, its parts would be too narrow. */
const DRAWN_BESIDE_PERCENT = 25;

const HATCHED = { kind: 'none', lower: 0, upper: null, standing: null } as const;

/**
 * A day in one strip: what each adds, in that order, what was measured full and what could be there
 * besides hatched. Parts add up, so its axis is linear. The list below says the same.
 */
export function DayStrip({ block }: { block: DayBlock }) {
  const id = useId();
  const { parts, percentOf } = block;
  const against = whoseLimitText(block);
  const counted = countedAs(
    block.family,
    parts.map(({ item }) => item),
  );
  const isOpen = parts.some(({ upper }) => upper === null);
  const mostOf = ({ lower, upper }: (typeof parts)[number]) => percentOf(upper ?? lower);
  const sum = parts.reduce((all, part) => all + mostOf(part), 0);
  const end = sum < DRAWN_BESIDE_PERCENT ? sum : Math.max(sum, 100);
  const at = (percent: number) => `${(100 * percent) / (end || 1)}%`;
  // As the most is rounded in the sentence above and in the list.
  const side = parts.every(({ lower, upper }) => lower === upper) ? '' : 'ceil';
  const scaleText =
    end < 100
      ? `The right end is ${shareOfLimit(end, against, side)}.`
      : `The red line is ${against}.`;
  let from = 0;
  return (
    <figure className="mt-3 print:mt-0">
      <svg
        aria-hidden="true"
        width="100%"
        height="44"
        className={`overflow-visible text-ink forced-colors:text-[color:CanvasText] ${end > 0 ? 'block' : 'hidden'}`}
      >
        <Hatching id={id} marks={[HATCHED]} />
        {parts.map((part, index) => {
          const [full, most] = [percentOf(part.lower), mostOf(part)];
          const [x, rest, middle] = [at(from), at(from + full), at(from + most / 2)];
          from += most;
          return (
            <g key={part.item.id}>
              <rect x={x} y="18" width={at(full)} height="20" className="fill-current" />
              <rect
                x={rest}
                y="18"
                width={at(most - full)}
                height="20"
                fill={`url(#${id}unjudged)`}
              />
              <line x1={at(from)} x2={at(from)} y1="14" y2="42" className="stroke-current" />
              {most > end / 20 && (
                <text x={middle} y="12" className="fill-current font-mono text-xs">
                  {index + 1}
                </text>
              )}
            </g>
          );
        })}
        {end >= 100 && <rect x={at(100)} width="3" height="44" className="fill-danger" />}
      </svg>
      <figcaption className="mt-1 text-ink-soft">
        {end > 0 && `Full: measured; hatched: what could be there besides. ${scaleText} `}
        {isOpen && 'It has no end: the most that is there is not known. '}
        {`Shares of ${against}${counted}:`}
      </figcaption>
      <ol className="mt-1 list-decimal pl-6 print:mt-0">
        {parts.map((part) => (
          <li key={part.item.id} className="py-0.5 print:py-0">
            {`${part.item.name}, ${gramsText(part)}: ${partText(part, block)}`}
          </li>
        ))}
      </ol>
    </figure>
  );
}
