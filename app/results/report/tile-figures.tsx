import { NO_LIMIT_SET } from '#app/results/messages.ts';
import { RangeBar } from './range-bar.tsx';
import type { ReportTile } from '#app/results/report-cards.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { tileAnswer } from '#app/results/tile-answer.ts';
import { Tag } from '#app/ui/tag.tsx';

/** What a person reads of one family: the word, the figure or why there is none, the samples. */
export function TileFigures({ tile, large = false }: { tile: ReportTile; large?: boolean }) {
  const answer = tileAnswer(tile);
  const { word, could, amount, tag, reason, bestEstimate, samples, average, bounds, remarks } =
    answer;
  const hasNoLimit = tile.percentStatus === 'no_limit_set';
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {hasNoLimit ? (
          <span className={large ? 'font-display text-2xl' : 'font-medium'}>{NO_LIMIT_SET}</span>
        ) : (
          <RiskMark level={word} large={large} />
        )}
        {could && <span className="text-sm text-ink">{could}</span>}
        {tag && <Tag tone={tag === 'Above limit' ? 'danger' : 'plain'}>{tag}</Tag>}
      </p>
      {reason !== null && <p className="mt-2 text-sm text-ink">{reason}.</p>}
      {reason === null && amount && (
        <p className="mt-2 text-ink-soft">
          <strong className="text-lg font-medium text-ink tabular">{amount.figure}</strong>{' '}
          <span className="text-sm">{amount.of}</span>
        </p>
      )}
      {tile.percent && amount && <RangeBar percent={tile.percent} samples={tile.samples} />}
      {samples && (
        <p className="mt-1 text-sm text-ink tabular">
          {samples} {average}
        </p>
      )}
      {bounds && (
        <p
          className={`mt-1 tabular ${answer.doBoundsMatter ? 'text-sm text-ink' : 'text-xs text-ink-soft'}`}
        >
          {bounds}
        </p>
      )}
      {bestEstimate && <p className="mt-1 text-xs text-ink-soft tabular">{bestEstimate}</p>}
      {remarks.map((remark) => (
        <p key={remark} className="mt-3 border-l-2 border-line-strong pl-3 text-sm text-ink-soft">
          {remark}
        </p>
      ))}
      {hasNoLimit && <p className="mt-3 text-xs text-ink-soft">By EFSA’s limits: {word}.</p>}
    </>
  );
}
