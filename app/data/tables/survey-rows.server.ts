import { columnsOf, type Cell, type DataTable } from '#app/data/table.ts';
import { surveyCells } from '#app/surveys/read-surveys.server.ts';
import { NO_TESTS } from '#app/surveys/survey.ts';
import { surveys, surveyTable, surveyTitle } from '#app/surveys/surveys.ts';

/** Each survey as a table of its own, cell by cell as its file has it (decision 0210). */
export const surveyTables: DataTable<Record<string, Cell>>[] = surveys.map((survey) => ({
  name: surveyTable(survey),
  title: surveyTitle(survey),
  means: `One analyte in one sample; ${survey.measured}. ${NO_TESTS} ${survey.note ?? ''}`.trim(),
  key: ['row'],
  columns: [
    { name: 'row', type: 'integer', means: 'Number of the row in the file, from 1.' },
    ...survey.file.columns.map(([name, means]) => ({ name, type: 'text' as const, means })),
    ...columnsOf({}),
  ],
  terms: { source: survey.authority, license: survey.license.name, url: survey.license.url },
  newest: () => survey.years[1],
  async *rows() {
    const names = survey.file.columns.map(([name]) => name);
    yield surveyCells(survey).map((cells, at) => ({
      row: at + 1,
      ...Object.fromEntries(names.map((name, column) => [name, cells[column] || null])),
    }));
  },
}));
