import { useSearchParams } from 'react-router';
import { eaterOf, type Eater } from '#app/results/answers/eater.ts';
import { tilesOf, type ReportTile } from '#app/results/answers/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { readViewpoint, type Viewpoint } from '#app/results/answers/viewpoint.ts';

/** The report card that the address of a page asks for, worked out from what the page shows. */
export function useReportTiles(report: TestedReport): {
  viewpoint: Viewpoint;
  /** Whom the report opens with. */
  opening: Eater;
  tiles: ReportTile[];
} {
  const [params] = useSearchParams();
  const opening = eaterOf(report);
  const viewpoint = readViewpoint(params, opening);
  return { viewpoint, opening, tiles: tilesOf(report, viewpoint) };
}
