import { beforeAll, describe, expect, test } from 'vitest';
import { loadDigestNews } from '#app/emails/gather-digest.server.ts';
import { newsLines } from '#app/emails/digest/draw-news.server.tsx';
import { tables, tablesNow } from '#app/data/tables/all-tables.server.ts';
import { rowCells } from '#app/data/table.ts';
import { snapshot } from '#app/database/db.server.ts';
import calls from '#app/results/calls.ts';
import { againstText } from '#app/results/compare/compare-metals.server.ts';
import { listMetals } from '#app/results/list/list-metals.server.ts';
import { metalReport } from '#app/results/metals/metal-results.server.ts';
import { metalBrief } from '#app/results/metals/metal-stands.tsx';
import { drawAnswer } from '#app/results/report/draw-answer.server.tsx';
import { drawHits } from '#app/results/search/draw-hits.server.tsx';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { openPage } from '#test/support/open-page.tsx';
import { byIntake, known, type Said } from './by-hand.ts';
import { readSurveys, type SurveyRow } from './survey-rows.ts';
import { writeMetalsResults } from './write-results.ts';

/*
 * Each sentence and word that lists, search, comparisons, and calls have of a test for metals, from the
 * laboratory's own texts: FDA's rows, each sample as if it were a test of one sample.
 */

useDatabaseWithResults();

/** What a list calls each limit, and how it names a metal. */
const PHRASES: Record<string, string> = {
  'pb-fda-irl-child': 'FDA’s daily amount',
  'pb-ca-madl': 'California’s warning threshold',
  'cd-efsa': 'EFSA’s tolerable weekly intake',
  'as-epa-rfd': 'EPA’s reference dose',
  'hg-efsa-me': 'EFSA’s tolerable weekly intake of methylmercury',
  'hg-efsa-in': 'EFSA’s tolerable weekly intake of inorganic mercury',
};
const NAMES = { pb: 'Lead', cd: 'Cadmium', as: 'Arsenic', hg: 'Mercury' };
const WORDS = { yes: 'within', no: 'above', 'cannot tell': 'can’t tell for' };
const SAFE = 'For lead no authority calls any amount safe.';

const food = readSurveys().filter(({ isFormula }) => !isFormula);
/** Of every fifth sample, and of those with the most of each metal, so that each verdict is there. */
const samples = [...Map.groupBy(food, ({ sample }) => sample).values()]
  .filter((rows) => rows.length === 4)
  .toSorted((a, b) => total(b) - total(a))
  .filter((_, at) => at < 12 || at % 20 === 0)
  .map((rows, at) => ({ id: 6000 + at, name: `Jar ${1000 + at}`, rows }));

function total(rows: readonly SurveyRow[]) {
  return rows.reduce((sum, row) => sum + (Number(row.result) || 0), 0);
}

/** FDA names no bound of what it did not detect: 5 µg/kg, and of every fifth 20. */
const textOf = ({ result }: SurveyRow, id: number) => {
  if (result === '<LOD') return id % 5 === 0 ? '<20' : '<5';
  return result === 'NDb' ? 'ND' : result;
};

const RICE = [
  { pb: '3', cd: '4', as: '50', hg: '<1' },
  { pb: '3', cd: '4', as: '60', hg: '<1' },
  { pb: '4', cd: '5', as: '70', hg: '<1' },
];
const CARROT = [
  { pb: '11', cd: '8', as: '<4', hg: '<1' },
  { pb: '12', cd: '8', as: '<4', hg: '<1' },
  { pb: '13', cd: '9', as: '<4', hg: '<1' },
];

beforeAll(() =>
  writeMetalsResults([
    ...samples.map(({ id, name, rows }) => ({
      id,
      name,
      servingG: rows[0]!.grams,
      samples: [Object.fromEntries(rows.map((row) => [row.substance, textOf(row, id)]))],
    })),
    { id: 7001, itemOf: 68, name: 'Long Grain Rice', servingG: 45, samples: RICE },
    { id: 7002, itemOf: 52, name: 'Carrot Puree', servingG: 45, samples: CARROT },
    {
      id: 7004,
      name: 'Leaded Puree',
      servingG: 110,
      samples: [{ pb: '70', as: '128', ias: '82', hg: '50' }],
    },
    { id: 7003, itemOf: 53, name: 'Unweighed Puree', servingG: null, samples: [{ pb: '3' }] },
  ]),
);

/** By the id of each limit, from one text and whole numbers alone. */
function verdictsOf(row: SurveyRow, id: number): Record<string, Said> {
  const text = textOf(row, id);
  const said = known(text.startsWith('<') ? '<LOD' : text === 'ND' ? 'NDb' : text, text.slice(1));
  return byIntake(intakeMetalLimits, row.substance, said, row);
}

function wordsOf(row: SurveyRow, id: number): string {
  const all = Object.entries(verdictsOf(row, id));
  const held = all.filter(([limit]) => limit in PHRASES);
  const isOne = new Set(held.map(([, verdict]) => verdict)).size === 1;
  const words = held.map(([limit, verdict]) => {
    const phrase = PHRASES[limit]!;
    return `${WORDS[verdict]} ${isOne ? phrase.replace(/ of .*/, '') : phrase}`;
  });
  const risk = all.filter(([limit, verdict]) => !(limit in PHRASES) && verdict === 'no');
  return [...new Set([...words, ...risk.map(() => 'EFSA: a risk can’t be excluded')])].join('; ');
}

const articleOf = (html: string, name: string) =>
  html
    .split('<li')
    .find((part) => part.includes(`>${name} (metals)<`))!
    .replace(/^[^>]*>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the list', () => {
  test('has every test with its words by substance, and the sentence that belongs to a yes', async () => {
    const { html, text } = await openPage('/plasticlist?panel=metals&sort=name');
    const seen = new Set<string>();
    for (const { id, name, rows } of samples) {
      const article = articleOf(html, name);
      for (const row of rows) {
        const words = wordsOf(row, id);
        expect(article).toContain(`${NAMES[row.substance]} ${words}`);
        for (const verdict of Object.values(verdictsOf(row, id))) seen.add(verdict);
      }
      const lead = verdictsOf(
        rows.find(({ substance }) => substance === 'pb')!,
        id,
      );
      expect(article.includes(SAFE), name).toBe(
        Object.values(lead).some((verdict) => verdict === 'yes'),
      );
    }
    expect([...seen].toSorted()).toEqual(['cannot tell', 'no', 'yes']);
    expect(text).toContain(`${samples.length + 4} tests`);
    expect(text).not.toMatch(/plastic chemicals in|Low|Medium|High\b|Level|% of/);
    const order = [...html.matchAll(/>([^<]+) \(metals\)</g)].map(([, name]) => name);
    expect(order).toEqual(order.toSorted());
  });

  // 70 × 110 = 7,700 ng of 2,200 and 500, and 14 × 500 / 7,700 = 0.91; 82 × 110 = 9,020 of 840;
  // 50 × 770 = 38,500 of 18,200 and 56,000.
  test('says a margin below 1, and which form of two it can tell of', async () => {
    const { html } = await openPage('/plasticlist?panel=metals');
    const article = articleOf(html, 'Leaded Puree');
    for (const words of [
      'Lead above FDA’s daily amount; above California’s warning threshold; EFSA: a risk can’t be excluded',
      'Cadmium no result',
      'Arsenic above EPA’s reference dose; EFSA: a risk can’t be excluded',
      'Mercury can’t tell for EFSA’s tolerable weekly intake of methylmercury; within EFSA’s tolerable weekly intake of inorganic mercury',
    ])
      expect(article).toContain(words);
    expect(article).not.toContain(SAFE);
  });

  test('is led to from that of plastics, which it changes nothing else of', async () => {
    const { html, text } = await openPage('/plasticlist');
    expect(text).toContain(`Tested for metals: ${samples.length + 4} tests`);
    expect(html).toContain('href="/plasticlist?panel=metals"');
    expect(text).toContain('236 products');
    expect(text).not.toContain('(metals)');
  });
});

describe('calls', () => {
  const ask = async (query: object) => {
    const { body } = await calls.metalResults.handle({ query } as never);
    return calls.metalResults.answers[200].parse(body).items;
  };

  test('state each verdict, and no share of a margin', async () => {
    const items = await ask({ panel: 'metals' });
    expect(items).toHaveLength(samples.length + 4);
    for (const { id, rows } of samples) {
      const { verdicts } = items.find((one) => one.product_id === id)!;
      const said = { within: 'yes', above: 'no', cannot_tell: 'cannot tell' };
      expect(Object.fromEntries(verdicts.map((one) => [one.limit, said[one.verdict]]))).toEqual(
        Object.assign({}, ...rows.map((row) => verdictsOf(row, id))),
      );
      for (const one of verdicts)
        if (!(one.limit in PHRASES)) expect(one.share_lower ?? one.share_highest).toBeNull();
    }
    // 3 µg/kg × 45 g are 135 ng of 2,200: 6.1%; the highest, 4, are 180: 8.2%.
    const [rice] = await ask({ panel: 'metals', id: '7001' });
    const fda = rice!.verdicts.find(({ limit }) => limit === 'pb-fda-irl-child')!;
    expect(fda.share_highest).toBeCloseTo(180 / 2200, 12);
    expect(fda.share_lower).toBeCloseTo((10 / 3) * (45 / 2200), 12);
  });

  test('search by name and forgive a slip; without a panel there are plastics alone', async () => {
    expect((await listMetals('carot pure')).map(({ id }) => id)).toEqual([7002]);
    expect(await ask({ panel: 'metals', search: 'nothing like it' })).toEqual([]);
    const { body } = await calls.riskLevels.handle({ query: { search: 'long grain' } } as never);
    expect(body).toMatchObject({ total: expect.any(Number) });
    expect(JSON.stringify(body)).not.toContain('metals');
    const alike = { query: { name: 'Carrot Puree', panel: 'metals' } };
    expect((await calls.findAlike.handle(alike as never)).body).toMatchObject({
      tested: [{ product_id: 7002, name: 'Carrot Puree (metals)' }],
    });
  });
});

test('a search finds an item with both its tests', async () => {
  const { text } = await openPage('/search?q=long+grain+rice');
  expect(text).toContain('1 tested for metals');
  expect(text).toContain('Also tested for: metals');
  // 70 × 45 = 3,150 ng against 60 × 14 = 840; all of it may be inorganic, and none.
  expect(text).toContain('Arsenic can’t tell for EPA’s reference dose');
  expect(await drawHits('long grain rice')).toContain('Long Grain Rice (metals)');
});

test('a product’s page says what was found of lead, and how each metal stands', async () => {
  const answer = (await drawAnswer(7001)).replaceAll(/<[^>]+>/g, ' ');
  const { sentence } = (await listMetals('long grain rice'))[0]!;
  const upToSafe = sentence.slice(0, sentence.indexOf(SAFE) + SAFE.length);
  expect(answer).toContain(upToSafe);
  expect(answer).toContain('Cadmium');
  expect(answer).not.toMatch(/plastic|Low|Medium/);
});

test('home’s news says of each metal how it stands, and never of lead alone that it is within', async () => {
  const all = await listMetals('');
  for (const { id, rows } of samples) {
    const brief = metalBrief(all.find((one) => one.id === id)!);
    for (const row of rows)
      expect(brief).toContain(`${NAMES[row.substance]}: ${wordsOf(row, id)}.`);
    const lead = rows.find(({ substance }) => substance === 'pb')!;
    const isWithin = Object.values(verdictsOf(lead, id)).includes('yes');
    expect(brief.endsWith(SAFE), brief).toBe(isWithin);
  }
  const puree = metalBrief(all.find(({ name }) => name.startsWith('Leaded Puree'))!);
  expect(puree).toMatch(/^(Measured above [^.]+\. )*Lead: above FDA’s daily amount/);
});

describe('a comparison', () => {
  test('has tests for metals beside tests for metals, and an item’s own beside its plastics', async () => {
    const { text } = await openPage('/plasticlist/compare?ids=52,68');
    for (const words of ['Long Grain Rice (metals)', 'Carrot Puree (metals)', 'Phthalates'])
      expect(text).toContain(words);
    expect(text).toContain('2 tested for plastic chemicals, 2 for metals');
    // No laboratory is stated: 4 × 2.6 = 10.4 ≤ 11, 4 × 2.6 ≤ 50; 5 × 2.6 = 13 > 8; <1 says nothing.
    expect(text).toContain(
      'One serving each, against Carrot Puree (metals): lead lower for certain; total arsenic higher for certain; no difference can be told in cadmium and mercury.',
    );
    const alone = await openPage('/plasticlist/compare?ids=7001,7002');
    expect(alone.text).toContain('lead higher for certain');
    expect(alone.text).not.toContain('Phthalates');
    const plastics = await openPage('/plasticlist/compare?ids=54,55');
    expect(plastics.text).not.toContain('(metals)');
  });

  test('needs more between what different laboratories or methods measured, and three samples', async () => {
    const [rice, carrot, unknown] = await Promise.all([7001, 7002, 7003].map(metalReport));
    const by = (laboratory: string, method: string) => (one: typeof rice) => {
      return { ...one!, facts: { ...one!.facts, laboratory, method } };
    };
    const here = by('One', 'ICP-MS');
    const cadmium = (other: NonNullable<typeof rice>) =>
      /cadmium lower for certain/.test(againstText(here(rice), other));
    // 5 × 1.5 = 7.5 ≤ 8; 5 × 2.6 = 13 > 8.
    expect(cadmium(here(carrot))).toBe(true);
    expect(
      [by('One', 'ICP-MS/MS'), by('Another', 'ICP-MS')].map((to) => cadmium(to(carrot))),
    ).toEqual([false, false]);
    const elsewhere = by('Another', 'ICP-MS')(carrot);
    const two = { ...elsewhere, amounts: { pb: { ...elsewhere.amounts.pb!, samples: 2 } } };
    expect(againstText(rice!, two)).toBe(
      'One serving each, against Carrot Puree (metals): lead lower in every sample tested.',
    );
    expect(againstText(rice!, unknown!)).toContain('Not compared with Unweighed Puree (metals)');
    const whole = 'formula (800 g as fed)';
    const [ours, theirs] = [rice!, elsewhere].map((one) => {
      return { ...one, portion: { ...one.portion, whole } };
    });
    expect(againstText(ours!, theirs!)).toMatch(/^A day of each, against Carrot Puree/);
    const asBaby = { ...carrot!, portion: { ...carrot!.portion, weightKg: 5 } };
    expect(againstText(rice!, asBaby)).toContain('Not compared');
  });
});

test('a kind says which of it are tested for metals, too', async () => {
  const { html, text } = await openPage('/plasticlist/kinds/rice');
  expect(text).toContain('Also tested for metals: Long Grain Rice');
  expect(html).toContain('href="/plasticlist/7001"');
  expect((await openPage('/plasticlist/kinds/yogurt')).text).not.toContain('metals');
});

test('letters have the sentence, home’s news its few words, and neither has levels', async () => {
  const item = { kind: 'results', originalId: 7002, number: 1, isFirst: true } as const;
  const [carrot] = await listMetals('carrot puree');
  const news = await loadDigestNews([item]);
  expect(news.results[0]!.row.sentence).toBe(carrot!.sentence);
  const says = metalBrief(carrot!);
  expect(newsLines(news)).toEqual([
    { name: 'Carrot Puree (metals)', what: 'new result', path: '/plasticlist/7002', says },
  ]);
});

test('tables of their own hold what was measured and each verdict; those of plastics are as they were', async () => {
  const read = new Map<string, Record<string, unknown>[]>();
  await snapshot(async (tx) => {
    for (const table of await tablesNow(tx)) {
      const rows = read.set(table.name, []).get(table.name)!;
      for await (const batch of table.rows(tx))
        for (const row of batch)
          rows.push(
            Object.fromEntries(
              rowCells(table, row).map((cell, at) => [table.columns[at]!.name, cell]),
            ),
          );
    }
  });
  const rowsOf = (name: string) => read.get(name)!;
  expect([...read.keys()].slice(0, tables.length)).toEqual(tables.map(({ name }) => name));
  expect(rowsOf('measurements').filter((row) => Number(row['product_id']) >= 6000)).toEqual([]);
  const measured = rowsOf('metals_measurements');
  for (const { id, rows } of samples)
    for (const row of rows) {
      const text = textOf(row, id);
      const cells = measured.filter(
        (one) => one['product_id'] === id && one['chemical'] === row.substance,
      );
      expect(cells).toMatchObject([
        Number.isNaN(Number(text))
          ? { value: null, loq: text === 'ND' ? null : Number(text.slice(1)) }
          : { value: Number(text), status: 'ok' },
      ]);
    }
  expect(rowsOf('metals_samples')).toHaveLength(samples.length + 8);
  const verdicts = rowsOf('metals_verdicts').filter((row) => row['product_id'] === 7001);
  expect(verdicts.find((row) => row['limit'] === 'pb-fda-irl-child')).toMatchObject({
    verdict: 'within',
    authority: 'FDA',
    license: 'CC-BY-4.0',
  });
  expect(verdicts.filter((row) => row['limit'] === 'pb-efsa-iq')).toMatchObject([
    { share_lower: null, share_upper: null, share_highest: null },
  ]);
});
