import { USUAL_LAB_CENTS } from '#app/kit/facts.ts';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS, samples } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';

/** What a test costs, and what becomes of the money where a goal is not met. */
export function FundingFigures() {
  return (
    <p className="text-sm text-ink-soft">
      {`Our target: ${formatCents(LEVEL_CENTS)} a sample (labs: about ${formatCents(USUAL_LAB_CENTS)}), ${formatCents(FULL_FUNDING_CENTS)} for ${samples(LEVELS)}. Not met in ${NUMBERS.refundDays} days: refunded.`}
    </p>
  );
}
