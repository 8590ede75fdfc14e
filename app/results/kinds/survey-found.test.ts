import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { kinds } from '#app/catalogue/kinds.ts';
import { fdaFoods, gramsADay, healthCanadaFoods } from '#db/data/survey-foods.ts';
import { openPage } from '#test/support/open-page.tsx';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { surveyLines } from './survey-found.server.ts';

/** Whether pages have surveys; without them, they must say the same of tests. */
const page = vi.hoisted(() => ({ hasSurveys: true, year: 2026 }));
vi.mock('./survey-found.server.ts', async (original) => {
  const real = await original<typeof import('./survey-found.server.ts')>();
  const found: typeof real.surveyFound = (kind, weightKg) =>
    page.hasSurveys ? real.surveyFound(kind, weightKg, new Date(`${page.year}-11-30`)) : null;
  return { ...real, surveyFound: found };
});
beforeEach(() => void Object.assign(page, { hasSurveys: true, year: 2026 }));
useDatabaseWithResults();

/** A row of a file as this test reads it: ng/g, null of what was not detected. */
interface Raw {
  kind: string;
  substance: string;
  isFda: boolean;
  food: string;
  sample: string;
  year: number;
  city: string;
  day: string;
  value: number | null;
  limit: number;
  isUnder: boolean;
}

const kindsOf = (rows: typeof fdaFoods) =>
  new Map(rows.flatMap(([kind, foods]) => foods.map((food) => [food, kind] as const)));
const [canada, fda] = [kindsOf(healthCanadaFoods), kindsOf(fdaFoods)];
const cells = (path: string) =>
  parse<Record<string, string>>(readFileSync(`db/data/${path}.csv`), { columns: true });
const MONTHS: Record<string, string> = {
  '9/15/13': 'September 15, 2013',
  '1/15/15': 'January 15, 2015',
};
const FDA_NAMES: Record<string, string> = {
  lead: 'Lead alone',
  cadmium: 'Cadmium alone',
  'arsenic (total)': 'Arsenic alone, in all its forms',
  'mercury (total)': 'Mercury alone, in all its forms',
};

const raw: Raw[] = [
  ...['health-canada/phthalates-2011-2014', 'health-canada/bpa-2008-2016'].flatMap((file) =>
    cells(file).flatMap((row): Raw[] => {
      const substance = /\((DEHP|BPA)\)/.exec(row['Analyte Name']!)?.[1];
      const kind = canada.get(row['Food Name']!);
      if (!substance || !kind) return [];
      const per = row['Units of measurement'] === 'ng/g' ? 1 : 1000;
      const limits = ['LOD', 'MDL', 'LOQ'].map((name) => Number(row[name]) * per).filter(Boolean);
      const isMeasured = row['Result Operator'] === '=';
      const date = row['Sample Collection Date']!;
      const value = Number(row['Result Value']) * per;
      return [
        {
          kind,
          substance: `${substance} alone`,
          isFda: false,
          food: row['Food Name']!,
          sample: row['Sample Code']!,
          year: date.includes('/') ? 2000 + Number(date.slice(-2)) : Number(date.slice(0, 4)),
          city: row['Sampling Location City Name']!,
          day: MONTHS[date] ?? date.slice(0, 4),
          value: isMeasured ? value : null,
          limit: limits[0] ?? 0,
          isUnder: isMeasured && limits.some((limit) => value < limit),
        },
      ];
    }),
  ),
  ...['fda/baby-food-2009-2024', 'fda/infant-formula-2023-2025'].flatMap((file) =>
    cells(file).map((row): Raw => ({
      kind: fda.get(row['food']!)!,
      substance: FDA_NAMES[row['substance']!]!,
      isFda: true,
      food: row['food']!,
      sample: row['sample']!,
      year: Number(row['fiscal_year']),
      city: '',
      day: '',
      value: /^[\d.]+$/.test(row['result_ppb']!) ? Number(row['result_ppb']) : null,
      limit: 0,
      isUnder: false,
    })),
  ),
];

const figure = (ngG: number) =>
  Number(ngG.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 6 });
const span = (amounts: number[]) => {
  const sorted = amounts.toSorted((a, b) => a - b).map(figure);
  return `${[...new Set([sorted[0], sorted.at(-1)])].join(' to ')} ng/g`;
};
const values = (rows: Raw[]) => rows.flatMap(({ value }) => value ?? []);
const yearsOf = (rows: Raw[]) => {
  const years = [...new Set(rows.map(({ year }) => year))].toSorted((a, b) => a - b);
  return years.length < 3 ? years.join(' and ') : `${years[0]} to ${years.at(-1)}`;
};

/** What a page must say of one substance, as a pattern: words may change, figures and counts may not. */
function said(rows: Raw[]): RegExp {
  const measured = values(rows);
  const below = rows.filter(({ value }) => value === null);
  const under = rows.filter(({ isUnder }) => isUnder).length;
  const unit = rows[0]!.isFda ? 'sample' : 'composite';
  const quoted = (text: string) => text.replaceAll('.', '\\.');
  const underText =
    under === 0
      ? ''
      : under === measured.length
        ? ', below quantification'
        : `, ${under} of them below quantification`;
  const limits = rows[0]!.isFda
    ? 'below a limit that FDA does not state by sample'
    : `at ${quoted(span(below.map(({ limit }) => limit)))}`;
  if (rows.length === 1)
    return measured.length > 0
      ? new RegExp(`^One ${unit}: measured, ${quoted(span(measured))}${underText}\\.$`)
      : new RegExp(`^One ${unit}: not detected ${limits}\\.$`);
  const of = ` of ${rows.length} ${unit}s`;
  const first = measured.length > 0;
  const parts = [
    first ? `measured in ${measured.length}${of}, ${quoted(span(measured))}${underText}` : '',
    below.length > 0 ? `not detected in ${below.length}${first ? '' : of}, ${limits}` : '',
  ].filter(Boolean);
  return new RegExp(`^${parts.join('; ')}\\.$`, 'i');
}

/** Where a mark stands: of the family's axis for the grams of a day, or of the one in ng/g. */
function placeOf({ kind, substance }: Raw, ngG: number, weightKg: number): number {
  const grams = /DEHP|BPA/.test(substance) ? gramsADay[kind] : undefined;
  const [lowest, highest] = !grams ? [-3, 4] : substance.startsWith('BPA') ? [-1, 6] : [0, 6];
  const amount = grams ? (ngG * grams) / weightKg : ngG;
  const share = (Math.log10(amount) - lowest!) / (highest! - lowest!);
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}

const SECTION = /<section aria-labelledby="survey".*?<\/section>/s;
const stripped = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .trim();
const surveyed = [...new Set(raw.map(({ kind }) => kind))];
const isBabies = (kind: string) => ['infant-formula', 'baby-food'].includes(kind);

describe('of every kind that surveys have a food of', () => {
  test('each figure, count, day, and city is what the raw rows say', async () => {
    let composites = 0;
    let counted = 0;
    for (const kind of surveyed) {
      const own = raw.filter((row) => row.kind === kind);
      const { html } = await openPage(`/plasticlist/kinds/${kind}`);
      const section = SECTION.exec(html)?.[0] ?? '';
      const blocks = section.split('<h3').slice(1);
      const named = Map.groupBy(own, ({ substance, isFda }) => (isFda ? 'FDA' : substance));
      expect(blocks.length, kind).toBe(named.size);
      for (const block of blocks) {
        const [, name = ''] = /^[^>]*>([^<]*)/.exec(block) ?? [];
        const items = [...block.matchAll(/<li[^>]*>.*?<\/li>/gs)].map(([item]) => item);
        const shown = items.map((item) => /<h4[^>]*>([^<]*)/.exec(item)![1]!);
        const rows = own.filter(
          ({ substance, isFda }) => shown.includes(substance) && isFda === name.startsWith('FDA'),
        );
        expect(name).toBe(
          `${rows[0]!.isFda ? 'FDA, fiscal years' : 'Health Canada,'} ${yearsOf(rows)}`,
        );
        expect(block.includes('samples follow suspicion')).toBe(
          name.startsWith('FDA') && kind !== 'infant-formula',
        );
        const old = rows.filter(({ year }) => 2026 - year > 10);
        expect(block.includes('over ten years ago: packaging and limits have changed since.')).toBe(
          old.length > 0,
        );
        if (old.length > 0 && old.length < rows.length)
          expect(block).toContain(
            `up to ${Math.max(...old.map(({ year }) => year))} over ten years ago`,
          );
        for (const [at, item] of items.entries()) {
          const those = rows.filter(({ substance }) => substance === shown[at]);
          counted += those.length;
          const [, sentence = ''] = /<p[^>]*>([^<]*)<\/p>/.exec(item) ?? [];
          expect(sentence, `${kind} ${shown[at]}`).toMatch(said(those));
          const paths = [...item.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) =>
            [...path.matchAll(/M([\d.]+) /g)].map(([, place]) => Number(place)),
          );
          const kg = isBabies(kind) ? 5 : 14;
          const places = (amounts: number[]) =>
            new Set(amounts.map((one) => placeOf(those[0]!, one, kg)));
          expect(new Set(paths[0]), kind).toEqual(places(values(those)));
          const limits = those.flatMap(({ value, limit }) =>
            value === null && limit > 0 ? limit : [],
          );
          expect(new Set(paths[1]), kind).toEqual(places(limits));
        }
        const table = [...block.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)]
          .slice(1)
          .map(([, row = '']) =>
            [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
              stripped(cell),
            ),
          );
        if (name.startsWith('FDA')) {
          const foods = Map.groupBy(rows, ({ food }) => food);
          expect(table).toEqual(
            [...foods]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([food, those]) => [
                food,
                yearsOf(those),
                ...shown.map((substance) => {
                  const of = those.filter((row) => row.substance === substance);
                  const amounts = values(of);
                  if (of.length === 0) return '–';
                  return `${amounts.length} of ${of.length}${amounts.length > 0 ? `: ${span(amounts)}` : ''}`;
                }),
              ]),
          );
        } else {
          composites += table.length;
          expect(table).toEqual(
            rows.map(({ food, sample, day, city, value, limit, isUnder }) => [
              `${food} (${sample})`,
              day,
              city,
              value === null
                ? `Not detected at ${figure(limit)} ng/g`
                : `${figure(value)} ng/g${isUnder ? ', below quantification' : ''}`,
            ]),
          );
        }
      }
    }
    // Every DEHP and BPA row of a food that is of some kind, and every row of FDA.
    expect(counted).toBe(raw.length);
    expect(composites).toBe(raw.filter(({ isFda }) => !isFda).length);
    expect(raw.filter(({ isFda }) => isFda)).toHaveLength(3_192);
  });

  test('what is said of tests is byte for byte what is said without surveys', async () => {
    let tested = 0;
    for (const { key, products } of kinds) {
      if (products.length === 0) continue;
      page.hasSurveys = true;
      const { html, meta } = await openPage(`/plasticlist/kinds/${key}`);
      page.hasSurveys = false;
      const without = await openPage(`/plasticlist/kinds/${key}`);
      expect(SECTION.test(html), key).toBe(surveyed.includes(key));
      expect(SECTION.test(without.html)).toBe(false);
      if (!html.includes('Signs')) continue;
      tested += 1;
      expect(html.replace(SECTION, ''), key).toBe(without.html);
      expect(meta, key).toEqual(without.meta);
    }
    expect(tested).toBeGreaterThan(60);
  });
});

describe('a kind', () => {
  test('without a product has a page that says so, with what can be done', async () => {
    const { text, html, meta } = await openPage('/plasticlist/kinds/apple-sauce');
    expect(text).toContain('None is tested so far.');
    expect(text).toContain('Health Canada, 2013 and 2015');
    expect(text).toContain(
      'Collected in 2013 and 2015, over ten years ago: packaging and limits have changed since.',
    );
    expect(text).toContain(
      'Measured in 1 of 2 composites, 31.3 ng/g; not detected in 1, at 14 ng/g.',
    );
    expect(text).toContain(
      'several brands of one food, bought in one city, prepared as eaten, and mixed',
    );
    expect(text).toContain(
      'not for their families: DINP, BPS, BPF, DEHT, and DINCH were not measured',
    );
    expect(text).toContain('Drawn in ng/g.');
    expect(html).toContain('href="/add-product"');
    expect(html).toContain('Open Government Licence – Canada');
    expect(JSON.stringify(meta)).toContain('Apple sauce: what a survey found');
    expect(JSON.stringify(meta)).not.toContain('noindex');
  });

  test('is compared with no limit, and has no level', () => {
    for (const kind of surveyed) {
      const lines = surveyLines(kind);
      expect(lines.length, kind).toBeGreaterThan(0);
      expect(lines.join(' '), kind).not.toMatch(/%|percent|within|above|average|mean|level/i);
    }
  });

  test('of which a survey has PFAS leads to their rows, and names no amount', async () => {
    const { html } = await openPage('/plasticlist/kinds/eggs');
    const section = SECTION.exec(html)![0];
    expect(stripped(section)).toContain('PFAS were measured in 2 composites too');
    expect(section).toContain('href="/surveys"');
    expect(section).toMatch(/hide more than a day’s share of EFSA’s group limit.* not for infants/);
    expect(section).not.toMatch(/perfluoro/i);
    expect((await openPage('/plasticlist/kinds/honey')).text).not.toContain('PFAS were');
  });

  test('is old once ten years have gone by since the end of a year', async () => {
    page.year = 2026;
    const { text } = await openPage('/plasticlist/kinds/honey');
    expect(text).toContain('Collected from 2008 to 2016, those up to 2012 over ten years ago:');
    expect(text).not.toContain('prints as measured');
    page.year = 2027;
    expect((await openPage('/plasticlist/kinds/honey')).text).toContain(
      'Collected from 2008 to 2016, over ten years ago:',
    );
  });
});
