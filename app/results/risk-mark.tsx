import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { riskBars } from './risk-bars.ts';

const inks: Record<RiskLevel, string> = {
  High: 'text-danger',
  Medium: 'text-warn',
  Low: 'text-accent-ink',
  None: 'text-ink-faint',
  'N/A': 'text-ink-faint',
};

/**
 * A risk level: its word, and beside it one to three bars that say the same. A level that the test
 * could not be sure of has no colour: green would read as safe.
 */
export function RiskMark({
  level,
  isUnsure = false,
  large = false,
}: {
  level: RiskLevel;
  isUnsure?: boolean;
  large?: boolean;
}) {
  const ink = isUnsure ? 'text-ink-soft' : inks[level];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${ink}`}>
      <svg
        viewBox="0 0 17 14"
        aria-hidden="true"
        strokeWidth="1"
        className={`shrink-0 stroke-current ${large ? 'h-6 w-7' : 'h-3 w-3.5'}`}
      >
        {riskBars(level).map(({ isFilled, ...place }) => (
          <rect
            key={place.x}
            {...place}
            className={isFilled ? 'fill-current' : 'fill-transparent'}
          />
        ))}
      </svg>
      <span className={large ? 'font-display text-2xl' : ''}>{level}</span>
    </span>
  );
}
