import { describe, expect, test } from 'vitest';
import { lowerBy } from './compared.ts';
import { falseComparison, falseHead } from './of-others.ts';
import { untruths } from './of-one-product.ts';
import { PERSONS, readRaw, type RawFamily } from './raw-results.ts';
import { refusedOfAdvice } from './read-advice.ts';
import {
  productsOfKind,
  refusedOfAlternatives,
  refusedOfComparison,
  refusedOfKind,
} from './read-kinds.ts';
import { refusedOfRanks } from './read-ranks.ts';
import { refusedOfText } from './read-rows.ts';

const raw = readRaw();
const [P, B, S] = ['phthalates', 'bisphenols', 'substitutes'] as const;
const of = (id: number) => raw.get(id)!;
/** A can of water of which one sample was tested. */
const ONE_SAMPLE = 99;

describe('what the site once said is refused', () => {
  test.each<[string, number, RawFamily, string]>([
    ['above of what no authority limits', 71, B, 'high, above the European limit'],
    ['times a limit of another substance', 34, B, 'About 200 times the limit'],
    ['above by the sum alone', 72, B, 'high, above the German and European limits'],
    ['an average’s bound beside a higher sample', 58, P, 'Within the European limit: at most 2.6%'],
    ['the same of other authorities', 64, B, 'Within the German limit: at most 21%'],
    [
      'a level where none was found',
      329,
      P,
      'low to medium, within the European limit for certain',
    ],
    ['within what the test can’t see', 58, B, 'within the European limit for certain'],
    ['none found where what counts nothing was', 105, P, 'none found; at most 99%'],
    ['none found where some was', 58, S, 'none found'],
    [
      'more a day than stay within',
      31,
      P,
      'up to 20 servings a day stay within the European limit',
    ],
    ['above from more on than are', 101, S, 'from 2 a day on they are above the European limit'],
    ['samples that were not measured', 58, P, 'Samples: 1% to 9%.'],
    ['other counts of samples', 58, P, 'Samples: none found in 1, 3.5% in 2.'],
    ['another average', 58, P, 'Average 3%.'],
    [
      'other bounds',
      58,
      P,
      'On average, counting none or all of what is too little to measure: 1% to 2%.',
    ],
    ['another highest sample', 58, P, 'on average at most 2.6%; the highest sample had 9%'],
    ['a higher sample of single limits', 1, P, 'Within every EPA reference dose: on average 0.57%'],
    ['a tick in words that', 71, B, 'Within EPA Within BfR on average Above EFSA'],
    ['a tick of what the average alone is within', 71, B, '✓ EPA ✓ BfR ! EFSA'],
    [
      'for certain what the average alone is within',
      71,
      B,
      'above the European limit for BPA if BPF is counted as BPA; within the U.S. (EPA) and German (BfR) limits for certain',
    ],
    ['the same at the head of a tile', 71, B, 'Within the German (BfR) limit'],
    ['for certain by one sample', ONE_SAMPLE, P, 'within the European limit for certain'],
    [
      'one sample of three',
      58,
      B,
      'none found, within the U.S. (EPA) limit in the one sample tested',
    ],
    [
      'all bisphenols as if BPA, without saying so',
      1,
      B,
      'None found. This test could have missed up to 67 times the European BPA limit.',
    ],
    ['for one food, above the limit', 71, B, 'High for one food'],
    ['an unknown level that is known', 2, P, 'Can’t tell the level'],
    ['a tick that does not hold', 58, B, '✓ EPA ✓ BfR ✓ EFSA'],
  ])('%s', (_, id, family, text) => {
    expect(untruths(text, { product: of(id), family, person: PERSONS.child })).not.toEqual([]);
  });

  test.each([
    [
      'for certain, where samples overlap',
      1,
      227,
      'Lower for certain than the other in phthalates.',
    ],
    ['how sure is not said', 1, 227, 'Lower in phthalates than the other.'],
    ['powder against drinks', 122, 15, 'Lower on average than the other in phthalates.'],
    [
      'a dish after its container',
      34,
      33,
      'Higher in every sample tested (2 against 2) than the other in phthalates.',
    ],
    [
      'other counts of samples',
      222,
      223,
      'Higher in every sample tested (2 against 3) than the other in phthalates.',
    ],
  ])('%s', (_, one, other, sentence) => {
    expect(falseComparison(sentence, of(one), [of(other)], PERSONS.child)).not.toBeNull();
  });

  test('a soda at 490 times the limit at the head of sodas', () => {
    expect(falseHead(of(71), productsOfKind('soda', raw))).toMatch(/higher than Taco Bell/);
    const text = '# Soda\n\nCoca-Cola Diet is surely lower than 2 of 3 others tested (bisphenols).';
    const path = '/plasticlist/kinds/soda.md';
    expect(refusedOfKind({ path, text }, raw)).not.toEqual([]);
  });

  test.each([
    ['Lower in some family, higher in none', 'soda', 71],
    ['Lower in some family, higher in some', 'infant-formula', 227],
    ['Higher in some family', 'infant-formula', 1],
    ['Can’t be told apart', 'chicken-nuggets', 165],
    ['Lower in some family, higher in some by best estimate', 'soda', 72],
  ])('under “%s”, of %s, No. %i', (title, kind, id) => {
    const text = `# Kind\n\n## ${title}\n\n- ### [It](/plasticlist/${id})`;
    expect(refusedOfKind({ path: `/plasticlist/kinds/${kind}.md`, text }, raw)).toHaveLength(1);
  });

  test.each([
    [92, 'what is not rated'],
    [71, 'what is above if BPF is counted as BPA'],
  ])('of No. %i, %s, that nothing asks for less of it', (id) => {
    const text = '## What to do\n\n- Nothing here asks you to have less of it.';
    expect(refusedOfAdvice({ path: `/plasticlist/${id}.md`, text }, raw)).not.toEqual([]);
    expect(refusedOfAdvice({ path: '/plasticlist/316.md', text }, raw)).toEqual([]);
  });

  test('that none of the others is lower, where one is', () => {
    const text =
      '## What to do\n\n- Of the others tested that are not known to be above a limit (BPS and BPF counted as BPA), none is clearly lower in bisphenols by best estimate.';
    expect(refusedOfAlternatives({ path: '/plasticlist/57.md', text }, raw)).toHaveLength(1);
  });

  test('that servings differ where they don’t, and nothing of that where they do', () => {
    const refused = (ids: string, text: string) =>
      refusedOfComparison({ path: `/plasticlist/compare.md?ids=${ids}`, text }, raw);
    const text = 'Servings differ in size, so “In words” gives each per 100 g, too.';
    expect([refused('58,71', text), refused('71,72', '')]).toEqual([[], []]);
    expect([refused('71,72', text), refused('58,71', '')].flat()).toHaveLength(2);
  });

  test('a rank among those of a tag that counts those of a category', () => {
    const text =
      '## Among all\n\n### Phthalates for a child\n\nCan’t be told apart from 4 other products tagged “baby food”.';
    expect(refusedOfRanks({ path: '/plasticlist/51.md', text }, raw)).toHaveLength(1);
  });

  test('what is for a baby, told for a child', () => {
    const text =
      'Phthalates: Low, 1/160 of the daily limit (0.64%). From 5 samples; one serving a day for a child of 31 lb (14 kg).';
    expect(refusedOfText('description', of(227), text)).toHaveLength(1);
    expect(refusedOfText('description', of(58), 'Substitutes: low.')).toEqual([]);
  });
});

describe('what holds is let through', () => {
  test.each<[number, RawFamily, string]>([
    [71, 'bisphenols', 'high, above the European limit for BPA if BPF is counted as BPA'],
    [58, 'phthalates', 'Samples disagree: nothing that counts in 2, 3.5% in 1.'],
    [71, 'bisphenols', 'Within EPA Within BfR on average Above if counted EFSA'],
    [71, 'bisphenols', '✓ EPA ✓ BfR on average ! EFSA'],
    [
      71,
      'bisphenols',
      'above the European limit for BPA if BPF is counted as BPA; within the U.S. (EPA) limit for certain and within the German (BfR) limit on average',
    ],
    [ONE_SAMPLE, 'phthalates', 'within the European limit in the one sample tested'],
    [58, 'bisphenols', 'Can’t tell the level'],
    [58, 'phthalates', 'on average at most 2.6%; the highest sample had 3.5%'],
    [
      1,
      'phthalates',
      'Within every EPA reference dose: on average 0.57%; the highest sample had 1%',
    ],
    [71, 'bisphenols', 'Samples: 280 to 790 times the limit.'],
    [
      12,
      'bisphenols',
      'Samples: none found in 2, 68 times the European BPA limit in 1 if BPS is counted as BPA.',
    ],
    [34, 'bisphenols', 'About 200 times the European limit for BPA if BPS is counted as BPA'],
    [
      58,
      'phthalates',
      'Within the European limit: on average at most 2.6%; the highest sample had 3.5%',
    ],
    [329, 'phthalates', 'none found; this test could have missed up to 3.1% of the European limit'],
    [58, 'bisphenols', 'none found, within the U.S. (EPA) and German (BfR) limits for certain'],
    [58, 'bisphenols', '✓ EPA ✓ BfR ? EFSA'],
    [58, 'bisphenols', 'Within EPA, Within BfR, Can’t tell for EFSA'],
  ])('of %i in %s: %s', (id, family, text) => {
    expect(untruths(text, { product: of(id), family, person: PERSONS.child })).toEqual([]);
  });

  test.each([
    ['for certain', 162, 184],
    ['in every sample', 33, 34],
    ['on average', 1, 227],
  ] as const)('lower %s: No. %i than No. %i in phthalates', (strength, one, other) => {
    expect(lowerBy(of(one), of(other), 'phthalates', PERSONS.child)).toBe(strength);
    expect(lowerBy(of(other), of(one), 'phthalates', PERSONS.child)).toBeNull();
  });
});
