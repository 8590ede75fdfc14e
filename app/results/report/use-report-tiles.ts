import { useSearchParams } from 'react-router';
import { reportTiles, type ReportTile } from '#app/results/report-cards.ts';
import { reportMeasurements } from '#app/results/report-measurements.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { readViewpoint, type Viewpoint } from '#app/results/viewpoint.ts';

/** The report card that the address of a page asks for, worked out from what the page shows. */
export function useReportTiles({ risk, serving_size_g, samples }: TestedReport): {
  viewpoint: Viewpoint;
  tiles: ReportTile[];
} {
  const [params] = useSearchParams();
  const viewpoint = readViewpoint(params);
  const measured = reportMeasurements(samples);
  const tiles = reportTiles(risk.product_id, serving_size_g || null, measured, viewpoint);
  return { viewpoint, tiles };
}
