import { describe, expect, test } from 'vitest';
import { families } from '#app/toxicology/families.ts';
import { riskLevel, type RiskLevel } from '#app/toxicology/risk-level.ts';
import { answerOf, answerText } from './answer.ts';
import { reportTiles } from './report-cards.ts';
import { defaultViewpoint } from './viewpoint.ts';
import { tileAnswer } from './tile-answer.ts';
import { plasticListProducts } from '#test/support/samples-file.ts';

const bounds = (lower: number, estimate: number, upper: number | null) => ({
  lower,
  estimate,
  upper: upper ?? estimate,
  upperOpen: upper === null,
});

test.each<[RiskLevel, ReturnType<typeof bounds> | null, string]>([
  ['Low', bounds(0.49, 0.5155, 0.54), 'Low, 1/190 of the limit (0.52%)'],
  ['Low', bounds(0, 0, 0.3), 'Low, none found (at most 0.3% of the limit)'],
  ['Low', bounds(0, 0, 0.003), 'Low, none found (less than 0.01% of the limit)'],
  ['Low', bounds(0, 0, 2_357), 'none found; this test could have missed up to 24 times the limit'],
  ['Low', bounds(2.4, 2.4, 2.5), 'can’t tell, Low to Medium'],
  ['Low', bounds(0, 0, null), 'can’t tell, Low to High'],
  ['Medium', bounds(1, 3, 8), 'can’t tell, Low to High'],
  ['Medium', bounds(3, 3.2, 7), 'Medium, 1/31 of the limit (3.2%)'],
  ['High', bounds(390_000, 397_000, 410_000), 'High, about 4,000 times the limit'],
  ['High', bounds(469.8, 469.8, null), 'High, at least 4.7 times the limit'],
  [
    'High',
    bounds(8, 8.7, 9),
    'High, 1/11 of the limit (8.7%); up to 11 servings a day stay within the limit',
  ],
  ['N/A', null, 'N/A'],
  ['None', bounds(0, 0, 0), 'Not tested'],
])('%s with %o reads “%s”', (level, percent, text) => {
  expect(answerText(answerOf({ level, percent }))).toBe(text);
});

describe('of all products that were published', () => {
  const products = plasticListProducts();
  const tiles = products.flatMap(({ originalId, servingSizeG, samples }) =>
    reportTiles(
      originalId,
      servingSizeG,
      samples.map((one) => one.measurements),
      defaultViewpoint,
    ),
  );
  const answers = tiles.map((tile) => ({ tile, answer: tileAnswer(tile) }));
  const count = (is: (one: (typeof answers)[number]) => boolean) => answers.filter(is).length;

  test('there are 236, with an answer a family', () => {
    expect(products).toHaveLength(236);
    expect(answers).toHaveLength(236 * families.length);
  });

  test('no Low and no Medium could be of a higher level', () => {
    for (const { tile, answer } of answers) {
      if (answer.word !== 'Low' && answer.word !== 'Medium') continue;
      const { upper = Infinity, upperOpen = true } = tile.percent ?? {};
      expect(riskLevel(upperOpen ? Infinity : upper)).toBe(answer.word);
    }
  });

  const owners = { phthalates: '', bisphenols: ' BPA', substitutes: ' DEHT' };

  test('every limit says whose it is: for bisphenols BPA’s, for substitutes DEHT’s', () => {
    for (const { tile, answer } of answers) {
      const { amount, reason, samples, average, bounds: range, remarks } = answer;
      const read = [amount?.of, reason, samples, average, range, ...remarks].join(' ');
      const whose = [...read.matchAll(/(\S+ \S+) limit\b/g)].map(([, words]) => words);
      const own = `the European${owners[tile.family]}`.split(' ').slice(-2).join(' ');
      // “that limit” follows one that was named in its sentence.
      const known = [own, 'no European', 'have no', 'has no', 'times that'];
      expect(whose.filter((words) => !known.includes(words ?? ''))).toEqual([]);
    }
    expect(
      count(({ answer }) => answer.amount?.of.startsWith('of the European DEHT limit') ?? false),
    ).toBe(
      count(({ tile: { family, percent, level } }) => {
        const { estimate = 0 } = percent ?? {};
        return family === 'substitutes' && level !== 'N/A' && estimate > 0 && estimate < 100;
      }),
    );
  });

  test('no figure that is read first has more than three significant digits', () => {
    for (const { answer } of answers) {
      const { amount, reason, bestEstimate, samples, average, bounds: range, remarks } = answer;
      const read = [
        amount?.figure,
        amount?.of,
        reason,
        bestEstimate,
        samples,
        average,
        range,
        ...remarks,
      ];
      for (const figure of [...read, answerText(answer)].join(' ').match(/\d[\d,.]*/g) ?? []) {
        const digits = figure.replaceAll(/[,.]/g, '').replace(/^0+/, '');
        expect(figure.includes('.') ? digits : digits.replace(/0+$/, '')).toMatch(/^\d{0,3}$/);
      }
    }
  });

  test('all 184 bisphenols that were Low, and 65 of 190 phthalates, can’t be told', () => {
    const unsure = (family: string) =>
      count(({ tile, answer }) => tile.family === family && answer.word === 'Can’t tell');
    const low = (family: string) =>
      count(({ tile }) => tile.family === family && tile.level === 'Low');
    expect([unsure('bisphenols'), low('bisphenols')]).toEqual([184, 184]);
    expect([unsure('phthalates'), low('phthalates')]).toEqual([65, 190]);
    expect(unsure('substitutes')).toBe(0);
  });

  test('of 49 bisphenols that are High 19 are above the limit by BPA’s own lower bound; in 29 no BPA was found', () => {
    const high = answers.filter(
      ({ tile, answer }) => tile.family === 'bisphenols' && answer.word === 'High',
    );
    expect(high).toHaveLength(49);
    expect(high.filter(({ answer }) => answer.tag === 'Above limit')).toHaveLength(19);
    expect(high.every(({ tile }) => (tile.percent?.estimate ?? 0) > 100)).toBe(true);
    const without = high.filter(({ answer }) => answer.remarks.some((r) => r.startsWith('No BPA')));
    expect(without).toHaveLength(29);
    const counting = without.filter(({ answer }) =>
      /if .* counted as BPA$/.test(answer.amount?.of ?? ''),
    );
    expect(counting).toHaveLength(29);
  });
});
