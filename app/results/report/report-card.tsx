import { href, Link, useSearchParams } from 'react-router';
import { firstWeeks, weightInPounds } from '#app/toxicology/body-weights.ts';
import { Cited } from '#app/results/cited.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import * as messages from '#app/results/messages.ts';
import { tilesOf, type ReportTile } from '#app/results/answers/report-cards.ts';
import { stripOf } from '#app/results/answers/strip-of.ts';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { ReportTileCard, type TileProps } from './report-tile.tsx';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { BOUNDS_GUIDE, LEVEL_GUIDE } from '#app/results/answers/answer.ts';
import { ViewpointControls } from './viewpoint-controls.tsx';
import {
  baby,
  eaterOf,
  servingsFirst,
  servingsText,
  specChild,
  type Eater,
} from '#app/results/answers/eater.ts';
import { readViewpoint, type Viewpoint } from '#app/results/answers/viewpoint.ts';

const limitsOf: Record<Viewpoint['authority'], string> = {
  EFSA: 'what the European Food Safety Authority (EFSA) considers tolerable over a lifetime',
  EPA: 'the reference doses of the U.S. Environmental Protection Agency (EPA); levels follow EFSA either way',
};

/** The report card that the address of a page asks for, worked out from what the page shows. */
export function useReportTiles(report: TestedReport) {
  const [params] = useSearchParams();
  /** Whom the report opens with. */
  const opening = eaterOf(report);
  const viewpoint = readViewpoint(params, opening);
  return { viewpoint, opening, tiles: tilesOf(report, viewpoint) };
}

/** A tile for each family, from one viewpoint, and what must be known before anything else. */
export function ReportCard({
  tiles,
  viewpoint,
  report,
}: Omit<TileProps, 'tile'> & { tiles: ReportTile[] }) {
  const isNotFood = report.risk.not_food;
  return (
    <>
      <section
        aria-label="Report card"
        data-servings={servingsFirst(viewpoint.servings, 0)}
        className="mt-3 @2xl:mt-6"
      >
        <div className="grid gap-1.5 @3xl:auto-cols-[minmax(0,1fr)] @3xl:grid-flow-col @3xl:gap-4">
          {tiles.map((tile) => (
            <ReportTileCard key={tile.family} {...{ tile, viewpoint, report }} />
          ))}
        </div>
      </section>
      <StripGuide strips={tiles.map((tile) => stripOf(tile, isNotFood))} className="mt-1" />
      {tiles.some((tile) => tile.isNotRated) && (
        <Notice tone="warn" className="mt-8">
          <strong className="font-medium">Update:</strong> {messages.SUPPLIER_UPDATE}
        </Notice>
      )}
      {isNotFood && <Notice className="mt-8">{messages.NOT_FOOD}</Notice>}
    </>
  );
}

/** Whom a report is for, and by whose limits. */
export function ForWhom({
  viewpoint,
  opening = specChild,
}: {
  viewpoint: Viewpoint;
  opening?: Eater;
}) {
  return (
    <section
      id="viewpoint"
      aria-labelledby="whose"
      data-skip-in-text={opening.weightKg !== baby.weightKg}
      className="mt-8 scroll-mt-20"
    >
      <RuleLabel id="whose" className="mb-4">
        For whom
      </RuleLabel>
      <ViewpointControls {...{ viewpoint, opening }} />
      {opening.weightKg === baby.weightKg && (
        <p className="mt-4 max-w-prose text-sm">
          {baby.label}: {weightInPounds(baby.weightKg)} and {servingsText(opening.servings, 0)}. The
          number of servings is an assumption: package directions are not in this data. Set the
          number on your package. {firstWeeks.text} (
          <Cited url={firstWeeks.citation.url}>{firstWeeks.citation.number}</Cited>).
        </p>
      )}
    </section>
  );
}

/** What else must be known to read a report card. */
export function HowLevelsWork({ viewpoint }: { viewpoint: Viewpoint }) {
  return (
    <p className="mt-6 max-w-prose text-sm text-ink-soft">
      {servingsFirst(viewpoint.servings, 0)}, as a share of {limitsOf[viewpoint.authority]}.{' '}
      {LEVEL_GUIDE} {limitsNamed()} {BOUNDS_GUIDE}{' '}
      <Link to={href('/risk-methodology')} className="link whitespace-nowrap">
        How levels are calculated
      </Link>
    </p>
  );
}
