import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';

/** One result of FDA's surveys, and who eats how much of it. */
export interface SurveyRow {
  sample: string;
  substance: 'pb' | 'cd' | 'as' | 'hg';
  /** As FDA wrote it: `12.5`, `<LOD`, `NDb`. */
  result: string;
  food: string;
  category: string;
  isFormula: boolean;
  /** A day. */
  grams: number;
  kg: number;
}

const SUBSTANCES: Record<string, SurveyRow['substance']> = {
  lead: 'pb',
  cadmium: 'cd',
  'arsenic (total)': 'as',
  'mercury (total)': 'hg',
};
const GRAMS: Record<string, number> = { 'Dry Infant Cereals': 15, 'Grain-Based Snacks': 7 };

export const FILES = ['baby-food-2009-2024', 'infant-formula-2023-2025'] as const;

/** FDA's rows, food first, with the assumptions of `db/data/fda/README.md`. */
export function readSurveys(): SurveyRow[] {
  return FILES.flatMap((file, isFormula) => {
    const text = readFileSync(`db/data/fda/${file}.csv`);
    return parse<Record<string, string>>(text, { columns: true }).map((row) => ({
      sample: row['sample']!,
      substance: SUBSTANCES[row['substance']!]!,
      result: row['result_ppb']!,
      food: row['food']!,
      category: row['category'] ?? '',
      isFormula: isFormula === 1,
      grams: isFormula ? 800 : (GRAMS[row['category']!] ?? 110),
      kg: isFormula ? 5 : 14,
    }));
  });
}
