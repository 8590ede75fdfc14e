import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { containerDrawings } from '#app/ui/container-drawings.ts';
import { parseMeasurement, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import { baby, specChild } from '#app/results/answers/eater.ts';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { shareCard } from './share-card.ts';
import { shareLayout } from './share-layout.tsx';
import { plasticListProducts } from '#test/support/samples-file.ts';

const adult = { weightKg: 70, servings: 1 };

/** One sample in which every amount is known to be far below its limit, but for what is given. */
function sample(cells: Record<string, string>): SampleMeasurements {
  const phthalates = { dehp: '0.1', dbp: '0.1', bbp: '0.1', dinp: '0.1' };
  const others = { bpa: '0', bps: '0', bpf: '0', deht: '0.1', deha: '0.1', dinch: '0.1' };
  return Object.fromEntries(
    Object.entries({ ...phthalates, ...others, ...cells }).map(([key, text]) => {
      const parsed = parseMeasurement(text);
      if (!parsed.ok) throw new Error(parsed.reason);
      return [key, parsed.measurement];
    }),
  );
}

function cardOf(
  samples: SampleMeasurements[],
  {
    servingG = 100 as number | null,
    originalId = 7,
    eater = specChild,
    not_food = false,
    name = 'Oat Milk',
    category = 'plant_milk' as string | null,
  } = {},
) {
  return shareCard({
    report: {
      original_id: '0007',
      name,
      serving_size_g: servingG ?? 0,
      samples: samples.map((_, at) => ({
        id: String(at),
        name: 'Sample',
        lot_number: null,
        test_results: [],
      })),
      risk: { product_id: 7, not_food, category },
      funded_product_id: null,
    },
    tiles: reportTiles(originalId, servingG, samples, { ...defaultViewpoint, ...eater }),
    eater,
    origin: 'https://example.org',
  });
}

const bisphenols = (...given: Parameters<typeof cardOf>) => cardOf(...given).tiles[1];

test('names product, person, serving, samples and where the report is', () => {
  expect(cardOf([sample({}), sample({})])).toMatchObject({
    number: '0007',
    name: 'Oat Milk',
    reference: 'Child 31\u00a0lb (14\u00a0kg), EFSA',
    facts: 'one serving of 100 g a day · 2 samples',
    address: 'example.org/plasticlist/7',
    source: 'Results published by PlasticList',
  });
  expect(cardOf([sample({})], { eater: adult, servingG: null })).toMatchObject({
    reference: 'Adult 154\u00a0lb (70\u00a0kg), EFSA',
    facts: 'serving size unknown · 1 sample',
  });
  expect(cardOf([sample({})], { not_food: true }).facts).toBe(
    'one serving of 100 g a day · 1 sample · not food',
  );
});

test('draws what the product comes in, as its report does', () => {
  const drawn = (category: string | null) => {
    const markup = renderToStaticMarkup(shareLayout(cardOf([sample({})], { category })));
    return (['carton', 'tray', 'box', 'jar'] as const).filter((shape) =>
      markup.includes(containerDrawings[shape].lines),
    );
  };
  const shapes = ['plant_milk', 'prepared_meals', null].map(drawn);
  expect(shapes).toEqual([['carton'], ['tray'], ['box']]);
});

test('an adult’s percents are a fifth of a child’s', () => {
  const samples = [sample({ bpa: '1' })];
  // 1 ng/g × 100 g ÷ (0.2 × 14 kg), and × 70 kg
  expect(bisphenols(samples)).toMatchObject({
    word: 'High',
    amount: { figure: 'About 36 times', of: 'the European BPA limit' },
  });
  expect(bisphenols(samples, { eater: adult })).toMatchObject({
    amount: { figure: 'About 7.1 times' },
  });
});

test('servings and any weight are counted with, and said', () => {
  const samples = [sample({ bpa: '1' })];
  expect(bisphenols(samples, { eater: { weightKg: 70, servings: 5 } })).toMatchObject({
    amount: { figure: 'About 36 times' },
  });
  expect(cardOf(samples, { eater: baby })).toMatchObject({
    reference: 'Baby 11\u00a0lb (5\u00a0kg), EFSA',
    facts: 'six servings of 100 g a day (assumed) · 1 sample',
  });
  expect(cardOf(samples, { eater: { weightKg: 22.7, servings: 1 } }).reference).toBe(
    'Person 50\u00a0lb (22.7\u00a0kg), EFSA',
  );
});

test('what is above BPA’s limit only if BPF is counted as BPA says so beside its figures', () => {
  const product = plasticListProducts().find(({ originalId }) => originalId === 71);
  const measured = product?.samples.map(({ measurements }) => measurements) ?? [];
  const eaten = { servingG: product?.servingSizeG ?? null };
  expect(renderToStaticMarkup(shareLayout(cardOf(measured, eaten)))).toContain('>BfR on average<');
  expect(bisphenols(measured, eaten)).toMatchObject({
    amount: {
      figure: 'About 490 times',
      of: 'the European BPA limit if BPF is counted as BPA',
    },
    strip: { marks: Array.from({ length: 5 }, () => ({ standing: 'above_if_counted' })) },
    ticks: [
      { authority: 'EPA', verdict: 'within' },
      { authority: 'BfR', verdict: 'within' },
      { authority: 'EFSA', verdict: 'above_if_counted' },
    ],
    remark: '',
  });
  expect(cardOf([sample({})], { not_food: true }).tiles.flatMap(({ ticks }) => ticks)).toEqual([]);
});

describe('a tile says', () => {
  test('that nobody can tell, what it could be, and why', () => {
    expect(bisphenols([sample({ bpa: '<1', bps: '<1', bpf: '<1' })])).toMatchObject({
      word: 'Can’t tell',
      amount: null,
      headline: {
        text: 'Within the U.S. (EPA) and German (BfR) limits in the one sample tested',
        tone: 'yes',
        below: 'The European limit is too low for this test to check.',
      },
      remark:
        'None found; this test could have missed up to 110 times the European BPA limit, all counted as BPA.',
      strip: { marks: [{ kind: 'none', standing: 'open' }] },
    });
    expect(bisphenols([sample({ bps: 'NO RESULT' })])).toMatchObject({
      word: 'Can’t tell',
      remark: 'Low to High. No sample was tested for BPS.',
      strip: { marks: [{ kind: 'unseen', standing: 'open' }] },
    });
  });

  test('that nothing was found, and how much there could be', () => {
    expect(bisphenols([sample({ bpa: '<0.0001' })])).toMatchObject({
      word: 'Low',
      amount: { figure: 'None found', of: '(at most 0.36% of the European BPA limit)' },
      remark: '',
    });
    const nothing = sample({ bpa: '<0.0001' });
    expect(bisphenols([nothing, nothing])).toMatchObject({ remark: '' });
  });

  test('above or within which limits a High is, and how many a day stay within', () => {
    expect(bisphenols([sample({ bpa: '>60000' })])).toMatchObject({
      word: 'High',
      amount: { figure: 'At least 2.1 million times', of: 'the European BPA limit' },
      headline: {
        text: 'Above the U.S. (EPA), German (BfR) and European limits for BPA',
        tone: 'no',
      },
    });
    expect(bisphenols([sample({ bpa: '0.01', bps: '0', bpf: '0' })])).toMatchObject({
      headline: {
        text: 'Within the U.S. (EPA), German (BfR) and European limits in the one sample tested',
        tone: 'yes',
      },
      remark: 'Up to 2 servings a day stay within the European BPA limit.',
    });
  });

  test('what the samples were', () => {
    const [phthalates] = cardOf([sample({ dehp: '70' }), sample({ dehp: '140' })]).tiles;
    expect(phthalates).toMatchObject({ word: 'Low', remark: '' });
    expect(phthalates?.strip.marks).toMatchObject([
      { kind: 'found', lower: 503.857 },
      { kind: 'found', lower: 1003.86 },
    ]);
  });

  test('why there is no percent', () => {
    const without = { amount: null };
    expect(bisphenols([])).toMatchObject({
      ...without,
      strip: { marks: [] },
      word: 'Not tested',
      remark: 'There are no test results.',
    });
    expect(bisphenols([sample({ bpa: '1' })], { originalId: 93 })).toMatchObject({
      ...without,
      word: 'N/A',
      remark: 'Not rated: its supplier has since removed a source.',
    });
    expect(bisphenols([sample({ bpa: '1' })], { servingG: null })).toMatchObject({
      ...without,
      word: 'N/A',
      remark: 'The serving size is not known, so there is no percentage.',
    });
  });
});

test.each([
  ['Crème brûlée ½ ™ — “A” & <b>', 'Crème brûlée ½ ™ — “A” & <b>'],
  ['Cup 日清 カップ 75 g 🍜', 'Cup 75 g'],
  ['日清', 'Product 0007'],
])('the name %s is drawn as %s: letters without a shape are left out', (name, drawn) => {
  expect(cardOf([sample({})], { name }).name).toBe(drawn);
});
