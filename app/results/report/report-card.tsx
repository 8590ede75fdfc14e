import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { ReportTile } from '#app/results/report-cards.ts';
import { MethodologyLink } from '#app/results/methodology/methodology-link.tsx';
import { ReportTileCard } from './report-tile.tsx';
import { BOUNDS_GUIDE, LEVEL_GUIDE } from '#app/results/answer.ts';
import { ViewpointControls } from './viewpoint-controls.tsx';
import type { Viewpoint } from '#app/results/viewpoint.ts';

const limitsOf = {
  EFSA: 'what the European Food Safety Authority (EFSA) considers tolerable over a lifetime',
  EPA: 'the reference doses of the U.S. Environmental Protection Agency (EPA); levels follow EFSA either way',
};

/** A tile for each family with level, percent and bounds, from one viewpoint (spec §2). */
export function ReportCard({
  tiles,
  viewpoint,
  servingG,
  className,
}: {
  tiles: ReportTile[];
  viewpoint: Viewpoint;
  /** Grams; 0 where unknown. */
  servingG: number;
  className: string;
}) {
  return (
    <section aria-labelledby="report-card" className={className}>
      <RuleLabel id="report-card" className="mb-4">
        Report card
      </RuleLabel>
      <div className="mb-5 grid gap-4">
        <p className="max-w-prose text-sm text-ink-soft">
          One serving a day, as a share of {limitsOf[viewpoint.authority]}. {LEVEL_GUIDE}{' '}
          {BOUNDS_GUIDE} Each step of a scale is 100 times the last. <MethodologyLink />
        </p>
        <ViewpointControls viewpoint={viewpoint} />
      </div>
      <div className="grid gap-4 @3xl:auto-cols-[minmax(0,1fr)] @3xl:grid-flow-col">
        {tiles.map((tile) => (
          <ReportTileCard key={tile.family} {...{ tile, viewpoint, servingG }} />
        ))}
      </div>
    </section>
  );
}
