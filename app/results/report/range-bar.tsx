import { useId } from 'react';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { rangeMarks } from '#app/results/range-marks.ts';

/**
 * A percent on a logarithmic scale: a hatched band from the lower to the upper bound, a dot at the
 * estimate, and a line at the limit. The sentence beside it says the same.
 */
export function RangeBar({ percent }: { percent: Bounds }) {
  const id = useId();
  const { lower, upper, estimate, limit } = rangeMarks(percent);
  return (
    <div aria-hidden="true" className="mt-4 mb-2">
      <svg width="100%" height="18" className="overflow-visible">
        <defs>
          <pattern
            id={id}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="4" height="4" className="fill-accent-wash" />
            <rect width="1.5" height="4" className="fill-accent" />
          </pattern>
        </defs>
        <rect y="6" width="100%" height="6" className="fill-paper-sunk" />
        <rect
          x={`${lower}%`}
          y="4"
          width={`${Math.max(upper - lower, 0.8)}%`}
          height="10"
          fill={`url(#${id})`}
          className="stroke-accent"
        />
        <line x1={`${limit}%`} x2={`${limit}%`} y2="18" strokeWidth="1.5" className="stroke-ink" />
        <circle cx={`${estimate}%`} cy="9" r="4.5" className="fill-ink stroke-paper-raised" />
      </svg>
      <svg width="100%" height="14" className="font-mono text-2xs text-ink-faint">
        <text x="0" y="11" className="fill-current">
          0%
        </text>
        <text x={`${limit}%`} y="11" textAnchor="middle" className="fill-current">
          100%, the limit
        </text>
      </svg>
    </div>
  );
}
