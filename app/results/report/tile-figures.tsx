import { capitalized } from '#app/kit/text.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { headlineOf } from '#app/results/answers/limit-words.ts';
import { headInks, inkClasses } from '#app/results/answers/looks.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import { stripOf } from '#app/results/answers/strip-of.ts';
import { Strip } from '#app/results/strip/strip.tsx';
import { SAMPLES_DISAGREE, type tileAnswer } from '#app/results/answers/tile-answer.ts';

/** What is known for certain, by whose limits, and what is left open; nothing of what is no food or not rated. */
export function TileHeadline({ tile, isNotFood }: { tile: ReportTile; isNotFood: boolean }) {
  const headline = isNotFood ? null : headlineOf(tile);
  if (!headline) return null;
  return (
    <header>
      <p className={`leading-snug font-medium @3xl:text-lg ${inkClasses[headInks[headline.tone]]}`}>
        {headline.text}
      </p>
      {headline.below && <p className="text-sm leading-snug text-ink-soft">{headline.below}</p>}
    </header>
  );
}

/** The line of samples that says in front of a brief tile that they surely disagree. */
function briefSamples(samples: string, later: string | null): string {
  const isSure = later?.startsWith(SAMPLES_DISAGREE) ?? false;
  return isSure ? samples.replace(/^Samples:/, 'Samples disagree:') : samples;
}

/** What was found in each sample, then the level with its figure or why there is none. */
export function TileFigures({
  tile,
  answer,
  isNotFood,
  brief = false,
}: {
  tile: ReportTile;
  answer: ReturnType<typeof tileAnswer>;
  isNotFood: boolean;
  brief?: boolean;
}) {
  const { could, amount, reason, bestEstimate, samples, average, bounds, missed, none, perDay } =
    answer;
  const remarks = answer.remarks.filter((one) => !brief || one !== answer.later);
  // The cutoffs are far below the limit, which all that is eaten shares.
  const isBelow = answer.word === 'Medium' || answer.tag === 'Below limit';
  // Where nobody can tell, the reason says what could not be seen.
  const isBoundsFirst = answer.doBoundsMatter && reason === null && !brief;
  const isSaid = reason !== null && !tile.percent?.estimate;
  return (
    <>
      {brief && tile.samples.length > 0 && (
        <Strip strip={stripOf(tile, isNotFood)} size="large" className="mt-2 mb-1" />
      )}
      <div data-level className="text-sm">
        <span className="mr-1">
          <RiskMark word={answer.word} />
          {!isNotFood && isBelow && ' for one food'}
        </span>{' '}
        {reason !== null && (
          <p className="inline text-ink">
            <strong className="font-medium">{missed ? none : could}.</strong>
            <span>{missed ? ` ${capitalized(missed)}.` : !brief && ` ${reason}.`}</span>
          </p>
        )}
        {reason === null && amount && (
          <p className="inline text-ink-soft">
            <strong className="font-medium text-ink tabular">{amount.figure}</strong> {amount.of}
          </p>
        )}
      </div>
      {perDay && !isNotFood && <p className="text-sm text-ink tabular">{capitalized(perDay)}.</p>}
      {samples && !isSaid && (
        <p className="text-sm text-ink tabular">
          {brief ? briefSamples(samples, answer.later) : `${samples} ${average ?? ''}`.trim()}
        </p>
      )}
      {bounds && isBoundsFirst && <p className="mt-1 text-sm text-ink tabular">{bounds}</p>}
      {bestEstimate && !brief && <p className="text-sm text-ink-soft tabular">{bestEstimate}</p>}
      {remarks.map((remark) => (
        <p key={remark} className="mt-1 border-l-2 border-line-strong pl-2 text-sm text-ink-soft">
          {remark}
        </p>
      ))}
      {tile.percentStatus === 'no_limit_set' && (
        <p className="mt-1 text-sm text-ink-soft">By EFSA’s limits: {answer.word}.</p>
      )}
    </>
  );
}
