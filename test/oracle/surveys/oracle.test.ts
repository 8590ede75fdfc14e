import { parse } from 'csv-parse/sync';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { fdaFound } from '#app/surveys/fda-found.server.ts';
import { surveys } from '#app/surveys/surveys.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { PFAS_NOTE } from '#db/data/surveys.ts';
import { asSeenBy, byIntake, known } from '#test/oracle/metals/by-hand.ts';
import { readSurveys, type SurveyRow } from '#test/oracle/metals/survey-rows.ts';

const canada = (file: string) =>
  parse<Record<string, string>>(readFileSync(`db/data/health-canada/${file}.csv`, 'utf8'), {
    columns: true,
  });

describe('what is said of surveys, from their rows', () => {
  it('PFAS: the limits of detection hide more than a day’s share of EFSA’s group limit', () => {
    const group = ['(PFOA)', '(PFNA)', '(PFHxS)', '(PFOS total)'];
    const rows = [...canada('pfas-2016'), ...canada('pfas-2017')].filter((row) =>
      group.some((name) => row['Analyte Name']!.endsWith(name)),
    );
    const composites = [...Map.groupBy(rows, (row) => row['Sample Code']!).values()];
    expect(composites.every((some) => some.length === group.length)).toBe(true);
    const shareNg = (4.4 * 14) / 7;
    const sums = composites.map((some) => {
      const sum = (key: string, isFound: boolean) =>
        some
          .filter((row) => (row['Result Operator'] === '=') === isFound)
          .reduce((ng, row) => ng + Number(row[key]) * 100, 0);
      return { found: sum('Result Value', true), hidden: sum('LOD', false) };
    });
    const hiding = sums.filter(({ hidden }) => hidden > shareNg).length;
    expect(PFAS_NOTE).toContain(`In ${hiding} of the ${sums.length} composites`);
    expect(sums.filter(({ found, hidden }) => found + hidden <= shareNg).length).toBe(0);
    expect(sums.filter(({ found }) => found > shareNg).length).toBe(23);
    expect(PFAS_NOTE).toMatch(/4\.4 ng .* a week.* 14 kg who eats 100 g\. .* not for infants/);
  });

  it('no mean holds a test and a survey: what reads rows of surveys works out no figure of tests', () => {
    const files = globSync('app/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
    const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    const readers = files.filter((file) => textOf.get(file)?.includes('#app/surveys/'));
    expect(readers.filter((file) => !file.startsWith('app/surveys/')).toSorted()).toEqual([
      'app/assistants/mcp.server.ts',
      'app/data/releases/data.page.tsx',
      'app/data/releases/describe-release.ts',
      'app/data/tables/survey-rows.server.ts',
      'app/pages/product.page.tsx',
      'app/pages/surveys.page.tsx',
      'app/results/kinds/kinds.page.tsx',
      'app/results/kinds/survey-found.server.ts',
      'app/results/search/find-everything.server.ts',
      'app/sitemap.server.ts',
    ]);
    const figures = /toxicology\/(bounds|product-figures|intake|metals\/amounts)\.ts/;
    expect(readers.filter((file) => figures.test(textOf.get(file) ?? ''))).toEqual([]);
    expect(files.filter((file) => figures.test(textOf.get(file) ?? '')).length).toBeGreaterThan(5);
  });

  it('bisphenol A: what stands as measured below its own limits, and the days', () => {
    const rows = canada('bpa-2008-2016');
    const under = (key: string) =>
      rows.filter(
        (row) => row['Result Operator'] === '=' && Number(row['Result Value']) < Number(row[key]),
      );
    const [quantified, detected] = [under('LOQ'), under('LOD')];
    const between = quantified.filter((row) => !detected.includes(row)).length;
    const note = surveys.find(({ key }) => key === 'hc-bpa')!.note;
    const measured = rows.filter((row) => row['Result Operator'] === '=').length;
    expect(note).toContain(
      `Of ${measured} values that Health Canada prints as measured, ${between + detected.length} are below a limit that stands beside them: ${detected.length} below the limit of detection, and ${between} below that of quantification alone.`,
    );
    expect(new Set(rows.map((row) => row['Sample Collection Date']!.slice(4)))).toEqual(
      new Set(['-01-01']),
    );
  });
});

describe('what FDA found, before giving', () => {
  const rows = readSurveys();
  const isRoot = ({ food }: SurveyRow) => ['Carrots', 'Sweet Potatoes'].includes(food);
  const isCereal = ({ category }: SurveyRow) => category === 'Dry Infant Cereals';
  const isOther = (row: SurveyRow) =>
    !row.isFormula && !isRoot(row) && !isCereal(row) && row.category !== 'Grain-Based Snacks';
  /** By limit, what it is of, and how a sentence names it. */
  const LIMITS = {
    'pb-fda-irl-child': ['pb', 'FDA’s daily amount of lead for children'],
    'cd-efsa': ['cd', 'EFSA’s tolerable weekly intake of cadmium'],
    'as-epa-rfd': ['as', 'EPA’s reference dose for inorganic arsenic'],
    'hg-efsa-me': ['hg', 'EFSA’s tolerable weekly intake of methylmercury'],
  } as const;

  /** The line that the rows make, counted in whole numbers. */
  function lineOf(some: SurveyRow[], id: keyof typeof LIMITS, loq: string, grams: number) {
    const [substance, name] = LIMITS[id];
    const own = some.filter((row) => row.substance === substance);
    const said = (assumed: string | null, limit = '') => {
      const all = own.map(
        (row) =>
          byIntake(intakeMetalLimits, substance, asSeenBy(loq, known(row.result, assumed)), {
            ...row,
            grams,
          })[id],
      );
      const count = (verdict: string) => all.filter((one) => one === verdict).length;
      const [above, untold] = [count('no'), count('cannot tell')];
      return `${count('yes')} within${limit}${above ? `, ${above} above` : ''}${untold ? `, ${untold} can’t be told` : ''}`;
    };
    const missed = own.filter(({ result }) => result === '<LOD').length;
    const first = `Of ${own.length}, by a test that sees ${loq} µg/kg${grams === 800 ? ' as fed' : ''}: ${said(loq, ` ${name}`)}`;
    return missed === 0
      ? `${first}.`
      : `${first}; ${missed} were not detected by FDA, which counts as below ${loq} by assumption (without it, ${said(null)}).`;
  }

  /** Limits of quantification that the question takes, in the order of lead, cadmium, arsenic, mercury: 2.2 µg; 35, 5.88, and 18.2 µg in a week, by grams. */
  test.each([
    ['carrots', 52, 113, {}, isRoot, 113, ['19.4', '44.2', '7.43', '23']],
    [
      'sweet potatoes of an unknown serving',
      1043,
      null,
      {},
      isRoot,
      110,
      ['20', '45.4', '7.63', '23.6'],
    ],
    ['bananas', 51, 113, {}, isOther, 113, ['19.4', '44.2', '7.43', '23']],
    ['oatmeal for babies', 1045, 15, {}, isCereal, 15, ['146', '333', '56', '173']],
    [
      'registered limits',
      52,
      110,
      { pb: 2, cd: 1, as: 3, hg: 0.5 },
      isRoot,
      110,
      ['2', '1', '3', '0.5'],
    ],
    [
      'formula',
      1,
      22,
      { pb: 20, cd: 10 },
      (row: SurveyRow) => row.isFormula,
      800,
      ['2.75', '2.23', '0.375', '1.16'],
    ],
  ] as const)('%s', (_, item, servingG, loqs, holds, grams, sees) => {
    const text = fdaFound(item, servingG, loqs);
    const ids = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
    const lines = ids.map((id, at) => lineOf(rows.filter(holds), id, sees[at]!, grams));
    expect(text.split('\n  - ').slice(1)).toEqual(lines);
    expect(text).toContain(item === 1 ? '(800 g as fed)' : `one serving (${grams} g)`);
    for (const words of ['assumed', 'fiscal years 20', 'not compared'])
      expect(text).toContain(words);
    // Formula was a special survey, and no samples of a compliance program.
    expect(text.includes('not what is usual: its samples follow suspicion')).toBe(item !== 1);
  });

  it('of 53 carrots and sweet potatoes a test that sees 2: 49 within, 4 above, 4 not detected', () => {
    const text = fdaFound(52, 110, { pb: 2 });
    expect(text).toContain(
      'carrots and sweet potatoes alone in FDA’s survey (fiscal years 2009–2024)',
    );
    expect(text).toContain(
      'Of 53, by a test that sees 2 µg/kg: 49 within FDA’s daily amount of lead for children, 4 above; 4 were not detected by FDA, which counts as below 2 by assumption (without it, 45 within, 4 above, 4 can’t be told).',
    );
  });

  it('total arsenic can’t answer rice, and a kind without rows says so', () => {
    const cereals = rows.filter((row) => isCereal(row) && row.substance === 'as');
    const untold = cereals.filter(
      ({ result }) =>
        byIntake(intakeMetalLimits, 'as', known(result, '56'), { grams: 15, kg: 14 })[
          'as-epa-rfd'
        ] === 'cannot tell',
    );
    expect([cereals.length, untold.length]).toEqual([278, 246]);
    expect(cereals.filter(({ food }) => /rice/i.test(food)).length).toBeGreaterThan(139);
    expect(fdaFound(1017, 45)).toContain(
      'Total arsenic can’t answer rice: of 278 dry infant cereals in FDA’s survey, most of them of rice, it can’t tell for 246 whether one serving (15 g, which is assumed) a day is within EPA’s reference dose for inorganic arsenic for a child of 14 kg.',
    );
    for (const item of [1022, 1048, 13, 186]) {
      expect(fdaFound(item, 30)).toBe(
        '\n- **What FDA found.** FDA’s two surveys, of food for babies and of formula, have no rows of this kind.',
      );
    }
  });
});
