import { describe, expect, test } from 'vitest';
import { kindOf } from '#app/catalogue/kinds.ts';
import { baby, type Eater } from '#app/results/answers/eater.ts';
import { isNotFood } from '#app/results/answers/product-category.ts';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { adviceOf, isHeatingWorse } from './what-to-do.tsx';
import { plasticListProducts } from '#test/support/samples-file.ts';

const CANT_TELL =
  'This test can’t tell about bisphenols (low to high). Not knowing is neither reassurance nor a reason to worry. A test that sees 36 times smaller amounts could check the European BPA limit.';
const CANT_TELL_MORE = CANT_TELL.replace(/A test .*/, 'Only a test that can see more would say.');
const DOCTOR = 'Ask a doctor before you change what a baby or a patient takes.';
const VINTAGE =
  'This was made decades ago. Nobody sells or eats it today, so there is nothing to do.';
const NOT_FOOD = 'This is not food for people, so the figures do not say what anyone takes in.';

interface Case {
  originalId?: number;
  servingG?: number | null;
  tags?: string[];
  notFood?: boolean;
  kind?: string;
}

/** Advice on 100 g a day of one sample in which everything is far below any limit but for `cells`. */
function advice(cells: Record<string, string> | null, given: Case = {}): string[] {
  const { originalId = 7, servingG = 100, tags = [], notFood: isNotFood = false, kind } = given;
  const phthalates = { dehp: '0.1', dbp: '0.1', bbp: '0.1', dinp: '0.1' };
  const others = { bpa: '0', bps: '0', bpf: '0', deht: '0.1', deha: '0.1', dinch: '0.1' };
  const sample = Object.fromEntries(
    Object.entries({ ...phthalates, ...others, ...cells }).map(([key, text]) => {
      const parsed = parseMeasurement(text);
      if (!parsed.ok) throw new Error(parsed.reason);
      return [key, parsed.measurement];
    }),
  );
  const tiles = reportTiles(originalId, servingG, cells ? [sample] : [], defaultViewpoint);
  return adviceOf(tiles, { tags, isNotFood, kind });
}

describe('what to do', () => {
  const NO_RATING = 'Nothing is rated here, so there is nothing to go by.';
  const BABY = { tags: ['baby'] };
  const UNRATED = 'Bisphenols are not rated: the update above says why.';
  const ALL_LOW = /^Phthalates, bisphenols and substitutes stay below/;

  test.each<[kind: string, said: string[], ...expected: (string | RegExp)[]]>([
    [
      'all low',
      advice({}),
      /^Nothing here asks you to have less of it\. Phthalates, bisphenols and substitutes stay below 2\.5% of .* too little to measure\. The next lot may differ\.$/,
    ],
    [
      'above the limit',
      advice({ bpa: '1' }),
      /^A day of this has bisphenols above the European BPA limit\. .* every day of a lifetime, and says little about a single day\. If you have this most days, less of it lowers what adds up\.$/,
    ],
    [
      'high, below the limit',
      advice({ dehp: '700' }),
      /^By best estimate, in a day of this: phthalates 10% of the European limit\. Other food may add to that\. If you have this most days, less of it leaves more room\.$/,
    ],
    [
      'medium in two',
      advice({ dehp: '350', deht: '7000' }),
      /^By best estimate, in a day of this: phthalates 1\/20 .*; substitutes 1\/20 of the European DEHT limit \(5%\)\. Other/,
    ],
    [
      'one that can’t tell beside two that are low',
      advice({ bpa: '<1', bps: '<1', bpf: '<1' }),
      /Phthalates and substitutes stay below/,
      CANT_TELL.replace('36', '110'),
    ],
    [
      'above, and one that can’t tell',
      advice({ dehp: '70000', bpa: '<1' }),
      /^A day of this has phthalates above the European limit\./,
      CANT_TELL,
    ],
    [
      'a chemical that nobody looked for',
      advice({ bpa: 'NO RESULT' }),
      /Phthalates and substitutes stay/,
      CANT_TELL_MORE,
    ],
    [
      'one that is not rated by decision',
      advice({ bpa: '10' }, { originalId: 93 }),
      /^Phthalates and substitutes stay/,
      UNRATED,
    ],
    ['above the EPA alone, for what counts in no sum', advice({ dep: '200000' }), ALL_LOW],
    ['no results', advice(null), NO_RATING],
    ['no serving', advice({ bpa: '1' }, { servingG: null }), NO_RATING],
    [
      'what a baby needs, above',
      advice({ bpa: '1' }, { tags: ['formula'] }),
      /^A day of this has bisphenols above the European BPA limit\. [^.]* a single day\.$/,
      DOCTOR,
    ],
    [
      'what a baby needs, high',
      advice({ dehp: '700' }, BABY),
      /^By best estimate, in a day of this: phthalates 10% of the European limit\. Other food may add to that\.$/,
      DOCTOR,
    ],
    [
      'what a patient needs, low',
      advice({}, { tags: ['medications'] }),
      /Phthalates, bisphenols and substitutes stay/,
      DOCTOR,
    ],
    [
      'above if BPS is counted as BPA, which is no excess of BPA',
      advice({ bps: '1' }),
      /^By best estimate, in a day of this: bisphenols about 36 times the European BPA limit if BPS is counted as BPA\. Other/,
    ],
    [
      'tap water, of which nobody is told to have less',
      advice({ dehp: '700' }, { kind: 'tap-water' }),
      /Other food may add to that\.$/,
    ],
    ['rations of decades ago, above', advice({ bpa: '1' }, { tags: ['vintage'] }), VINTAGE],
    ['not food, above', advice({ bpa: '1' }, { notFood: true }), NOT_FOOD],
    [
      'not food that can’t tell',
      advice({ bpa: '<1' }, { ...BABY, notFood: true }),
      NOT_FOOD,
      CANT_TELL,
    ],
  ])('%s', (_, shown, ...expected) => {
    expect(shown).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    );
  });

  test('of all 236 reports, for a child and for a baby, neither soothes nor alarms', () => {
    for (const eater of [{}, baby]) {
      for (const { originalId, tiles, product } of cards(eater)) {
        const text = adviceOf(tiles, product).join(' ').toLowerCase();
        expect(text, String(originalId)).not.toMatch(
          /\bsafe|harmless|healthy|risk|danger|emergency/,
        );
        expect(text.length).toBeGreaterThan(20);
      }
    }
  });

  test('heating and having it most days are said of what they fit alone', () => {
    const said = new Map(
      cards({}).map(({ originalId, tiles, product }) => [
        originalId,
        [isHeatingWorse(tiles, product), adviceOf(tiles, product).join(' ').includes('most days')],
      ]),
    );
    // Spam in a can, two salads, soda, rations, receipts, tap water, formula, butter chicken, a burrito.
    const ids = [245, 31, 154, 72, 37, 43, 750, 103, 1, 33, 181];
    expect(ids.map((id) => [id, ...said.get(id)!])).toEqual([
      [245, false, true],
      [31, false, true],
      [154, false, true],
      [72, false, true],
      [37, false, false],
      [43, false, false],
      [750, false, false],
      [103, false, false],
      [1, false, false],
      [33, true, true],
      [181, true, true],
    ]);
    expect([...said.values()].filter(([isHeated]) => isHeated)).toHaveLength(19);
  });
});

/** Every tested product with its card for somebody. */
function cards(eater: Partial<Eater>) {
  const products = plasticListProducts();
  expect(products).toHaveLength(236);
  return products.map(({ originalId, servingSizeG, samples, tags }) => ({
    originalId,
    tiles: reportTiles(
      originalId,
      servingSizeG,
      samples.map(({ measurements }) => measurements),
      { ...defaultViewpoint, ...eater },
    ),
    product: { tags, isNotFood: isNotFood(tags), kind: kindOf(originalId)?.key },
  }));
}
