import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { surveyCells, surveyRows } from './read-surveys.server.ts';
import { surveys } from './surveys.ts';

const rows = surveyRows();
const rawOf = (path: string) => (parse(readFileSync(path, 'utf8')) as string[][]).slice(1);

it.each(surveys.map((survey) => [survey.key, survey] as const))(
  '%s is the file that was copied, and is read cell by cell',
  (key, survey) => {
    const raw = rawOf(survey.file.path);
    expect(surveyCells(survey)).toEqual(raw);
    const readme = readFileSync(survey.file.path.replace(/[^/]+$/, 'README.md'), 'utf8');
    const digest = createHash('sha256').update(readFileSync(survey.file.path)).digest('hex');
    expect(readme).toContain(digest);
    const own = rows.filter((row) => row.survey === key);
    expect(own.map(({ food, sample }) => [food, sample])).toEqual(
      raw.map((cells) =>
        survey.authority === 'FDA' ? [cells[2], cells[0]] : [cells[0], cells[1]],
      ),
    );
    const years = own.map(({ on }) => on.slice(0, 4)).toSorted();
    expect([years[0], years.at(-1)]).toEqual(survey.years);
  },
);

it('a row says what was measured, or below what limit it was not detected', () => {
  const canada = rows.filter(({ survey }) => survey.startsWith('hc-'));
  const fda = rows.filter(({ survey }) => survey.startsWith('fda-'));
  expect([canada.length, fda.length]).toEqual([5745, 3192]);
  const below = canada.filter(({ found }) => found.kind === 'below');
  expect(below.length).toBe(4985);
  expect(below.every(({ found }) => found.kind === 'below' && found.ngG > 0)).toBe(true);
  expect(canada.some(({ found }) => found.kind === 'unstated')).toBe(false);
  expect(new Set(canada.map(({ on }) => /^\d{4}-\d\d-\d\d$/.test(on)))).toEqual(new Set([true]));
  expect(
    new Set(fda.flatMap(({ found }) => (found.kind === 'unstated' ? found.text : []))),
  ).toEqual(new Set(['<LOD', 'NDb']));
  expect(fda.some(({ found }) => found.kind === 'below')).toBe(false);
  // What stands as measured under a limit beside it: of bisphenol A 114 under the LOQ and 23 more under the LOD.
  const under = canada.flatMap(({ survey, found }) =>
    found.kind === 'measured' && found.under ? `${survey} ${found.under}` : [],
  );
  const counts = Object.fromEntries(
    [...Map.groupBy(under, (one) => one)].map(([one, all]) => [one, all.length]),
  );
  expect(counts).toEqual({ 'hc-bpa LOQ': 113, 'hc-bpa LOD': 24, 'hc-phthalates MDL': 1 });
});

it('units are each row’s, dates are the day of collection, and chemicals have our keys', () => {
  const of = (analyte: string, food: string) =>
    rows.filter((row) => row.analyte === analyte && row.food === food);
  expect(of('deha', 'Beef Ground, Medium')).toContainEqual({
    survey: 'hc-phthalates',
    food: 'Beef Ground, Medium',
    sample: expect.any(String),
    on: '2011-09-15',
    city: 'Ottawa',
    analyte: 'deha',
    found: { kind: 'measured', ngG: 11_204.37143 },
  });
  expect(of('deha', 'Cottage Cheese').map(({ found }) => found)).toContainEqual({
    kind: 'below',
    ngG: 26,
    limit: 'LOD',
  });
  // Of the project "2014 (2015A)".
  expect(rows.filter(({ on }) => on === '2015-01-15').length).toBe(48);
  const keys = new Set(rows.filter((row) => row.survey !== 'hc-pfas-2016').map((r) => r.analyte));
  for (const key of 'bpa dehp deha dbp bbp dep dmp dibp dnhp dchp dnop pb cd as hg'.split(' '))
    expect(keys).toContain(key);
  expect(keys).toContain('Perfluoro-n-octanoic acid (PFOA)');
});
