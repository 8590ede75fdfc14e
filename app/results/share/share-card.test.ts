import { describe, expect, test } from 'vitest';
import { containerDrawings } from '#app/ui/container-drawings.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { parseMeasurement, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import { reportCard } from '#app/results/report-cards.ts';
import { shareCard } from './share-card.ts';
import { shareLayout } from './share-layout.ts';

const [child, adult] = bodyWeights;

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
    weight = child,
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
      risk: { not_food, category },
    },
    tiles: reportCard(originalId, servingG, samples, weight.key),
    weight,
    siteName: 'OpenAssay',
    source: 'Results published by PlasticList',
    address: 'https://example.org/plasticlist/7',
  });
}

const bisphenols = (...given: Parameters<typeof cardOf>) => cardOf(...given).tiles[1];

test('names product, person, serving, samples and where the report is', () => {
  expect(cardOf([sample({}), sample({})])).toMatchObject({
    number: '0007',
    name: 'Oat Milk',
    reference: 'Child 14 kg, EFSA',
    facts: 'one serving of 100 g a day · 2 samples',
    address: 'example.org/plasticlist/7',
  });
  expect(cardOf([sample({})], { weight: adult, servingG: null })).toMatchObject({
    reference: 'Adult 70 kg, EFSA',
    facts: 'serving size unknown · 1 sample',
  });
  expect(cardOf([sample({})], { not_food: true }).facts).toBe(
    'one serving of 100 g a day · 1 sample · not food',
  );
});

test('draws what the product comes in, as its report does', () => {
  const drawn = (category: string | null) => {
    const layout = shareLayout(cardOf([sample({})], { category }));
    return (['bottle', 'tray', 'box', 'jar'] as const).filter((shape) =>
      JSON.stringify(layout).includes(containerDrawings[shape].lines),
    );
  };
  const shapes = ['plant_milk', 'prepared_meals', null].map(drawn);
  expect(shapes).toEqual([['bottle'], ['tray'], ['box']]);
});

test('an adult’s percents are a fifth of a child’s', () => {
  const samples = [sample({ bpa: '1' })];
  // 1 ng/g × 100 g ÷ (0.2 × 14 kg), and × 70 kg
  expect(bisphenols(samples)).toMatchObject({ level: 'High', percent: '3,571%' });
  expect(bisphenols(samples, { weight: adult })).toMatchObject({ percent: '714%' });
});

describe('a tile says', () => {
  test('that nothing was found, and what there could be nevertheless', () => {
    expect(bisphenols([sample({ bpa: '<1', bps: '<1', bpf: '<1' })])).toMatchObject({
      level: 'Low',
      percent: '0%',
      remark: 'not detected, or up to 10,714%',
      isUnseen: true,
    });
    expect(bisphenols([sample({ bpa: '<0.0001' })])).toMatchObject({
      remark: 'not detected; at most 0.36%',
      isUnseen: false,
    });
    expect(bisphenols([sample({})])).toMatchObject({ remark: 'not detected', isUnseen: false });
  });

  test('that an amount may be more', () => {
    expect(bisphenols([sample({ bpa: '>60000' })])).toMatchObject({
      level: 'High',
      isAtLeast: true,
      remark: 'upper bound not known',
      isUnseen: false,
    });
    expect(bisphenols([sample({ bpa: '0.001', bps: 'NO RESULT' })])).toMatchObject({
      isAtLeast: true,
      remark: 'or more: not seen',
      isUnseen: true,
    });
    expect(bisphenols([sample({ bps: 'NO RESULT' })])).toMatchObject({
      percent: '0%',
      isAtLeast: false,
      remark: 'not detected; upper bound not known',
      isUnseen: true,
    });
  });

  test('between which bounds it lies', () => {
    expect(bisphenols([sample({ bpa: '1', bps: '<1' })])).toMatchObject({
      percent: '3,571%',
      remark: 'between 3,571% and 7,143%',
      isUnseen: false,
    });
  });

  test('why there is no percent', () => {
    const without = { percent: null, bounds: null, isUnseen: false, isAtLeast: false };
    expect(bisphenols([])).toMatchObject({ ...without, level: 'None', remark: 'no test results' });
    expect(bisphenols([sample({ bpa: '1' })], { originalId: 93 })).toMatchObject({
      ...without,
      level: 'N/A',
      remark: 'not rated: its supplier has since removed a source',
    });
    expect(bisphenols([sample({ bpa: '1' })], { servingG: null })).toMatchObject({
      ...without,
      level: 'N/A',
      remark: 'no percentage: the serving size is unknown',
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
