import { describe, expect, test } from 'vitest';
import { readRaw, standOf, type Person } from '#test/oracle/results/raw-results.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { eaterOf, specChild } from './eater.ts';
import { assess } from './assess.ts';
import { reportTiles, type ReportTile } from './report-cards.ts';
import { isNotFood } from './product-category.ts';
import { defaultViewpoint } from './viewpoint.ts';
import { limitLines } from './limit-words.ts';
import { tileAnswer } from './tile-answer.ts';
import { isReassuring, verdictText } from './verdict.ts';
import { plasticListProducts } from '#test/support/samples-file.ts';

const products = plasticListProducts().map(({ originalId, name, tags, servingSizeG, samples }) => ({
  originalId,
  name,
  tags,
  servingSizeG,
  measured: samples.map(({ measurements }) => measurements),
}));

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
      'Bisphenols: some found, within the U.S. (EPA) and German (BfR) limits in the one sample tested. About the European limit this test can’t tell.',
    );
  });

  test('of what is no food claims no limit, and is no yes', () => {
    expect(verdictText(tilesOf(1), true)).toBe(
      'Bisphenols: this test can’t tell the level. Phthalates and substitutes: low.',
    );
    expect(isReassuring(tilesOf(1), true)).toBe(false);
    expect(isReassuring(tilesOf(1), false)).toBe(true);
  });
});

/** By the oracle, which reads the file’s own cells: no line of the program’s arithmetic. */
describe('a verdict by an authority, of all 236 products and three eaters', () => {
  const raw = readRaw();
  const WORDS = {
    within: 'within',
    'own above': 'above',
    'sum above': 'above_if_counted',
    open: 'unseen',
  } as const;

  /** What each authority that has a limit says of a family of a product. */
  const expected = (id: number, family: Family, person: Person) =>
    new Map(
      (['EFSA', 'BfR', 'EPA'] as const).flatMap((authority) => {
        const stands = standOf(raw.get(id)!, family, person, authority);
        return stands ? [[authority, WORDS[stands]]] : [];
      }),
    );

  test.each(Object.entries(eaters))('%s', (_, eater) => {
    const counts: Record<string, number> = {};
    const person = { kg: eater.weightKg, servings: eater.servings };
    for (const { originalId } of products) {
      for (const { family, verdicts, level, isNotRated } of tilesOf(originalId, eater)) {
        if (isNotRated || level === 'N/A') {
          expect(verdicts).toEqual([]);
          continue;
        }
        const shown = verdicts.map(({ authority, verdict }) => [authority, verdict] as const);
        expect(new Map<string, string>(shown), `${originalId} ${family}`).toEqual(
          expected(originalId, family, person),
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
