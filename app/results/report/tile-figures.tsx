import { isAtLeast } from '#app/toxicology/bounds.ts';
import { disagreementText } from '#app/results/charts/lot-text.ts';
import { NO_LIMIT_SET } from '#app/results/messages.ts';
import { formatPercent } from '#app/results/percent-text.ts';
import { RangeBar } from './range-bar.tsx';
import type { ReportTile } from '#app/results/report-cards.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { aboveRangeText, blindSpotText, caveatText, rangeText } from '#app/results/tile-text.ts';

/** Level, percent and bounds of one family, and in words what they do not say. */
export function TileFigures({ tile, large = false }: { tile: ReportTile; large?: boolean }) {
  const { percent, percentStatus, isNotRated } = tile;
  const [range, caveat] = [rangeText(tile), caveatText(tile)];
  const warnings = [blindSpotText(tile), aboveRangeText(tile), disagreementText(tile.sampleLevels)];
  return (
    <>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <RiskMark
          level={tile.level}
          isUnsure={tile.couldNotSeeLimit && !isNotRated}
          large={large}
        />
        {percent && !isNotRated && (
          <span className="font-mono text-ink-soft tabular">
            <strong className="text-lg font-medium text-ink">
              {isAtLeast(percent) && '≥ '}
              {formatPercent(percent.estimate)}
            </strong>{' '}
            <abbr title="tolerable daily intake" className="text-sm no-underline">
              of TDI
            </abbr>
          </span>
        )}
        {percentStatus === 'no_limit_set' && (
          <span className="font-mono text-sm text-ink-soft">{NO_LIMIT_SET}</span>
        )}
      </p>
      {percent && range && !isNotRated && (
        <>
          <RangeBar percent={percent} />
          <p className="font-mono text-xs text-ink-soft tabular">{range}</p>
        </>
      )}
      {caveat && <p className="mt-3 text-sm text-ink-soft">{caveat}</p>}
      {warnings.map(
        (warning) =>
          warning && (
            <p key={warning} className="mt-3 border-l-2 border-warn pl-3 text-sm text-ink">
              {warning}
            </p>
          ),
      )}
    </>
  );
}
