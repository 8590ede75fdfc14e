import { useSearchParams } from 'react-router';
import { eaterOf } from '#app/results/answers/eater.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { readViewpoint } from '#app/results/answers/viewpoint.ts';

/** The report card that the address of a page asks for, worked out from what the page shows. */
export function useReportTiles(report: TestedReport) {
  const [params] = useSearchParams();
  /** Whom the report opens with. */
  const opening = eaterOf(report);
  const viewpoint = readViewpoint(params, opening);
  return { viewpoint, opening, tiles: tilesOf(report, viewpoint) };
}
