import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { foodMetalLimits, noFoodLimits } from './food-limits.ts';
import { intakeMetalLimits } from './intake-limits.ts';
import { statusOf } from './limit-words.ts';
import { isShown, type MetalForm } from './metal-limit.ts';
import { usualPortion, type Portion } from './portion.ts';
import { countsTexts, foodText, metalText, noLimitTexts, seenBy } from './sentences.ts';
import {
  foodVerdicts,
  intakeVerdicts,
  isGreen,
  isPartAboveTotal,
  seenLimits,
  type ByForm,
} from './verdicts.ts';

const child: Portion = { grams: 110, weightKg: 14, groups: ['child'] };
const adult: Portion = { grams: 110, weightKg: 70, groups: ['adult'] };
const cereal = { ...child, grams: 15 };

const IQ = 'the dose at which a child may lose one IQ point';
const SKIN = 'the dose at which skin cancer may become more frequent';
const NOT_SAFE = 'For lead no authority calls any amount safe.';
const ROOT = 'single root vegetables for babies';
const PUREE = 'fruits, other vegetables, mixtures, yogurts, and meats for babies';
const RICE_CEREAL = 'dry infant rice cereal';

/** As a laboratory writes them, of one sample each. */
function ranges(written: ByForm<string>) {
  return Object.fromEntries(
    Object.entries(written).map(([form, reported]) => {
      const parsed = parseMeasurement(reported);
      if (!parsed.ok) throw new Error(parsed.reason);
      const { valueNgG, loqNgG } = parsed.measurement;
      const upperNgG = reported.startsWith('>') ? null : (valueNgG ?? loqNgG);
      return [form, { lowerNgG: valueNgG ?? 0, upperNgG, highestUpperNgG: upperNgG }];
    }),
  );
}

function verdictsOf(written: ByForm<string>, portion: Portion, limits?: typeof intakeMetalLimits) {
  return intakeVerdicts(ranges(written), portion, limits);
}

/** One limit’s verdict, and its parts in percent to a hundredth. */
function by(id: string, written: ByForm<string>, portion: Portion) {
  const found = verdictsOf(written, portion, intakeMetalLimits).find(
    ({ limit }) => limit.id === id,
  )!;
  const percent = (part: number | null) => part && Math.round(part * 10_000) / 100;
  return [found.verdict, percent(found.lower), percent(found.upper)];
}

/** Of one alone the sentence with its count of servings. */
function textBy(id: string, written: ByForm<string>, portion = child) {
  const all = verdictsOf(written, portion).filter(({ limit }) => limit.id === id);
  return metalText(all, portion);
}

const foodOf = (food: string, ...samples: ByForm<string>[]) =>
  foodVerdicts(samples.map(ranges), food, foodMetalLimits).map(({ limit, each }) => [
    limit.authority,
    limit.form,
    limit.ngG,
    ...each,
  ]);

describe('lead', () => {
  // 3 ng/g × 110 g = 330 ng. FDA: 330 / 2,200 = 15%. California: 330 / 500 = 66%. Woman: 330 / 8,800 = 3.75%.
  // EFSA: 330 / 14 kg = 23.57 ng/kg; 500 / 23.57 = 21.2. Adult of 70 kg: 4.71 ng/kg; 630 and 1,500 over
  // it are 133.6 and 318.2.
  test('3 ng/g in 110 g', () => {
    expect(by('pb-fda-irl-child', { pb: '3' }, child)).toEqual(['yes', 15, 15]);
    expect(by('pb-ca-madl', { pb: '3' }, child)).toEqual(['yes', 66, 66]);
    const woman: Portion = { ...adult, groups: ['woman', 'adult'] };
    expect(by('pb-fda-irl-woman', { pb: '3' }, woman)).toEqual(['yes', 3.75, 3.75]);
    expect(isGreen('pb', verdictsOf({ pb: '3' }, child))).toBe(true);
    expect(metalText(verdictsOf({ pb: '3' }, child), child)).toBe(
      'One serving a day is within FDA’s daily amount of lead for children (15%) and within California’s warning threshold for lead (66%). ' +
        `EFSA names no tolerable amount; this serving is one twenty-first of ${IQ}. ${NOT_SAFE}`,
    );
    expect(metalText(verdictsOf({ pb: '3' }, adult), adult)).toBe(
      'One serving a day is within California’s warning threshold for lead (66%). One serving a day stays within it; two or more a day are above it. ' +
        'EFSA names no tolerable amount; this serving is at most one 130th of the dose at which kidneys may be harmed; ' +
        `this serving is at most one 310th of the dose at which systolic blood pressure may rise. ${NOT_SAFE}`,
    );
  });

  // ⌊2,200 / 330⌋ = 6; ⌊500 / 330⌋ = 1.
  test('how many a day stay within it, and from how many on they are above', () => {
    expect(textBy('pb-fda-irl-child', { pb: '3' })).toBe(
      `One serving a day is within FDA’s daily amount of lead for children (15%). Up to six servings a day stay within it; seven or more a day are above it. ${NOT_SAFE}`,
    );
    expect(textBy('pb-ca-madl', { pb: '3' })).toBe(
      `One serving a day is within California’s warning threshold for lead (66%). One serving a day stays within it; two or more a day are above it. ${NOT_SAFE}`,
    );
  });

  // 5 × 100 = 500 ng.
  test('just California’s threshold is within it, and green, as the methodology says', () => {
    expect(isGreen('pb', verdictsOf({ pb: '5' }, { ...child, grams: 100 }))).toBe(true);
    expect(isGreen('pb', verdictsOf({ pb: '5.01' }, { ...child, grams: 100 }))).toBe(false);
    const text = readFileSync('content/methodology/metals.md', 'utf8');
    expect(text).toContain('and not above California’s warning threshold');
    expect(statusOf(intakeMetalLimits.find(({ id }) => id === 'pb-ca-madl')!)).toBe(
      'sellers must warn above it',
    );
  });

  test('of a 0 that was reported, any number stays within it', () => {
    const said = 'at the 0 that was reported, any number of';
    expect(textBy('pb-fda-irl-child', { pb: '0' })).toContain(
      `A${said.slice(1)} servings stays within it.`,
    );
    const [fda] = countsTexts(verdictsOf({ pb: '0' }, child), child);
    expect(fda).toBe(`FDA’s daily amount of lead for children: ${said} servings stays within it.`);
    expect(countsTexts(verdictsOf({ pb: '>0.1' }, child), child)[0]).not.toContain(said);
  });

  // 5 × 110 = 550 ng: 25% of FDA's, 110% of California's.
  test('within FDA’s and above California’s is said as both, without green', () => {
    const verdicts = verdictsOf({ pb: '5' }, child);
    expect(by('pb-fda-irl-child', { pb: '5' }, child)).toEqual(['yes', 25, 25]);
    expect(by('pb-ca-madl', { pb: '5' }, child)).toEqual(['no', 110, 110]);
    expect(isGreen('pb', verdicts)).toBe(false);
    expect(metalText(verdicts, child)).toContain(
      'within FDA’s daily amount of lead for children (25%) and above California’s warning threshold for lead (110%).',
    );
  });

  // <5: 0 to 550 ng. <20: 2,200 / 2,200. <20.1: 2,211. <4.5: 495 / 500.
  test.each([
    ['<5', 'yes', 25, 'cannot tell', 110],
    ['<20', 'yes', 100, 'cannot tell', 440],
    ['<20.1', 'cannot tell', 100.5, 'cannot tell', 442.2],
    ['<4.5', 'yes', 22.5, 'yes', 99],
  ])('%s: FDA %s, California %s', (reported, fda, fdaPercent, california, californiaPercent) => {
    expect(by('pb-fda-irl-child', { pb: reported }, child)).toEqual([fda, 0, fdaPercent]);
    expect(by('pb-ca-madl', { pb: reported }, child)).toEqual([california, 0, californiaPercent]);
    expect(isGreen('pb', verdictsOf({ pb: reported }, child))).toBe(california === 'yes');
  });

  test('what a test can’t tell', () => {
    expect(textBy('pb-ca-madl', { pb: '<5' })).toBe(
      'Whether one serving a day is within California’s warning threshold for lead, this test can’t tell (0% to 110%).',
    );
    expect(textBy('pb-fda-irl-child', { pb: '>5' })).toBe(
      'Whether one serving a day is within FDA’s daily amount of lead for children, this test can’t tell (25% or more). Five or more a day are above it.',
    );
  });

  // 70 × 110 = 7,700 ng / 14 = 550 ng/kg; 500 / 550 = 0.909. <70: 0 to 550.
  test('a margin below 1 is a risk that can’t be excluded', () => {
    expect(textBy('pb-efsa-iq', { pb: '70' })).toBe(
      `EFSA names no tolerable amount; this serving is more than ${IQ}: the margin of exposure is 0.9, so a risk can’t be excluded.`,
    );
    expect(textBy('pb-efsa-iq', { pb: '<70' })).toBe(
      `EFSA names no tolerable amount; whether this serving is below ${IQ}, this test can’t tell.`,
    );
    // 4 × 110 = 440 ng are within California's, but 880 ng/kg of a body of half a kilogram.
    const tiny = { ...child, weightKg: 0.5 };
    expect(by('pb-ca-madl', { pb: '4' }, tiny)[0]).toBe('yes');
    expect(isGreen('pb', verdictsOf({ pb: '4' }, tiny))).toBe(false);
  });
});

describe('cadmium', () => {
  // 12 × 110 = 1,320 ng a day, 9,240 a week; 2,500 × 14 = 35,000: 26.4%; ⌊35,000 / 9,240⌋ = 3.
  // ATSDR: 100 × 14 = 1,400: 94.29%. California: 1,320 / 4,100 = 32.2%.
  test('12 ng/g in 110 g, a week’s limit against seven servings', () => {
    expect(by('cd-efsa', { cd: '12' }, child)).toEqual(['yes', 26.4, 26.4]);
    expect(by('cd-atsdr', { cd: '12' }, child)).toEqual(['yes', 94.29, 94.29]);
    expect(by('cd-ca-madl', { cd: '12' }, child)).toEqual(['yes', 32.2, 32.2]);
    const verdicts = verdictsOf({ cd: '12' }, child);
    expect(isGreen('cd', verdicts)).toBe(true);
    expect(metalText(verdicts, child)).toBe(
      'Seven servings a week are within EFSA’s tolerable weekly intake of cadmium (26%). Up to three servings a day stay within it; four or more a day are above it.',
    );
    expect(foodOf(PUREE, { cd: '12' })).toEqual([['EU', 'cd', 40, 'yes']]);
  });
});

describe('arsenic', () => {
  // 4 × 15 = 60 ng; EPA: 60 × 14 = 840: 7.14%. EFSA: 840 / 60 = 14.
  test('a little in total answers for what is inorganic of it', () => {
    expect(by('as-epa-rfd', { as: '4' }, cereal)).toEqual(['yes', 0, 7.14]);
    const verdicts = verdictsOf({ as: '4' }, cereal);
    expect(metalText(verdicts, cereal)).toBe(
      'One serving a day is within EPA’s reference dose for inorganic arsenic (at most 7.1%). ' +
        `Up to 14 servings a day stay within it. EFSA names no tolerable amount; this serving is at most one fourteenth of ${SKIN}.`,
    );
    expect(isGreen('as', verdicts) || isGreen('ias', verdicts)).toBe(false);
    expect(foodOf(RICE_CEREAL, { as: '4' })).toEqual([['FDA', 'ias', 100, 'yes']]);
    expect(noLimitTexts(RICE_CEREAL)).toContain(
      'Inorganic arsenic: EU: can’t be compared, because its row 3.4.3 does not name cereal-based food (looked at on November 29, 2026).',
    );
  });

  // 128 × 15 = 1,920 ng: 228.57% of 840. 82 × 15 = 1,230: 146.43%; margin 840 / 1,230 = 0.683.
  test('a total above says nothing of what is inorganic; what is inorganic does', () => {
    expect(by('as-epa-rfd', { as: '128' }, cereal)).toEqual(['cannot tell', 0, 228.57]);
    expect(foodOf(RICE_CEREAL, { as: '128' })).toEqual([['FDA', 'ias', 100, 'cannot tell']]);
    expect(by('as-epa-rfd', { as: '128', ias: '82' }, cereal)).toEqual(['no', 146.43, 146.43]);
    expect(metalText(verdictsOf({ as: '128', ias: '82' }, cereal), cereal)).toBe(
      'One serving a day is above EPA’s reference dose for inorganic arsenic (146%). ' +
        `EFSA names no tolerable amount; this serving is more than ${SKIN}: the margin of exposure is 0.68, so a risk can’t be excluded.`,
    );
    expect(foodOf(RICE_CEREAL, { ias: '82' })).toEqual([['FDA', 'ias', 100, 'yes']]);
    const above = foodVerdicts([ranges({ ias: '128' })], RICE_CEREAL, foodMetalLimits);
    expect(above.map(({ each }) => each)).toEqual([['no']]);
  });

  test('a total within answers where the inorganic part was not seen well enough', () => {
    // <60 × 15 = 900 of 840 ng; all 4 ng/g of arsenic are 7.14%.
    expect(by('as-epa-rfd', { as: '4', ias: '<60' }, cereal)).toEqual(['yes', 0, 7.14]);
  });

  test.each([
    [{ as: '128', ias: '130' }, true],
    [{ as: '<5', ias: '6' }, true],
    [{ as: '128', ias: '128' }, false],
    [{ as: '128', ias: '<200' }, false],
    [{ as: '>100', ias: '130' }, false],
    [{ ias: '130' }, false],
  ])('%o is refused: %s', (sample, isRefused) => {
    expect(isPartAboveTotal(ranges(sample))).toBe(isRefused);
  });
});

describe('mercury', () => {
  // 2 × 110 × 7 = 1,540 ng; 1,300 × 14 = 18,200: 8.46%; 4,000 × 14 = 56,000: 2.75%.
  test('2 ng/g in 110 g are within EFSA’s of both forms', () => {
    expect(by('hg-efsa-me', { hg: '2' }, child)).toEqual(['yes', 0, 8.46]);
    expect(by('hg-efsa-in', { hg: '2' }, child)).toEqual(['yes', 0, 2.75]);
    expect(isGreen('hg', verdictsOf({ hg: '2' }, child))).toBe(true);
    expect(metalText(verdictsOf({ hg: '2' }, child), child)).toBe(
      'Seven servings a week are within EFSA’s tolerable weekly intake of methylmercury (at most 8.5%) and within EFSA’s tolerable weekly intake of inorganic mercury (at most 2.8%).',
    );
  });

  // 400 × 56 = 22,400 ng in one serving a week: 123.08% of 18,200, 40% of 56,000.
  test('tuna is eaten once a week', () => {
    const tuna = usualPortion('tuna', 56);
    expect(by('hg-efsa-me', { hg: '400' }, tuna)).toEqual(['cannot tell', 0, 123.08]);
    expect(by('hg-efsa-in', { hg: '400' }, tuna)).toEqual(['yes', 0, 40]);
    expect(isGreen('hg', verdictsOf({ hg: '400' }, tuna))).toBe(false);
    expect(textBy('hg-efsa-in', { hg: '400' }, tuna)).toBe(
      'One serving a week is within EFSA’s tolerable weekly intake of inorganic mercury (at most 40%). Up to two servings a week stay within it.',
    );
    expect(foodOf('tuna', { hg: '400' })).toEqual([['EU', 'hg', 1000, 'yes']]);
    expect(foodOf('tuna', { hg: '1200' })).toEqual([['EU', 'hg', 1000, 'no']]);
  });
});

describe('by food', () => {
  test('lead against FDA’s action levels', () => {
    const lead = (food: string, reported: string) =>
      foodOf(food, { pb: reported })
        .find(([authority]) => authority === 'FDA')
        ?.at(-1);
    expect(lead(ROOT, '15')).toBe('yes');
    expect(lead(PUREE, '15')).toBe('no');
    expect(lead('dry infant cereal', '<20')).toBe('yes');
    expect(lead(PUREE, '<12')).toBe('cannot tell');
    expect(lead('puffs', '15')).toBeUndefined();
    expect(noLimitTexts('puffs')).toEqual([
      'Lead, cadmium, and inorganic arsenic: FDA, EFSA, EPA, California: none for puffs (looked at on November 29, 2026).',
    ]);
  });

  // The mean of 9, 9, and 12 is 10, which is no sample.
  test('each sample is held against it, never a mean', () => {
    const pears = foodVerdicts(
      ['9', '9', '12'].map((pb) => ranges({ pb })),
      PUREE,
    );
    const [text] = pears.filter(({ limit }) => limit.authority === 'FDA').map(foodText);
    expect(text).toBe(
      `FDA’s action level for lead in ${PUREE} (10 µg/kg, not binding): measured above in one of three samples; met in two of three samples.`,
    );
    const one = foodVerdicts([ranges({ pb: '<12' })], PUREE).map(foodText);
    expect(one).toEqual([
      `The EU’s maximum level for lead in ${PUREE} (20 µg/kg): met.`,
      `FDA’s action level for lead in ${PUREE} (10 µg/kg, not binding): this test can’t tell.`,
    ]);
  });

  test.each<[string, ByForm<string>, string]>([
    ['white rice, not parboiled', { ias: '90' }, 'yes'],
    ['white rice, not parboiled', { as: '140' }, 'yes'],
    ['white rice, not parboiled', { as: '180' }, 'cannot tell'],
    ['parboiled or husked rice', { as: '180' }, 'yes'],
    ['rice for making food for infants', { as: '140' }, 'cannot tell'],
    ['rice cakes, wafers, crackers, and flakes', { ias: '301' }, 'no'],
  ])('%s, %o: %s', (food, sample, verdict) => {
    expect(foodOf(food, sample).map((one) => one.at(-1))).toEqual([verdict]);
  });

  test('powder as sold is held against it, what was measured as prepared is not', () => {
    expect(foodOf('powdered soy formula', { cd: '21' })).toEqual([['EU', 'cd', 20, 'no']]);
    expect(foodOf('formula as prepared', { cd: '21' })).toEqual([]);
    expect(noLimitTexts('formula as prepared')).toEqual([
      'Lead, cadmium, and inorganic arsenic: EU: can’t be compared, because its limits are of formula as sold (looked at on November 29, 2026).',
    ]);
  });
});

describe('several samples', () => {
  // The mean of 3 and 7 is 5: 550 ng, 110% of California's; of <4 and 5 it is 2.5 to 4.5: 55% to 99%,
  // and 5 alone 110%.
  test('yes is said by the highest, no by the mean', () => {
    const of = (lowerNgG: number, upperNgG: number, highestUpperNgG: number) =>
      intakeVerdicts({ pb: { lowerNgG, upperNgG, highestUpperNgG } }, child).filter(
        ({ limit }) => limit.id === 'pb-ca-madl',
      );
    expect(of(5, 5, 7)[0]?.verdict).toBe('no');
    expect(metalText(of(2.5, 4.5, 5), child)).toBe(
      'Whether one serving a day is within California’s warning threshold for lead, this test can’t tell (55% to 99%, up to 110% in the highest sample). Two or more a day are above it.',
    );
  });
});

describe('what a test must see', () => {
  const needed = (portion: Portion) =>
    Object.fromEntries(
      seenLimits({}, portion).map(({ limit, neededNgG }) => [limit.id, neededNgG] as const),
    );

  // 2,200 / 110; 500 / 110; 35,000 / 770; 840 / 110; 18,200 / 770; 56,000 / 770.
  test('of one serving for the child', () => {
    const expected = [20, 4.545, 45.45, 7.636, 23.64, 72.73];
    const ids = [
      'pb-fda-irl-child',
      'pb-ca-madl',
      'cd-efsa',
      'as-epa-rfd',
      'hg-efsa-me',
      'hg-efsa-in',
    ];
    const found = needed(usualPortion('baby-food', 110));
    expect(Object.keys(found)).toEqual(ids);
    ids.forEach((id, at) => expect(found[id]).toBeCloseTo(expected[at]!, 2));
  });

  // 2,200 / 800 = 2.75; 2,500 × 5 / 5,600 = 2.232. Powder of which a gram makes 7.5 g: 20.625.
  test('of formula as fed, and of its powder', () => {
    const fed = needed(usualPortion('infant-formula', 22, 1));
    expect(fed['pb-fda-irl-child']).toBe(2.75);
    expect(fed['cd-efsa']).toBeCloseTo(2.232, 3);
    expect(needed(usualPortion('infant-formula', 22, 7.5))['pb-fda-irl-child']).toBe(20.625);
  });

  test('powder whose label nobody read has no verdict and no question that is answered', () => {
    const powder = usualPortion('infant-formula', 22);
    expect(verdictsOf({ pb: '1' }, powder)).toEqual([]);
    expect(seenLimits({ pb: 1 }, powder).map(({ isSeen }) => isSeen)).toEqual(
      seenLimits({}, powder).map(() => null),
    );
  });

  test('powder is judged as fed', () => {
    // 20.625 / 7.5 = 2.75, × 800 = 2,200 ng, and times 7 against 5 kg × 2,500.
    const powder = usualPortion('infant-formula', 22, 7.5);
    expect(by('pb-fda-irl-child', { pb: '20.625' }, powder)).toEqual(['yes', 100, 100]);
    expect(metalText(verdictsOf({ cd: '15' }, powder), powder)).toBe(
      'Seven days of formula (800 g as fed) are within EFSA’s tolerable weekly intake of cadmium (90%).',
    );
  });

  test('California’s is said to be seen or not, the others must be', () => {
    const seen = seenLimits({ pb: 20, cd: 45, as: 8, hg: 5 }, child);
    expect(seen.map(({ limit, isSeen }) => [limit.id, limit.question, isSeen])).toEqual([
      ['pb-fda-irl-child', 'must', true],
      ['pb-ca-madl', 'said', false],
      ['cd-efsa', 'must', true],
      ['as-epa-rfd', 'must', false],
      ['hg-efsa-me', 'must', true],
      ['hg-efsa-in', 'must', true],
    ]);
    expect(seenLimits({ ias: 7 }, child).find(({ limit }) => limit.form === 'ias')?.isSeen).toBe(
      true,
    );
  });
});

describe('what a test can see, in lines', () => {
  const linesOf = (loqs: Parameters<typeof seenBy>[0], portion: Portion) =>
    Object.fromEntries(seenBy(loqs, portion).lines);

  // 35,000 / 770 = 45.4545…: needed is said rounded down, or as what is there where that is more.
  test('of a serving, needed amounts never rounded up', () => {
    const found = linesOf({ pb: 4.5, cd: 45.45, as: 7.7, ias: 8, hg: 100 }, child);
    expect(found).toEqual({
      'Asked about': 'one serving (110 g) a day, for a child of 14 kg',
      'Can see':
        'FDA’s daily amount of lead for children (needs 20 µg/kg, has 4.5); California’s warning threshold for lead (needs 4.54 µg/kg, has 4.5); EFSA’s tolerable weekly intake of cadmium (needs 45.45 µg/kg, has 45.45)',
      'Can’t see':
        'EPA’s reference dose for inorganic arsenic (needs 7.63 µg/kg, has 7.7 by the total, which never shows that it is above); EFSA’s tolerable weekly intake of methylmercury (needs 23.6 µg/kg, has 100 by the total, which never shows that it is above); EFSA’s tolerable weekly intake of inorganic mercury (needs 72.7 µg/kg, has 100 by the total, which never shows that it is above)',
    });
  });

  test('of nothing that is stated yet, what is must and what is only asked', () => {
    const fed = linesOf({}, usualPortion('infant-formula', null, 1));
    expect(Object.keys(fed)).toEqual(['Asked about', 'Must see', 'Good to see']);
    expect(fed['Asked about']).toBe('a day of formula (800 g as fed), for a baby of 5 kg');
    expect(fed['Must see']).toMatch(
      /^FDA’s daily amount of lead for children \(needs 2.75 µg\/kg\)/,
    );
    expect(fed['Good to see']).toBe('California’s warning threshold for lead (needs 0.625 µg/kg)');
  });

  test('what is unseen is of what it must see alone, and nothing where nobody can say', () => {
    const high = { pb: 20, cd: 46, as: 1, hg: 1 };
    const text = 'EFSA’s tolerable weekly intake of cadmium (needs 45.4 µg/kg, has 46)';
    expect(seenBy(high, child).unseen).toBe(text);
    expect(seenBy({ ...high, cd: 45 }, child).unseen).toBe('');
    expect(seenBy(high, { ...child, grams: null }).unseen).toBe('');
    expect(seenBy(high, usualPortion('infant-formula', 22)).unseen).toBe('');
  });
});

describe('the records', () => {
  const all = [...intakeMetalLimits, ...foodMetalLimits];

  test('have one id each, and say where and when they were seen', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { citation, seenAt, seenOn } of all) {
      expect(citation.title.length * seenAt.length).toBeGreaterThan(0);
      expect(seenOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  test('say nothing by a second hand, nor when they are no longer or not yet in force', () => {
    const hidden = all.filter((limit) => !isShown(limit)).map(({ id }) => id);
    expect(hidden).toContain('cd-atsdr');
    expect(hidden).toContain('pb-fda-irl-child-2020');
    const used: MetalForm[] = ['pb', 'cd', 'as', 'ias', 'hg'];
    const written = Object.fromEntries(used.map((form) => [form, '1']));
    const eaters = (['child', 'woman', 'adult'] as const).map((one) => ({
      ...child,
      groups: [one],
    }));
    const said = [
      ...eaters.flatMap((eater) => verdictsOf(written, eater)),
      ...foodMetalLimits.flatMap(({ food }) => foodVerdicts([ranges(written)], food)),
    ].map(({ limit }) => limit.id);
    expect(said.filter((id) => hidden.includes(id))).toEqual([]);
  });

  test('set no limit where there is said to be none', () => {
    const both = noFoodLimits.filter(({ authorities, forms, foods }) =>
      foodMetalLimits.some(
        (limit) =>
          isShown(limit) &&
          (authorities as readonly string[]).includes(limit.authority) &&
          (forms as readonly string[]).includes(limit.form) &&
          foods.includes(limit.food),
      ),
    );
    expect(both).toEqual([]);
  });
});
