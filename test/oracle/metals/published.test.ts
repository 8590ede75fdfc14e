import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  metalReport,
  metalResults,
  readResults,
} from '#app/results/metals/metal-results.server.ts';
import { metalReportSchema, publicMetals } from '#app/results/metals/metal-schema.ts';
import { metalHit } from '#app/results/metals/metal-stands.tsx';
import { metalView } from '#app/results/metals/metal-view.ts';
import { metalPage } from '#app/results/report/metal-page.server.ts';
import { reportMeta } from '#app/results/report/tested-meta.ts';
import { foodMetalLimits, noFoodLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { testedProducts } from '#db/schema.ts';
import { isShown } from '#app/toxicology/metals/metal-limit.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';
import { byFood, byIntake, known, type Said } from './by-hand.ts';
import { readSurveys, type SurveyRow } from './survey-rows.ts';
import { writeMetalsResults, type MetalsTest } from './write-results.ts';
import { changeRows } from '#test/support/gifts.ts';

const story = useStory({}, uncompiledPages);

const PUREE = 'fruits, other vegetables, mixtures, yogurts, and meats for babies';
const FIRST = 6001;

/** FDA's samples that have all four results: each a test of one sample, as a test that sees 5 µg/kg has it. */
const samples = [
  ...Map.groupBy(readSurveys(), ({ sample, food, grams }) => `${sample} ${food} ${grams}`).values(),
].filter((rows) => new Set(rows.map(({ substance }) => substance)).size === 4);
const lead = (rows: SurveyRow[]) => Number(rows.find((row) => row.substance === 'pb')?.result) || 0;
/** Those with the most lead, those of which a result has no bound, and others from everywhere. */
const chosen = [
  ...samples.toSorted((a, b) => lead(b) - lead(a)).slice(0, 5),
  ...samples.filter((rows) => rows.some(({ result }) => result === 'NDb')),
  ...samples.filter((_, at) => at % 53 === 0),
];
const written = ({ result }: SurveyRow) => ({ '<LOD': '<5', NDb: 'ND' })[result] ?? result;
const tests: MetalsTest[] = chosen.map((rows, at) => ({
  id: FIRST + at,
  name: `Food ${at}`,
  servingG: rows[0]!.grams,
  // PlasticList’s first product is infant formula; FDA’s is measured as fed.
  ...(rows[0]!.isFormula && { itemOf: 1, asFedPerG: 1, round: at }),
  samples: [Object.fromEntries(rows.map((row) => [row.substance, written(row)]))],
  facts: { foodClass: PUREE },
}));
const pears: MetalsTest = {
  id: 5001,
  name: 'Pears',
  servingG: 110,
  samples: ['9', '9', '12'].map((pb) => ({ pb, cd: '<0.5', as: '4', hg: '<1' })),
  was: ['3', '3', '3'].map((pb) => ({ pb, cd: '<0.5', as: '4', hg: '<1' })),
  facts: { limits: { Pb: 2, Cd: 0.5, As: 5, Hg: 1 }, foodClass: PUREE },
};
const oats = { id: 5002, name: 'Oats', servingG: null, samples: [{ pb: '3' }] };
const puffs = {
  id: 5003,
  name: 'Puffs',
  servingG: 7,
  samples: [{ pb: '3' }],
  facts: { foodClass: 'puffs' },
};

const cereal = {
  id: 5004,
  name: 'Cereal',
  servingG: 15,
  samples: ['25', '25', '25'].map((pb) => ({ pb })),
  facts: { foodClass: 'dry infant cereal' },
};

const partly = {
  id: 5005,
  name: 'Peas',
  servingG: 110,
  samples: [
    { pb: 'NO RESULT', cd: '1' },
    { pb: '3', cd: '1' },
    { cd: '1', ias: '1' },
  ],
};

beforeAll(() => writeMetalsResults([pears, oats, puffs, cereal, partly, ...tests]));

const PHRASES: Record<string, string> = {
  'pb-fda-irl-child': 'FDA’s daily amount of lead for children',
  'pb-ca-madl': 'California’s warning threshold for lead',
  'cd-efsa': 'EFSA’s tolerable weekly intake of cadmium',
  'as-epa-rfd': 'EPA’s reference dose for inorganic arsenic',
  'hg-efsa-me': 'EFSA’s tolerable weekly intake of methylmercury',
  'hg-efsa-in': 'EFSA’s tolerable weekly intake of inorganic mercury',
};
const DOSES: Record<string, string> = {
  'pb-efsa-iq': 'a child may lose one IQ point',
  'as-efsa': 'skin cancer may become more frequent',
};
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

async function page(path: string): Promise<string> {
  const response = await fetch(story.url + path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** What a page says of a limit, in whichever of its sentences. */
function saidOn(text: string, id: string): Said | undefined {
  const [name, dose] = [PHRASES[id], DOSES[id]];
  if (name && text.includes(`within ${name} (`)) return 'yes';
  if (name && text.includes(`above ${name} (`)) return 'no';
  if (name && text.includes(`within ${name}, this test can’t tell`)) return 'cannot tell';
  if (!dose) return undefined;
  if (text.includes(`is more than the dose at which ${dose}`)) return 'no';
  if (text.includes(`is below the dose at which ${dose}`)) return 'cannot tell';
  return new RegExp(`(?:this serving|a day of it) is [^;.]* the dose at which ${dose}`).test(text)
    ? 'yes'
    : undefined;
}

describe('of FDA’s rows, each page says', () => {
  it('the verdicts by hand, and green only where these allow it', async () => {
    let greens = 0;
    for (const [at, rows] of chosen.entries()) {
      const address = `/plasticlist/${FIRST + at}`;
      const [text, html] = [await page(`${address}.md`), await page(address)];
      const hand = Object.assign(
        {},
        ...rows.map((row) =>
          byIntake(intakeMetalLimits, row.substance, known(row.result, '5'), row),
        ),
      ) as Record<string, Said>;
      const onPage = Object.fromEntries(Object.keys(hand).map((id) => [id, saidOn(text, id)]));
      expect([rows[0]!.sample, onPage]).toEqual([rows[0]!.sample, hand]);
      const isYes = (...ids: string[]) => ids.every((id) => hand[id] === 'yes');
      const above = rows.flatMap(({ substance, result }) => {
        const said = byFood(foodMetalLimits, substance, known(result, '5'), PUREE);
        return Object.values(said).includes('no') ? substance : [];
      });
      const expected = [
        isYes('pb-fda-irl-child', 'pb-ca-madl', 'pb-efsa-iq') && !above.includes('pb'),
        isYes('cd-efsa') && !above.includes('cd'),
        isYes('hg-efsa-me', 'hg-efsa-in'),
      ].filter(Boolean).length;
      const green = html.match(/<p class="[^"]*bg-accent-wash[^"]*">/g)?.length ?? 0;
      expect([rows[0]!.sample, green]).toEqual([rows[0]!.sample, expected]);
      greens += green;
      const isSafe = ['pb-fda-irl-child', 'pb-ca-madl', 'pb-efsa-iq'].some((id) => isYes(id));
      expect(text.includes('For lead no authority calls any amount safe.')).toBe(isSafe);
    }
    expect(greens).toBeGreaterThan(20);
  });

  it('how many a day by hand: within by the most, above by the least', async () => {
    for (const [at, rows] of chosen.entries()) {
      if (rows[0]!.isFormula) continue; // a day of it is judged
      const text = await page(`/plasticlist/${FIRST + at}.md`);
      for (const limit of intakeMetalLimits) {
        const name = PHRASES[limit.id];
        const row = rows.find(({ substance }) =>
          [limit.form, ...(TOTALS[limit.form] ?? [])].includes(substance),
        );
        if (!name || !row) continue;
        const { least, most } = known(row.result, '5');
        const days = limit.per === 'week' ? 7 : 1;
        const bodies = limit.kind === 'by person' ? 1 : row.kg;
        // In millionths, so that decimals of the file are whole.
        const count = (ngG: string) =>
          Number(
            (BigInt(limit.ng * bodies) * 1_000_000n) /
              (BigInt(Math.round(Number(ngG) * 1_000_000)) * BigInt(row.grams * days)),
          );
        const within = most === null || Number(most) === 0 ? 0 : roundedDown(count(most));
        const isOwn = limit.form === row.substance;
        const from = isOwn && Number(least) > 0 ? count(least) + 1 : null;
        const parts = [
          within === 1 && 'one serving a day stays within it',
          within > 1 && `up to ${worded(within)} servings a day stay within it`,
          from !== null && `${worded(from)} or more a day are above it`,
        ].filter(Boolean);
        const line = `${name}: ${parts.join('; ') || 'this test can’t tell how many stay within it'}.`;
        expect(text).toContain(line);
      }
    }
  });

  it('limits by food of each sample, never as broken', async () => {
    for (const [at, rows] of chosen.entries()) {
      const text = await page(`/plasticlist/${FIRST + at}.md`);
      for (const row of rows) {
        const hand = byFood(foodMetalLimits, row.substance, known(row.result, '5'), PUREE);
        for (const [id, said] of Object.entries(hand)) {
          const limit = foodMetalLimits.find((one) => one.id === id)!;
          const whose = limit.authority === 'EU' ? 'The EU’s maximum level' : 'FDA’s action level';
          const words = { yes: 'met', no: 'measured above', 'cannot tell': 'this test can’t tell' };
          const level = `\\(${limit.ngG} µg/kg${limit.authority === 'FDA' ? ', not binding' : ''}\\)`;
          const name = { pb: 'lead', cd: 'cadmium', ias: 'inorganic arsenic' }[limit.form as 'pb'];
          expect(text).toMatch(new RegExp(`${whose} for ${name} in .*${level}: ${words[said]}\\.`));
        }
      }
      expect(text).not.toMatch(/breaks|illegal|violat/i);
    }
  });
});

const TOTALS: Record<string, string[]> = { ias: ['as'], mehg: ['hg'], inhg: ['hg'] };

function worded(count: number): string {
  return WORDS[count] ?? count.toLocaleString('en-US');
}

/** To two digits that are not zero. */
function roundedDown(count: number): number {
  const digits = String(count);
  return Number(digits.slice(0, 2) + '0'.repeat(Math.max(0, digits.length - 2)));
}

describe('a report', () => {
  it('is read with what is registered', async () => {
    const [first, second] = await metalResults([5001, 5002]);
    expect(first).toMatchObject({ name: 'Pears (metals)', itemName: 'Pears', serving_size_g: 110 });
    expect(publicMetals(first!).green).toEqual(['cd', 'hg']);
    const unsaid =
      'What that comes to can’t be said, because nobody has said how much one serving is.';
    expect(second?.sentence).toBe(unsaid);
    expect(metalHit(second!).says).toBe(unsaid);
    expect(await metalReport(5999)).toBeUndefined();
    const report = await metalReport(5001);
    expect(report?.samples.map(({ reported }) => reported['pb'])).toEqual(['9', '9', '12']);
    expect(report?.limits).toEqual({ pb: 2, cd: 0.5, as: 5, hg: 1 });
  });

  it('says each sample of its food, and where no authority has a limit', async () => {
    const text = await page('/plasticlist/5001.md');
    expect(text).toContain(
      `FDA’s action level for lead in ${PUREE} (10 µg/kg, not binding): measured above in one of three samples; met in two of three samples.`,
    );
    expect(text).toContain(
      `Cadmium and inorganic arsenic: FDA: none for ${PUREE} (looked at on November 29, 2026).`,
    );
    const none = await page('/plasticlist/5003.md');
    expect(none).toContain(
      'Lead, cadmium, and inorganic arsenic: FDA, EFSA, EPA, California: none for puffs (looked at on November 29, 2026).',
    );
    expect(noFoodLimits.length).toBeGreaterThan(0);
    expect(none).toContain('What to do');
    expect(await page('/plasticlist/5002.md')).not.toContain('What to do');
  });

  it('says first where samples are above a limit of their food, wherever it says anything', async () => {
    const above = ['FDA’s action level', 'the EU’s maximum level'].map(
      (whose) => new RegExp(`Measured above ${whose} for lead in dry infant cereal \\(20 µg/kg`),
    );
    // 25 × 15 = 375 ng of 500 and 2,200.
    const text = await page('/plasticlist/5004.md');
    expect(text).toContain('within California’s warning threshold for lead (75%)');
    expect(text).not.toContain('Nothing here is above a limit');
    const head = text.split('## How many')[0]!;
    const [cereal] = await metalResults([5004]);
    const compared = await page('/plasticlist/compare.md?ids=5001,5004');
    for (const said of [head, metalHit(cereal!).says, cereal!.sentence, compared])
      for (const words of above) expect(said).toMatch(words);
    expect(head).toMatch(/\(20 µg\/kg, not binding\) in three of three samples\./);
    expect(publicMetals(cereal!).green).not.toContain('pb');
    expect(metalHit(cereal!).words[0]!.isGood).toBe(false);
    const [puffs] = await metalResults([5003]);
    expect(puffs!.sentence).not.toContain('Measured above');
  });

  it('says how many samples have a result, and is not green by some of them', async () => {
    const [peas] = await metalResults([5005]);
    const only = 'Only one of three samples has a result for';
    const { says, words } = metalHit(peas!);
    for (const said of [await page('/plasticlist/5005.md'), peas!.sentence])
      expect(said.match(/Only [^.]+\./g)?.slice(0, 2)).toEqual([
        `${only} lead.`,
        `${only} inorganic arsenic.`,
      ]);
    expect(says).toContain(`${only} lead.`);
    expect(words[0]!.text).toContain(`${only} lead.`);
    // 3 × 110 = 330 ng of 500 and 2,200, and 1 × 770 / 14 = 55 of 2,500.
    expect(peas!.sentence).toContain('within California’s warning threshold for lead (66%)');
    expect(publicMetals(peas!).green).toEqual(['cd']);
  });

  it('is read for whom it is asked: a limit by person stands for that person alone', async () => {
    // What stands below as evidence is for whoever it was published for.
    const of = async (query: string) =>
      (await page(`/plasticlist/5001.md?${query}`))
        .split('## Evidence')[0]!
        .replaceAll('\u00a0', ' ');
    // 12 × 110 = 1,320 ng of 8,800 in the highest sample, by mean 1,100.
    expect(await of('weight=woman')).toContain(
      'FDA’s daily amount of lead for women of childbearing age (13%, up to 15% in the highest sample)',
    );
    expect(await of('weight=adult')).not.toContain('FDA’s daily amount');
    expect(await of('weight=22.7')).not.toContain('FDA’s daily amount of');
    expect(await of('weight=22.7')).toContain(
      'For a person of 50 lb (22.7 kg), one serving of 110 g a day.',
    );
    const grouped = intakeMetalLimits.filter((one) => one.group && isShown(one));
    expect(
      ['child', 'woman', 'adult'].map((group) =>
        grouped.filter((one) => one.group === group).map((one) => `${one.authority} ${one.form}`),
      ),
    ).toEqual([['EFSA pb', 'FDA pb'], ['FDA pb'], ['EFSA pb', 'EFSA pb']]);
    for (const weight of ['12', '69']) {
      const own = await of(`weight=${weight}`);
      expect(own).toContain(
        'FDA’s daily amounts of lead are for children and women of childbearing age, and EFSA’s reference points for lead for children and adults: they are not held against a weight of your own.',
      );
      const puffs = await page(`/plasticlist/5003.md?weight=${weight}`);
      expect(puffs).not.toContain('Nothing here is above a limit');
    }
    expect(await of('weight=adult')).not.toContain('weight of your own');
    expect(await page('/plasticlist/5003.md')).toContain('Nothing here is above a limit');
    expect(await of('servings=2')).toContain('Two servings a day are above');
    expect(await of('weight=baby')).toContain('For a baby of 11 lb (5 kg)');
    expect(await of('weight=woman')).not.toContain('Please');
    for (const servings of ['99', '0', 'x']) {
      const text = await of(`weight=baby&servings=${servings}`);
      expect(text).toContain('For a baby of 11 lb (5 kg), one serving of 110 g a day.');
      expect(text).toContain('Servings must be a whole number from 1 to 12.');
    }
    const child = await of('weight=NaN');
    expect(child).toContain('For a child of 31 lb (14 kg), one serving of 110 g a day.');
    expect(child).toContain('Weight must be from 1 to 500 kg.');
  });

  it('says what was corrected, and keeps what was published before', async () => {
    const now = await page('/plasticlist/5001.md');
    expect(now).toContain(
      'The laboratory read it wrong. Compared with California’s warning threshold for lead, what is eaten was within it and is above it now.',
    );
    const before = await page('/plasticlist/5001/revisions/1');
    expect(before).toContain('They were corrected on');
    // 3 × 110 = 330 ng, 66% of 500.
    expect(before).toContain('within California’s warning threshold for lead (66%)');
    expect(before).not.toContain('Email me');
    expect((await fetch(`${story.url}/plasticlist/5001/revisions/3`)).status).toBe(404);
  });

  it('draws each sample in the unit of its limits: full where green, red above all of them', async () => {
    const report = (await metalReport(5001))!;
    const strips = metalView(report, new URLSearchParams()).said.map(({ strip }) => strip!);
    const [lead, cadmium, arsenic] = strips;
    // 9 × 110 and 12 × 110 ng a day, between California’s 500 and FDA’s 2,200.
    expect(lead?.marks.map(({ lower }) => Math.round(lower))).toEqual([990, 990, 1320]);
    expect(lead?.marks.map(({ standing }) => standing)).toEqual(Array(3).fill('above_if_counted'));
    const place = (ng: number) => Math.round((Math.log10(ng) / 5) * 10_000) / 100;
    expect(lead?.lines.map(({ name, at }) => [name, at])).toEqual([
      ['California', place(500)],
      ['FDA', place(2200)],
    ]);
    // <0.5 × 110 × 7 / 14 = 27.5 ng per kg and week.
    expect(cadmium?.marks[0]).toMatchObject({ kind: 'none', lower: 0, standing: 'within' });
    expect(cadmium?.marks[0]?.upper).toBeCloseTo(27.5, 9);
    expect(arsenic?.marks.map(({ standing }) => standing)).toEqual(Array(3).fill('open'));
    expect(arsenic?.label).toBe('Total arsenic in 3 samples, µg/kg: 4, 4, 4.');
  });

  it('answers programs, previews, and objections, with the same sentence', async () => {
    const report = (await metalReport(5001))!;
    const { sentence } = report;
    const answered = JSON.parse(await page('/api/plasticlist/5001/metals')) as object;
    expect(metalReportSchema.strict().parse(answered)).toEqual(answered);
    expect(answered).toMatchObject({
      name: 'Pears (metals)',
      sentence,
      samples: [{ concentrations: { pb: '9', cd: '<0.5' } }, {}, {}],
      limits_of_quantification: { pb: 2 },
    });
    const ofPlastics = await fetch(`${story.url}/api/plasticlist/5001`);
    expect(ofPlastics.status).toBe(404);
    expect(await ofPlastics.text()).toContain('/api/plasticlist/5001/metals');
    const html = await page('/plasticlist/5001');
    const {
      linkedData,
      report: shown,
      baseUrl,
    } = await metalPage(report, 1, new URLSearchParams());
    expect(JSON.stringify(linkedData)).toContain(`${story.url}/api/plasticlist/5001/metals`);
    const meta = JSON.stringify(reportMeta(shown, baseUrl, linkedData, sentence));
    expect(meta).toContain(`"content":${JSON.stringify(sentence)}`);
    expect(html).not.toMatch(/plastic chemicals|phthalate|bisphenol|Low|Medium|High/);
    expect(await page('/objection/5001')).toContain('Pears (metals)</h1>');
    const picture = await fetch(`${story.url}/plasticlist/5001/report.png?ratio=1`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    for (const path of ['/api/plasticlist/5999/metals', '/plasticlist/5999', '/objection/5999'])
      expect((await fetch(story.url + path)).status).toBe(404);
  });

  it('follows from its samples where a version before metals has overwritten what is stored', async () => {
    const before = (await readResults()).find(({ id }) => id === 5001);
    expect(before?.amounts.pb?.highestUpperNgG).toBe(12);
    const isPears = eq(testedProducts.originalId, 5001);
    await changeRows(testedProducts, isPears, { assessments: { figures: {} } });
    expect((await readResults()).find(({ id }) => id === 5001)).toEqual(before);
    expect(await page('/plasticlist/5001.md')).toContain(before!.sentence);
  });
});
