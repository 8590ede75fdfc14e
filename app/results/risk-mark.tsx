import type { RiskLevel } from '#app/toxicology/risk-level.ts';

const marks: Record<RiskLevel, { bars: number; ink: string }> = {
  High: { bars: 3, ink: 'text-danger' },
  Medium: { bars: 2, ink: 'text-warn' },
  Low: { bars: 1, ink: 'text-accent-ink' },
  None: { bars: 0, ink: 'text-ink-faint' },
  'N/A': { bars: 0, ink: 'text-ink-faint' },
};

/** A risk level: its word, and beside it one to three bars that say the same. */
export function RiskMark({ level, large = false }: { level: RiskLevel; large?: boolean }) {
  const { bars, ink } = marks[level];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${ink}`}>
      <svg
        viewBox="0 0 17 14"
        aria-hidden="true"
        strokeWidth="1"
        className={`shrink-0 stroke-current ${large ? 'h-6 w-7' : 'h-3 w-3.5'}`}
      >
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={0.5 + bar * 6}
            y={9.5 - bar * 4.5}
            width="4"
            height={4 + bar * 4.5}
            className={bar < bars ? 'fill-current' : 'fill-transparent'}
          />
        ))}
      </svg>
      <span className={large ? 'font-display text-2xl' : ''}>{level}</span>
    </span>
  );
}
