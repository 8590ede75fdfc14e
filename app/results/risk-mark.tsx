import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { type Word } from '#app/results/answers/answer.ts';
import { riskBars } from '#app/results/answers/risk-bars.ts';

const inks: Record<Word, string> = {
  High: 'text-danger',
  Medium: 'text-warn',
  Low: 'text-accent-ink',
  [CANT_TELL]: 'text-warn',
  [NOT_TESTED]: 'text-ink-faint',
  'N/A': 'text-ink-faint',
};

/** The word of a rating, and beside it three bars of which as many are filled. */
export function RiskMark({ level, large = false }: { level: Word; large?: boolean }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${inks[level]}`}>
      <svg
        viewBox="0 0 17 14"
        aria-hidden="true"
        strokeWidth="1"
        className={`shrink-0 stroke-current ${large ? 'h-5 w-6 @3xl:h-6 @3xl:w-7' : 'h-3 w-3.5'}`}
      >
        {riskBars(level).map(({ isFilled, ...place }) => (
          <rect
            key={place.x}
            {...place}
            className={isFilled ? 'fill-current' : 'fill-transparent'}
          />
        ))}
      </svg>
      <span className={large ? 'font-display text-xl leading-tight @3xl:text-2xl' : ''}>
        {level}
      </span>
    </span>
  );
}
