import { fdaFoods, healthCanadaFoods } from '#db/data/survey-foods.ts';
import type { SurveyRow } from './survey.ts';

const [healthCanada, fda] = [healthCanadaFoods, fdaFoods].map(
  (rows) => new Map(rows.flatMap(([kind, foods]) => foods.map((food) => [food, kind] as const))),
);

/** Key of the kind that a food of a survey is; null where it is none. */
export function kindOfFood({ survey, food }: Pick<SurveyRow, 'survey' | 'food'>): string | null {
  return (survey.startsWith('hc-') ? healthCanada : fda)?.get(food) ?? null;
}

/** Keys of the kinds that a survey has a food of. */
export const surveyedKinds: ReadonlySet<string> = new Set(
  [...healthCanadaFoods, ...fdaFoods].flatMap(([kind]) => kind ?? []),
);
