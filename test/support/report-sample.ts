import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Concentration, ReportSample, TestResult } from '#app/results/tested-schema.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { byFamily } from '#app/toxicology/families.ts';

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

/** A row's own eater where that is the spec's child: the ratings that the row states. */
export function childEater(row: Omit<RiskLevelRow, 'eater'>): RiskLevelRow['eater'] {
  return {
    weight_kg: 14,
    servings: 1,
    ...byFamily((family) => ({
      risk: row[`${family}_risk`],
      tdi_percent: row[`${family}_tdi_percent`],
      lower_percent: row[`${family}_lower_percent`],
      upper_percent: row[`${family}_upper_percent`],
      own_lower_percent: row[`${family}_lower_percent`],
      counted: [],
      beside: [],
      sample_upper_percent: row[`${family}_upper_percent`],
    })),
  };
}
