import { surveyRecords } from '#db/data/surveys.ts';
import type { Survey } from './survey.ts';

/** Every survey that the repository holds, each of one file. */
export const surveys: readonly Survey[] = surveyRecords;

/** `Health Canada: Total Diet Study, PFAS, 2016`. */
export function surveyTitle({ authority, study, years }: Survey): string {
  const [first, last] = years;
  return `${authority}: ${study}, ${first}${first === last ? '' : ` to ${last}`}`;
}

/** The table of a release that has its rows. */
export function surveyTable({ key }: Survey): string {
  return `survey_${key.replaceAll('-', '_')}`;
}
