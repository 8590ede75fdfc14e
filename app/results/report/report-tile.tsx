import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { Cited } from '#app/results/cited.tsx';
import { counted } from '#app/kit/text.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { Explained } from '#app/ui/explained.tsx';
import type { ChemicalShare, ReportTile } from '#app/results/answers/report-cards.ts';
import { TileFigures, TileHeadline } from './tile-figures.tsx';
import {
  besideText,
  servingsADayTexts,
  shareText,
  tileAnswer,
} from '#app/results/answers/tile-answer.ts';
import type { Viewpoint } from '#app/results/answers/viewpoint.ts';
import { limitCaveat, limitLines } from '#app/results/answers/limit-words.ts';
import { SamplesAsTable } from '#app/results/strip/samples-as-table.tsx';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { limitStanding } from '#app/results/methodology/methodology-text.ts';
import { workingOf } from './working.ts';

export interface TileProps {
  tile: ReportTile;
  viewpoint: Viewpoint;
  report: Pick<TestedReport, 'serving_size_g' | 'samples'> & {
    risk: Pick<TestedReport['risk'], 'not_food'>;
  };
}

/** One family's level, its percent with what that could be, and how it comes about. */
export function ReportTileCard({ tile, viewpoint, report }: TileProps) {
  const { sentence } = workingOf(tile, report.serving_size_g, viewpoint);
  // Nobody takes it in: nothing is within a limit.
  const isNotFood = report.risk.not_food;
  const answer = tileAnswer(tile);
  return (
    <section
      aria-label={familyOf(tile.family).name}
      className="flex rounded-lg border border-line bg-paper-raised"
    >
      <Explained
        word={familyOf(tile.family).name}
        explanation={
          <>
            <p>{familyOf(tile.family).profile}</p>
            {!isNotFood && <p className="mt-2 tabular">{servingsADayTexts(tile).join(' ')}</p>}
            <p className="mt-1">{sentence}</p>
          </>
        }
        beside={!isNotFood && <LimitTicks verdicts={tile.verdicts} />}
        className="flex min-w-0 flex-1 flex-col px-3.5 py-2 @3xl:p-5"
      >
        <TileHeadline {...{ tile, isNotFood }} />
        <TileFigures {...{ tile, answer, isNotFood }} brief />
        {viewpoint.authority === 'EPA' && <Shares tile={tile} viewpoint={viewpoint} />}
        <div className="mt-auto flex flex-wrap gap-x-5 text-sm text-ink-soft">
          <SamplesAsTable tile={tile} samples={report.samples} />
          <Working {...{ tile, viewpoint, report, answer }} />
        </div>
      </Explained>
    </section>
  );
}

function Working({
  tile,
  viewpoint,
  report,
  answer,
}: TileProps & { answer: ReturnType<typeof tileAnswer> }) {
  const { sum, figures, sentence, limit } = workingOf(tile, report.serving_size_g, viewpoint);
  const { samples, average, bounds, reason, bestEstimate } = answer;
  const later = tile.percent && [answer.later, besideText(tile)];
  const outcome = new Set(answer.remarks.filter((one) => one !== answer.later));
  const why = reason && `${reason}.`;
  const closer = [why, bestEstimate, samples, average, bounds, ...(later ?? [])].filter(
    (one) => one && !outcome.has(one),
  );
  return (
    <details className="open:basis-full">
      <summary className="link inline-block py-1 font-mono text-xs">
        {viewpoint.authority === 'EFSA' ? 'How this is worked out' : 'How the level is worked out'}
      </summary>
      {!report.risk.not_food && tile.verdicts.length > 0 && (
        <ul className="mt-1">
          {limitLines(tile.verdicts, tile.samples).map(({ authority, text }) => (
            <li key={authority}>{text}.</li>
          ))}
        </ul>
      )}
      {closer.length > 0 && <p className="mt-1 tabular">{closer.join(' ')}</p>}
      <p className="mt-1 text-sm tabular">{sum}</p>
      {figures && <p className="mt-1 text-sm text-ink tabular">{figures}</p>}
      <p className="mt-2">{sentence}</p>
      {limitCaveat(tile.family) && <p className="mt-2">{limitCaveat(tile.family)}</p>}
      <p className="mt-2">
        Limit: {limit.setBy}, {limit.year},{' '}
        <Cited url={limit.citation.url}>{limit.citation.number ?? limit.citation.title}</Cited>
        <span>.</span>
        <span>{limit.note && ` ${limit.note}`}</span> {limitStanding(limit)}
      </p>
      {viewpoint.authority === 'EFSA' && <Shares tile={tile} viewpoint={viewpoint} />}
    </details>
  );
}

/**
 * The chemicals of the family that have a result, each against its own limit. Under the EPA, which
 * has few, those without one stand behind a press.
 */
function Shares({
  tile: { shares },
  viewpoint: { authority },
}: Pick<TileProps, 'tile' | 'viewpoint'>) {
  if (shares.length === 0) return null;
  const caption = `Each alone, on average, against its own limit of the ${authority}`;
  const table = (of: string, some: readonly ChemicalShare[]) => (
    <table className="mt-2 w-full border-collapse font-mono text-xs tabular">
      <caption className="pb-1.5 text-left font-sans text-ink-soft">{of}</caption>
      <tbody>
        {some.map((share) => {
          const { abbreviation, fullName } = chemicalOf(share.chemical);
          return (
            <tr key={share.chemical} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                <abbr title={fullName} className="no-underline">
                  {abbreviation}
                </abbr>
              </th>
              <td className={`py-1 text-right ${share.limit ? 'text-ink' : 'text-ink-faint'}`}>
                {shareText(share, authority)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  if (authority === 'EFSA') return table(caption, shares);
  const ruled = shares.filter(({ limit }) => limit !== null);
  const rest = shares.filter(({ limit }) => limit === null);
  return (
    <>
      {ruled.length > 0 && table(caption, ruled)}
      {rest.length > 0 && (
        <details className="mt-2 text-sm text-ink-soft">
          <summary className="link inline-block py-1 font-mono text-xs">
            {counted(rest.length, 'chemical')} without a limit
          </summary>
          {table('Found or not, the EPA has set no reference dose', rest)}
        </details>
      )}
    </>
  );
}
