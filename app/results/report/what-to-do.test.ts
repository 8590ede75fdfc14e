import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { baby } from '#app/results/eater.ts';
import { isNotFood } from '#app/results/product-category.ts';
import { reportTiles } from '#app/results/report-cards.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { defaultViewpoint } from '#app/results/viewpoint.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { adviceOf } from './what-to-do.tsx';

const CANT_TELL =
  'This test can’t tell about bisphenols (low to high). Not knowing is neither reassurance nor a reason to worry: only a test that can see more would say.';
const DOCTOR = 'Ask a doctor before you change what a baby or a patient takes.';
const NOT_FOOD = 'This is not food for people, so the figures do not say what anyone takes in.';

interface Case {
  originalId?: number;
  servingG?: number | null;
  tags?: string[];
  notFood?: boolean;
}

/** Advice on 100 g a day of one sample in which everything is far below any limit but for `cells`. */
function advice(cells: Record<string, string> | null, given: Case = {}): string[] {
  const { originalId = 7, servingG = 100, tags = [], notFood = false } = given;
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
  return adviceOf(tiles, tags, notFood);
}

describe('what to do', () => {
  test.each<[kind: string, said: string[], expected: (string | RegExp)[]]>([
    [
      'all low',
      advice({}),
      [
        /^Nothing here asks you to have less of it\. Phthalates, bisphenols and substitutes stay below 2\.5% of .* too little to measure\. The next lot may differ\.$/,
      ],
    ],
    [
      'above the limit',
      advice({ bpa: '1' }),
      [
        /^Bisphenols are above the daily limit\. .* every day of a lifetime, and says little about a single day\. If this is on the table most days, less of it or a cleaner one lowers what adds up\.$/,
      ],
    ],
    [
      'high, below the limit',
      advice({ dehp: '700' }),
      [
        /^By best estimate, phthalates take up 2\.5% of the daily limit or more, and other food may add to that\. If .* a cleaner one leaves more room\.$/,
      ],
    ],
    [
      'medium in two',
      advice({ dehp: '350', deht: '7000' }),
      [/^By best estimate, phthalates and substitutes take up/],
    ],
    [
      'one that can’t tell beside two that are low',
      advice({ bpa: '<1', bps: '<1', bpf: '<1' }),
      [/Phthalates and substitutes stay below/, CANT_TELL],
    ],
    [
      'above, and one that can’t tell',
      advice({ dehp: '70000', bpa: '<1' }),
      [/^Phthalates are above/, CANT_TELL],
    ],
    [
      'a chemical that nobody looked for',
      advice({ bpa: 'NO RESULT' }),
      [/Phthalates and substitutes stay/, CANT_TELL],
    ],
    [
      'one that is not rated by decision',
      advice({ bpa: '10' }, { originalId: 93 }),
      [/Phthalates and substitutes stay/, 'Bisphenols are not rated: the update above says why.'],
    ],
    ['no results', advice(null), ['Nothing is rated here, so there is nothing to go by.']],
    [
      'no serving',
      advice({ bpa: '1' }, { servingG: null }),
      ['Nothing is rated here, so there is nothing to go by.'],
    ],
    [
      'what a baby needs, above',
      advice({ bpa: '1' }, { tags: ['formula'] }),
      [/^Bisphenols are above the daily limit\. [^.]* a single day\.$/, DOCTOR],
    ],
    [
      'what a baby needs, high',
      advice({ dehp: '700' }, { tags: ['baby'] }),
      [/^By best estimate, phthalates take up [^,]*, and other food may add to that\.$/, DOCTOR],
    ],
    [
      'what a patient needs, low',
      advice({}, { tags: ['medications'] }),
      [/Phthalates, bisphenols and substitutes stay/, DOCTOR],
    ],
    ['not food, above', advice({ bpa: '1' }, { notFood: true }), [NOT_FOOD]],
    [
      'not food that can’t tell',
      advice({ bpa: '<1' }, { notFood: true, tags: ['baby'] }),
      [NOT_FOOD, CANT_TELL],
    ],
  ])('%s', (_, shown, expected) => {
    expect(shown).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    );
  });

  test('of all 236 reports, for a child and for a baby: true of each family that it names', () => {
    const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
    const products = parsed.ok ? productsOf(parsed.samples) : [];
    expect(products).toHaveLength(236);
    for (const eater of [{}, baby]) {
      for (const { originalId, servingSizeG, samples, tags } of products) {
        const measured = samples.map(({ measurements }) => measurements);
        const viewpoint = { ...defaultViewpoint, ...eater };
        const tiles = reportTiles(originalId, servingSizeG, measured, viewpoint);
        const text = adviceOf(tiles, tags, isNotFood(tags)).join(' ').toLowerCase();
        expect(text, String(originalId)).not.toMatch(
          /\bsafe|harmless|healthy|risk|danger|emergency/,
        );
        expect(text.length).toBeGreaterThan(20);
        const named = (sentence: RegExp) => sentence.exec(text)?.[1] ?? '';
        const [above, low, unsure] = [
          named(/^([a-z, ]+) are above the daily limit/),
          named(/it\. ([a-z, ]+) stay below 2\.5%/),
          named(/can’t tell about ([a-z, ()]+)\./),
        ];
        for (const { family, percent, isNotRated } of tiles) {
          const highest = percent?.upperOpen ? Infinity : (percent?.upper ?? NaN);
          if (above.includes(family)) expect(percent?.lower).toBeGreaterThan(100);
          if (low.includes(family)) expect(highest).toBeLessThan(2.5);
          if (unsure.includes(family)) expect(highest).toBeGreaterThanOrEqual(2.5);
          if (isNotRated) expect(text).toContain(`${family} are not rated`);
        }
      }
    }
  });
});
