import type { BodyWeight } from '#app/toxicology/body-weights.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { formatPercent } from './percent-text.ts';
import { RangeBar } from './range-bar.tsx';
import type { ReportTile } from './report-cards.ts';
import { FAMILY_NAMES } from './risk-level-row.ts';
import { RiskMark } from './risk-mark.tsx';
import { blindSpotText, caveatText, LEVEL_GUIDE, rangeText, workingOf } from './tile-text.ts';
import { WeightToggle } from './weight-toggle.tsx';

/** Three tiles with level, percent and bounds, for one reference person (spec §2). */
export function ReportCard({
  tiles,
  weight,
  servingG,
  className,
}: {
  tiles: ReportTile[];
  weight: BodyWeight;
  /** Grams; 0 where unknown. */
  servingG: number;
  className: string;
}) {
  return (
    <section aria-labelledby="report-card" className={className}>
      <RuleLabel id="report-card" className="mb-4">
        Report card
      </RuleLabel>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-prose text-sm text-ink-soft">
          One serving a day, as a share of what the European Food Safety Authority holds to be
          tolerable over a lifetime. {LEVEL_GUIDE}
        </p>
        <WeightToggle chosen={weight} />
      </div>
      <div className="grid gap-4 @3xl:grid-cols-3">
        {tiles.map((tile) => (
          <Tile key={tile.family} tile={tile} weight={weight} servingG={servingG} />
        ))}
      </div>
    </section>
  );
}

function Tile({
  tile,
  weight,
  servingG,
}: {
  tile: ReportTile;
  weight: BodyWeight;
  servingG: number;
}) {
  const { percent } = tile;
  const [range, caveat, blindSpot] = [rangeText(tile), caveatText(tile), blindSpotText(tile)];
  const { sum, sentence, limit } = workingOf(tile, servingG, weight);
  return (
    <section
      aria-label={FAMILY_NAMES[tile.family]}
      className="flex flex-col rounded-lg border border-line bg-paper-raised p-4 sm:p-5"
    >
      <h3 className="label text-ink-soft" title={`${sum}. ${sentence}`}>
        {FAMILY_NAMES[tile.family]}
      </h3>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <RiskMark level={tile.level} large />
        {percent && !tile.isNotRated && (
          <span className="font-mono text-ink-soft tabular">
            <strong className="text-lg font-medium text-ink">
              {formatPercent(percent.estimate)}
            </strong>{' '}
            <abbr title="tolerable daily intake" className="text-sm no-underline">
              of TDI
            </abbr>
          </span>
        )}
      </p>
      {percent && range && !tile.isNotRated && (
        <>
          <RangeBar percent={percent} />
          <p className="font-mono text-xs text-ink-soft tabular">{range}</p>
        </>
      )}
      {caveat && <p className="mt-3 text-sm text-ink-soft">{caveat}</p>}
      {blindSpot && (
        <p className="mt-3 border-l-2 border-warn pl-3 text-sm text-ink">{blindSpot}</p>
      )}
      <details className="mt-auto pt-3 text-sm text-ink-soft">
        <summary className="link inline-block py-1.5 font-mono text-xs">
          How this is worked out
        </summary>
        <p className="mt-1 font-mono text-xs">{sum}</p>
        <p className="mt-2">{sentence}</p>
        <p className="mt-2">
          Limit: {limit.setBy}, {limit.year},{' '}
          {limit.citation.url ? (
            <a href={limit.citation.url} rel="noopener" className="link">
              {limit.citation.number ?? limit.citation.title}
            </a>
          ) : (
            (limit.citation.number ?? limit.citation.title)
          )}
          .{limit.note && ` ${limit.note}`}
        </p>
      </details>
    </section>
  );
}
