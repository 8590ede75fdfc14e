import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import type { Authority } from '#app/toxicology/limits.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { eaterOf, specChild } from './eater.ts';
import { assess } from './assess.ts';
import { reportTiles, type ReportTile } from './report-cards.ts';
import { isNotFood } from './product-category.ts';
import { defaultViewpoint } from './viewpoint.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { limitLines } from './limit-words.ts';
import { tileAnswer } from './tile-answer.ts';
import { isReassuring, verdictText } from './verdict.ts';

const FILE = 'db/data/plasticlist/samples.tsv';
const parsed = parseSamplesFile(readFileSync(FILE, 'utf8'));
if (!parsed.ok) throw new Error('the dataset cannot be read');
const products = productsOf(parsed.samples).map(
  ({ originalId, name, tags, servingSizeG, samples }) => ({
    originalId,
    name,
    tags,
    servingSizeG,
    measured: samples.map(({ measurements }) => measurements),
  }),
);

const eaters = {
  child: specChild,
  adult: { weightKg: 70, servings: 1 },
  baby: { weightKg: 5, servings: 6 },
};

function tilesOf(originalId: number, eater = specChild): ReportTile[] {
  const product = products.find((one) => one.originalId === originalId);
  if (!product) throw new Error(`no product ${originalId}`);
  const viewpoint = { ...defaultViewpoint, ...eater };
  return reportTiles(originalId, product.servingSizeG, product.measured, viewpoint);
}

/** What is stored of a product for its own eater, or another. */
function assessed(originalId: number, whom?: typeof specChild) {
  const product = products.find((one) => one.originalId === originalId);
  if (!product) throw new Error(`no product ${originalId}`);
  return assess({ ...product, samples: product.measured }, whom ?? eaterOf(product));
}

describe('the sentence before anything else', () => {
  test.each([105, 111])('of No. %i denies nothing that was found beside what counts', (id) => {
    const sentence = assessed(id).sentence;
    expect(verdictText(tilesOf(id))).toContain('hthalates: none found that counts');
    expect(sentence).toContain('hthalates: none found that counts');
    const tile = tilesOf(id).find(({ family }) => family === 'phthalates')!;
    expect(tileAnswer(tile).none).toBe('None found that counts');
  });

  test.each([
    [
      1,
      'Bisphenols: none found, within the U.S. (EPA) and German (BfR) limits for certain. The European limit, 1,000 times lower than the German (BfR) one, is too low for this test to check. Phthalates and substitutes: low.',
    ],
    [
      155,
      'Substitutes: medium. Bisphenols: none found, within the U.S. (EPA) and German (BfR) limits for certain. The European limit, 1,000 times lower than the German (BfR) one, is too low for this test to check. Phthalates: low.',
    ],
  ])('of product %i', (originalId, sentence) => {
    expect(verdictText(tilesOf(originalId))).toBe(sentence);
  });

  test('is short on the home page', () => {
    const short = (id: number) => assessed(id, specChild).in_short;
    expect(short(1)).toBe(
      'Bisphenols: within the U.S. (EPA) and German (BfR) limits, but the European one can’t be checked. Phthalates and substitutes: low.',
    );
    expect(short(58)).toBe(
      'Phthalates: low to medium. Bisphenols: within the U.S. (EPA) and German (BfR) limits, but the European one can’t be checked. Substitutes: low.',
    );
  });

  test('names each family once and is the same on a row of the list, of all 236 products', () => {
    for (const { originalId, tags } of products) {
      const text = verdictText(tilesOf(originalId), isNotFood(tags));
      for (const family of ['phthalates', 'bisphenols', 'substitutes']) {
        expect(text.toLowerCase().split(family), `${originalId}: ${text}`).toHaveLength(2);
      }
      const { sentence, in_short: short } = assessed(originalId, specChild);
      expect(sentence).toBe(text);
      for (const family of ['phthalates', 'bisphenols', 'substitutes']) {
        expect(short.toLowerCase().split(family), `${originalId}: ${short}`).toHaveLength(2);
      }
      expect(short.length).toBeLessThanOrEqual(text.length);
    }
  });

  test('does not call a limit too low to check where some was found', () => {
    const cells = { bpa: '0.0001', bps: '<1', bpf: '<1', dehp: '1', deht: '1' };
    const sample = Object.fromEntries(
      Object.entries(cells).map(([key, text]) => {
        const read = parseMeasurement(text);
        return [key, read.ok ? read.measurement : undefined];
      }),
    );
    expect(verdictText(reportTiles(7, 100, [sample], defaultViewpoint))).toContain(
      'Bisphenols: some found, within the U.S. (EPA) and German (BfR) limits for certain. About the European limit this test can’t tell.',
    );
  });

  test('of what is no food claims no limit, and is no yes', () => {
    expect(verdictText(tilesOf(1), true)).toBe(
      'Bisphenols: this test can’t tell. Phthalates and substitutes: low.',
    );
    expect(isReassuring(tilesOf(1), true)).toBe(false);
    expect(isReassuring(tilesOf(1), false)).toBe(true);
  });
});

/** From the file’s own cells: no line of the program’s arithmetic. */
describe('a verdict by an authority, of all 236 products and three eaters', () => {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  const rows = lines.map(
    (line) => new Map(line.split('\t').map((cell, at) => [columns[at], cell.trim()])),
  );
  /** ng/kg/day, and what one nanogram counts against them. */
  const limits: [Family, Authority, limit: number, weights: Record<string, number>][] = [
    ['phthalates', 'EFSA', 50_000, { DEHP: 1, DBP: 5, BBP: 0.1, DINP: 0.3 }],
    ['phthalates', 'EPA', 20_000, { DEHP: 1 }],
    ['phthalates', 'EPA', 100_000, { DBP: 1 }],
    ['phthalates', 'EPA', 200_000, { BBP: 1 }],
    ['phthalates', 'EPA', 800_000, { DEP: 1 }],
    ['bisphenols', 'EFSA', 0.2, { BPA: 1, BPS: 1, BPF: 1 }],
    ['bisphenols', 'BfR', 200, { BPA: 1, BPS: 1, BPF: 1 }],
    ['bisphenols', 'EPA', 50_000, { BPA: 1, BPS: 1, BPF: 1 }],
    ['substitutes', 'EFSA', 1_000_000, { DEHT: 1, DEHA: 3.33, DINCH: 1 }],
    ['substitutes', 'EPA', 600_000, { DEHA: 1 }],
  ];

  /** The least and the most that a product's samples hold of one chemical on average, ng/g. */
  function range(own: typeof rows, chemical: string): [number, number] {
    const cells = own.map((row) => row.get(`${chemical}_ng_g`) ?? '');
    const tested = cells.filter((cell) => cell !== '' && cell !== 'NO RESULT');
    if (tested.length === 0) return [0, Infinity];
    const mean = (of: (cell: string) => number) =>
      tested.reduce((sum, cell) => sum + of(cell), 0) / tested.length;
    return [
      mean((cell) => (cell.startsWith('<') ? 0 : Number(cell.replace('>', '')))),
      mean((cell) => (cell.startsWith('>') ? Infinity : Number(cell.replace('<', '')))),
    ];
  }

  function expected(
    id: number,
    family: Family,
    authority: Authority,
    dayG: number,
    weightKg: number,
  ) {
    const samples = rows.filter((row) => row.get('product_id') === String(id));
    const held = limits.filter(([f, a]) => f === family && a === authority);
    const percents = held.map(([, , limit, weights]) =>
      [0, 1].map(
        (side) =>
          ((Object.entries(weights).reduce(
            (sum, [key, weight]) => sum + weight * range(samples, key)[side]!,
            0,
          ) *
            dayG) /
            (limit * weightKg)) *
          100,
      ),
    );
    const own = { bisphenols: 'BPA', substitutes: 'DEHT', phthalates: null }[family];
    const least = held.map(([, , limit, weights], at) =>
      own && Object.keys(weights).length > 1
        ? ((range(samples, own)[0] * dayG) / (limit * weightKg)) * 100
        : percents[at]![0]!,
    );
    if (least.some((one) => one > 100)) return 'above';
    if (percents.some(([one]) => one! > 100)) return 'above_if_counted';
    return percents.every(([, most]) => most! <= 100) ? 'within' : 'unseen';
  }

  test.each(Object.entries(eaters))('%s', (_, eater) => {
    const counts: Record<string, number> = {};
    for (const { originalId, servingSizeG } of products) {
      for (const { family, verdicts, level, isNotRated } of tilesOf(originalId, eater)) {
        if (isNotRated || level === 'N/A') {
          expect(verdicts).toEqual([]);
          continue;
        }
        const shown = verdicts.map(({ authority, verdict }) => [authority, verdict]);
        const authorities = [
          ...new Set(limits.filter(([of]) => of === family).map(([, one]) => one)),
        ];
        const dayG = (servingSizeG ?? 0) * eater.servings;
        const wanted = authorities.map((authority) => [
          authority,
          expected(originalId, family, authority, dayG, eater.weightKg),
        ]);
        expect(new Map(shown as [string, string][]), `${originalId} ${family}`).toEqual(
          new Map(wanted as [string, string][]),
        );
        for (const one of limitLines(verdicts)) {
          const begins = {
            within: /^Within /,
            above: /^Above (?!.* if )/,
            above_if_counted: /^Above .* if .* counted as /,
            unseen: /can’t (tell|see that little)$/,
          };
          expect(one.text).toMatch(begins[one.verdict]);
          counts[`${family} ${one.authority} ${one.verdict}`] ??= 0;
          counts[`${family} ${one.authority} ${one.verdict}`]! += 1;
        }
      }
    }
    if (eater !== specChild) return;
    // 48 were said to be above; in 29 of them no BPA was found at all.
    expect(counts['bisphenols EFSA above']).toBe(19);
    expect(counts['bisphenols EFSA above_if_counted']).toBe(29);
    // Three of 236 are not rated for bisphenols.
    expect(counts['bisphenols EFSA within']).toBeUndefined();
    expect([counts['bisphenols BfR within'], counts['bisphenols EPA within']]).toEqual([214, 227]);
  });

  test('is said in one line each', () => {
    const lines = tilesOf(1).map(({ family, verdicts }) => [
      familyOf(family).name,
      ...limitLines(verdicts).map(({ text }) => text),
    ]);
    expect(lines).toEqual([
      [
        'Phthalates',
        'Within every EPA reference dose: 0.57%',
        'Within the European limit: at most 0.54%',
      ],
      [
        'Bisphenols',
        'Within the U.S. (EPA) limit: less than 0.01%',
        'Within the German (BfR) limit: at most 2.4%',
        'The European limit: this test can’t see that little',
      ],
      [
        'Substitutes',
        'Within the U.S. (EPA) limit for DEHA: less than 0.01%',
        'Within the European limit: at most 0.048%',
      ],
    ]);
  });
});
