import { Link } from 'react-router';
import type { GroupCount } from './category-chips.tsx';
import { USUAL_LAB_CENTS } from '#app/kit/facts.ts';
import { formatCents, samples as samplesText } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { capitalized, counted } from '#app/kit/text.ts';
import { panelOf, type PanelKey } from '#app/toxicology/panels/panels.ts';

/** What a test costs, what becomes of the money where a goal is not met, and what else can be funded. */
export function FundingFigures({
  panel = 'plastics',
  others = [],
}: {
  panel?: PanelKey | undefined;
  /** What else products can be funded to be tested for, and how many. */
  others?: readonly Required<GroupCount>[] | undefined;
}) {
  const { sampleCents, samples, inSentence } = panelOf(panel);
  const usual = panel === 'plastics' ? ` (labs: about ${formatCents(USUAL_LAB_CENTS)})` : '';
  return (
    <>
      <p className="text-sm text-ink-soft">
        {`Our target: ${formatCents(sampleCents)} a sample${usual}, ${formatCents(sampleCents * samples)} for ${samplesText(samples)}. Not met in ${NUMBERS.refundDays} days: refunded.`}
      </p>
      {panel !== 'plastics' && (
        <Link
          to={`/risk-methodology?panel=${panel}`}
          className="link inline-flex min-h-8 items-center"
        >
          {`What a test for ${inSentence} measures`}
        </Link>
      )}
      {others.map(({ key, name, count }) => (
        <p key={key}>
          <Link to={`/?panel=${key}`} className="link inline-flex min-h-8 items-center">
            {`${capitalized(name)}: ${counted(count, 'product')} to fund`}
          </Link>
        </p>
      ))}
    </>
  );
}
