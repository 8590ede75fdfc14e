import { useId } from 'react';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { rangeMarks, rangeTicks, rangeZones } from '#app/results/answers/range-marks.ts';
import type { SampleFigures } from '#app/toxicology/sample-levels.ts';

const zoneFills = { Low: 'fill-accent-wash', Medium: 'fill-warn-wash', High: 'fill-danger-wash' };

/**
 * A percent on a logarithmic scale with the levels' zones: a bar over what was measured in the
 * samples, a hatched one over what could not be, with an arrow where that has no end, a dot at the
 * best estimate and a line at the limit. The sentences beside it say the same.
 */
export function RangeBar({
  percent,
  samples,
}: {
  percent: Bounds;
  samples: readonly SampleFigures[];
}) {
  const id = useId();
  const { lower, upper, estimate, least, most } = rangeMarks(percent, samples);
  return (
    <div aria-hidden="true" className="mt-1.5 mb-1">
      <svg width="100%" height="18" className="overflow-visible">
        <defs>
          <pattern
            id={id}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1.5" height="4" className="fill-warn" />
          </pattern>
        </defs>
        {rangeZones.map(({ level, from, to }) => (
          <rect
            key={level}
            x={`${from}%`}
            y="6"
            width={`${to - from}%`}
            height="6"
            className={zoneFills[level]}
          />
        ))}
        {upper > lower && (
          <rect
            x={`${lower}%`}
            y="4"
            width={`${upper - lower}%`}
            height="10"
            fill={`url(#${id})`}
            className="stroke-warn"
          />
        )}
        {percent.upperOpen && (
          <svg x="100%" y="9" className="overflow-visible">
            <path d="M-6 -6L0 0L-6 6" strokeWidth="1.5" className="fill-none stroke-warn" />
          </svg>
        )}
        {most > least && (
          <rect
            x={`${least}%`}
            y="6"
            width={`${most - least}%`}
            height="6"
            className="fill-accent"
          />
        )}
        {rangeTicks.map(({ label, at }) => (
          <line
            key={label}
            x1={`${at}%`}
            x2={`${at}%`}
            y1={label === 'limit' ? 0 : 12}
            y2="18"
            strokeWidth={label === 'limit' ? 1.5 : 1}
            className={label === 'limit' ? 'stroke-ink' : 'stroke-line-strong'}
          />
        ))}
        <circle cx={`${estimate}%`} cy="9" r="4.5" className="fill-ink stroke-paper-raised" />
      </svg>
      <svg width="100%" height="14" className="font-mono text-2xs text-ink-faint">
        {rangeTicks.map(({ label, at, anchor }) => (
          <text key={label} x={`${at}%`} y="11" textAnchor={anchor} className="fill-current">
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
}
