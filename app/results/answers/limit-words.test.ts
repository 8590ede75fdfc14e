import { describe, expect, test } from 'vitest';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { eaterOf, specChild } from './eater.ts';
import { headlineOf, highestSample, inNamedOrder, limitLines } from './limit-words.ts';
import { reportTiles, type ReportTile } from './report-cards.ts';
import { besideText, servingsADayTexts, shareText, tileAnswer } from './tile-answer.ts';
import { defaultViewpoint } from './viewpoint.ts';
import { plasticListProducts } from '#test/support/samples-file.ts';

const products = plasticListProducts();

function tilesOf(
  product: (typeof products)[number],
  eater = eaterOf(product),
  authority: 'EFSA' | 'EPA' = 'EFSA',
): ReportTile[] {
  const measured = product.samples.map(({ measurements }) => measurements);
  return reportTiles(product.originalId, product.servingSizeG, measured, {
    ...defaultViewpoint,
    ...eater,
    authority,
  });
}

const ofChild = products.flatMap((product) => tilesOf(product, specChild));
const named = (id: number) => products.find(({ originalId }) => originalId === id)!;
const familyOfReport = (id: number, family: string) =>
  tilesOf(named(id)).find((tile) => tile.family === family)!;

describe('what heads a tile', () => {
  test('is an excess first, then what rests on counting, then a yes, of all 236 products', () => {
    const tones: Record<string, number> = {};
    for (const tile of ofChild) {
      const headline = headlineOf(tile);
      const key = `${tile.family} ${headline?.tone ?? 'none'}`;
      tones[key] = (tones[key] ?? 0) + 1;
      const verdicts = tile.verdicts.map(({ verdict }) => verdict);
      if (verdicts.includes('above'))
        expect(headline?.text).toMatch(/^Above the [^i]* limits?( for|$)/);
      else if (verdicts.includes('above_if_counted'))
        expect(headline?.text).toMatch(
          /^Above the .*European limits? for BPA if BP.* counted as BPA$/,
        );
      else if (verdicts.includes('within')) expect(headline?.text).toMatch(/^Within the /);
    }
    expect(tones).toEqual({
      'phthalates no': 3,
      'phthalates yes': 233,
      'bisphenols no': 19,
      'bisphenols if_counted': 29,
      'bisphenols yes': 184,
      'bisphenols unknown': 1,
      'bisphenols none': 3,
      'substitutes yes': 236,
    });
  });

  test('leaves what the European limit leaves open to the line below it', () => {
    expect(headlineOf(familyOfReport(1, 'bisphenols'))).toEqual({
      text: 'Within the U.S. (EPA) and German (BfR) limits',
      tone: 'yes',
      below: 'The European limit is too low for this test to check.',
    });
    // Coca-Cola Diet, in which no BPA was found.
    expect(headlineOf(familyOfReport(71, 'bisphenols'))).toEqual({
      text: 'Above the European limit for BPA if BPF is counted as BPA',
      tone: 'if_counted',
      below: 'Within the U.S. (EPA) limit and within the German (BfR) limit on average.',
    });
  });
});

describe('a bound of an average', () => {
  test('says so, and names the sample that has more, in every tile where one has', () => {
    const exceeded = ofChild.filter((tile) =>
      limitLines(tile.verdicts, tile.samples).some(({ text }) => text.includes('highest sample')),
    );
    expect(exceeded).toHaveLength(232);
    for (const tile of ofChild) {
      const highest = highestSample(tile.samples);
      for (const { text } of limitLines(tile.verdicts, tile.samples)) {
        if (tile.samples.length > 1 && /\d%/.test(text)) expect(text).toContain('on average');
      }
      const most = tile.verdicts.find(({ authority }) => authority === 'EFSA')?.percent;
      if (highest === null || !most || highest <= most.upper * 1.02) continue;
      expect(tileAnswer(tile).bounds ?? '').toMatch(
        /the highest sample had|was measured|no difference|most is not/,
      );
    }
    const formula = familyOfReport(1, 'phthalates');
    expect(limitLines(formula.verdicts, formula.samples).map(({ text }) => text)).toEqual([
      'Within every EPA reference dose: on average 9.6%; the highest sample had 17%',
      'Within the European limit: on average at most 9.1%; the highest sample had 17%',
    ]);
  });
});

test('no more a day stay within a limit than of the sample with the most, and above it on average', () => {
  expect(servingsADayTexts(familyOfReport(1, 'phthalates'))).toEqual([
    expect.stringMatching(/^Up to \d+ servings a day stay within the nearest EPA reference dose; /),
    expect.stringMatching(
      /^Up to 34 servings a day stay within the European limit; [\d,]+ or more servings a day are above it on average\.$/,
    ),
  ]);
  expect(servingsADayTexts(familyOfReport(71, 'bisphenols')).at(-1)).toMatch(
    /^Not one serving is known to stay within the European limit for BPA/,
  );
});

test('an average above every sample that is printed says what it counts', () => {
  expect(tileAnswer(familyOfReport(62, 'substitutes')).samples).toBe(
    'Samples: none found in 2, 0.058% in 1. Average 0.073%, counting half of what is too little to measure.',
  );
});

describe('where none was found', () => {
  test('the text says how much the test could have missed, never a span of levels', () => {
    const unsure = ofChild
      .filter(({ family }) => family === 'phthalates')
      .map(tileAnswer)
      .filter(({ could }) => could === 'Low to Medium');
    const none = unsure.filter(({ missed }) => missed !== null);
    expect([unsure.length, none.length]).toEqual([65, 40]);
    for (const { missed, reason } of none) {
      expect(missed).toMatch(/^this test could have missed up to [\d.]+% of the European limit$/);
      expect(reason).toContain(missed);
    }
  });
});

test('how many servings a day stay within each limit is of the upper bound, and more of the lower one', () => {
  let said = 0;
  for (const tile of ofChild) {
    const texts = servingsADayTexts(tile);
    expect(texts).toHaveLength(tile.verdicts.length);
    for (const [at, { authority, ownLowerPercent }] of inNamedOrder(tile.verdicts).entries()) {
      const number = (found: RegExpExecArray | null) =>
        Number(found?.[1]?.replaceAll(',', '') ?? 0);
      const within = /^One serving/.test(texts[at]!)
        ? 1
        : number(/Up to ([\d,]+) /.exec(texts[at]!));
      const over = number(/([\d,]+) or more/.exec(texts[at]!));
      const most = tile.samples.flatMap(({ verdicts }) =>
        verdicts.flatMap((one) => (one.authority === authority ? one.percent.upper : [])),
      );
      expect(within * Math.max(...most)).toBeLessThanOrEqual(100.0000001);
      if (over) expect(over * ownLowerPercent).toBeGreaterThan(100);
      if (over && within) expect(over).toBeGreaterThan(within);
      said += Number(within > 0);
    }
  }
  expect(said).toBeGreaterThan(1_000);
});

test('under the EPA no line says that no limit is set beside one that it is within', () => {
  const found = products
    .flatMap((product) => tilesOf(product, specChild, 'EPA'))
    .filter(({ shares }) =>
      shares.some(({ chemical, meanNgG }) => chemical === 'dep' && meanNgG.lower > 0),
    );
  expect(found.length).toBeGreaterThan(0);
  for (const tile of found) {
    const dep = tile.shares.find(({ chemical }) => chemical === 'dep')!;
    expect(shareText(dep, 'EPA')).toMatch(/%/);
    const said = [
      ...tileAnswer(tile).remarks,
      besideText(tile),
      ...tile.shares.map((one) => shareText(one, 'EPA')),
    ];
    expect(said.join(' ')).not.toMatch(/no limit (set|here)/);
  }
});

test('the short names of limits are told once by year, number, and standing, from their records', () => {
  expect(limitsNamed()).toBe(
    'For BPA, the U.S. (EPA) limit is the EPA’s reference dose of 1988, 50,000 ng/kg of body weight a day (IRIS 0356); the German (BfR) limit is the value that the BfR proposed in 2023, 200 ng/kg of body weight a day (BfR Opinion No 018/2023); neither is a law. European limits are the EFSA’s tolerable daily intakes: for BPA, that of 2023, 0.2 ng/kg of body weight a day (EFSA Journal 2023;21(4):6857).',
  );
});
