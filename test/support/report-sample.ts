import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Concentration, ReportSample, TestResult } from '#app/results/tested-schema.ts';

/** A sample of a report in which only these cells have a result. */
export function reportSample(
  id: string,
  lot: string | null,
  cells: Record<string, Concentration>,
): ReportSample {
  const every = Object.fromEntries(chemicals.map(({ key }) => [`${key}_ng_g`, null]));
  const result = { lot_number: lot, ...every, ...cells } as TestResult;
  return { id, name: 'Sample', lot_number: lot, test_results: [result] };
}
