import { surveyRecords } from '#db/data/surveys.ts';
import { yearsOfSurvey, type Survey } from './survey.ts';

/** Every survey that the repository holds, each of one file. */
export const surveys: readonly Survey[] = surveyRecords;

/** `Health Canada: Total Diet Study, PFAS, 2016`. */
export function surveyTitle(survey: Survey): string {
  const { authority, study, years } = survey;
  return `${authority}: ${study}, ${yearsOfSurvey(survey, [...new Set(years)].join(' to '))}`;
}

/** The table of a release that has its rows. */
export function surveyTable({ key }: Survey): string {
  return `survey_${key.replaceAll('-', '_')}`;
}
