import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindNamed, kinds } from '#app/catalogue/kinds.ts';
import { basisRows } from '#db/data/comparable.ts';
import { fdaFoods, gramsADay, healthCanadaFoods } from '#db/data/survey-foods.ts';
import { kindOfFood, surveyedKinds } from './food-kinds.ts';

const foodsIn = (path: string, column: string) =>
  parse<Record<string, string>>(readFileSync(`db/data/${path}.csv`), { columns: true }).map(
    (row) => row[column]!,
  );
const sorted = (foods: Iterable<string>) => [...foods].toSorted();

test.each([
  [
    healthCanadaFoods,
    ['phthalates-2011-2014', 'bpa-2008-2016', 'pfas-2016', 'pfas-2017'].flatMap((file) =>
      foodsIn(`health-canada/${file}`, 'Food Name'),
    ),
    170,
  ],
  [
    fdaFoods,
    ['baby-food-2009-2024', 'infant-formula-2023-2025'].flatMap((file) =>
      foodsIn(`fda/${file}`, 'food'),
    ),
    153,
  ],
])(
  'each food of the files is in the table once, of a kind that exists, or says why not',
  (rows, foods, count) => {
    const named = rows.flatMap(([, those]) => those);
    expect(named).toHaveLength(count);
    expect(sorted(named)).toEqual(sorted(new Set(foods)));
    for (const [kind, those, why] of rows) {
      expect(kind === null ? why : kindNamed(kind)?.key, those.join()).toBe(kind ?? why!);
      if (kind === null) expect(why).toMatch(/^[a-z ]{10,40}$/);
    }
    expect(new Set(rows.map(([kind, , why]) => kind ?? why)).size).toBe(rows.length);
  },
);

test('a kind without products has foods of a survey, or is what people look for', () => {
  const empty = kinds.filter(
    ({ key, products }) => products.length === 0 && !surveyedKinds.has(key),
  );
  expect(empty.map(({ key }) => key)).toEqual(['diapers']);
});

test('one name is another food in another survey', () => {
  expect(kindOfFood({ survey: 'hc-bpa', food: 'Carrots' })).toBe('carrots');
  expect(kindOfFood({ survey: 'fda-baby-food', food: 'Carrots' })).toBe('baby-food');
  expect(kindOfFood({ survey: 'hc-bpa', food: 'Eggs, fresh' })).toBe('eggs');
  expect(kindOfFood({ survey: 'hc-bpa', food: 'Condiments' })).toBeNull();
});

test('grams a day are the middle serving of what is tested of a kind about as it is eaten', () => {
  const unlike = new Set(
    basisRows.flatMap(([, how, ids]) => (/^(as a powder|dry)/.test(how) ? ids : [])),
  );
  const text = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');
  const [head = [], ...cells] = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const at = (name: string) => head.indexOf(name);
  const servings = new Map(
    cells.flatMap((row) =>
      /vintage/.test(row[at('tags')]!)
        ? []
        : [[Number(row[at('product_id')]), Number(row[at('serving_size_g')])] as const],
    ),
  );
  const known = kinds.flatMap(({ key, products }) => {
    const own = products.flatMap((id) => (unlike.has(id) ? [] : (servings.get(id) ?? [])));
    const middle = own.toSorted((a, b) => a - b)[Math.ceil(own.length / 2) - 1];
    return surveyedKinds.has(key) && middle ? [[key, middle] as const] : [];
  });
  expect({ ...gramsADay }).toEqual({ ...Object.fromEntries(known), 'infant-formula': 800 });
});
