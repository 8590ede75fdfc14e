import { describe, expect, test } from 'vitest';
import { amountsOf } from '#app/toxicology/metals/amounts.ts';
import type { MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { addUpDay } from './day-of.ts';
import { readDay } from './day-query.ts';
import type { DayItem } from './day-schema.ts';
import { gramsText, partText, shareOfLimit } from './day-text.ts';

const NOTHING = {
  tags: [],
  says: '',
  kind: null,
  how: null,
  report: null,
  as_fed_per_g: null,
  swaps: [],
};
let id = 0;

/** Something of which these samples were tested for metals, each form as the laboratory wrote it. */
function item(name: string, servingG: number, cells: Partial<Record<MetalForm, string>>): DayItem {
  id += 1;
  const amounts = amountsOf([
    Object.fromEntries(
      Object.entries(cells).map(([form, text]) => {
        const read = parseMeasurement(text);
        if (!read.ok) throw new Error(read.reason);
        return [form, read.measurement];
      }),
    ),
  ]);
  return {
    ...NOTHING,
    id,
    item: id,
    name,
    serving_g: servingG,
    amounts: amounts as DayItem['amounts'],
  };
}

function dayFor(items: DayItem[], query: string) {
  const ids = items.map((one) => one.id).join();
  return addUpDay(items, readDay(new URLSearchParams(`ids=${ids}&${query}`)));
}

const saying = (items: DayItem[], query: string) =>
  dayFor(items, query).blocks.flatMap(({ sentences }) => sentences);

describe('the day of three of the golden cases, for a baby', () => {
  const jar = item('Jar', 110, { pb: '3' });
  const cereal = item('Cereal', 15, { pb: '<2' });
  const eaten = 'eat=1&eat=3&eat=1&for=baby';

  // 0.3 × 800 + 3 × 110 + 0 to 2 × 15 = 570 to 600 ng, of 2,200, 500, and a dose of 500 × 5.
  test('is within FDA’s, and above California’s, although each alone is within', () => {
    const formula = item('Formula', 800, { pb: '0.3' });
    const three = [formula, jar, cereal];
    expect(saying(three, 'eat=1&eat=1&eat=1&for=baby')).toEqual([
      'One day of these three is within FDA’s daily amount of lead for children (26% to 27%) and above California’s warning threshold for lead (114% to 120%). EFSA names no tolerable amount; a day of it is at most one fourth of the dose at which a child may lose one IQ point. For lead no authority calls any amount safe.',
    ]);
    for (const one of three) expect(saying([one], eaten)[0]).toMatch(/and within California’s/);
  });

  // 0 to 2.6 × 800 = 2,080, 330, 0 to 30: 330 to 2,440 ng, 15% to 110.9% of 2,200.
  test('can’t be told of what a laboratory could not see, although each alone is within', () => {
    const formula = item('Formula', 800, { pb: '<2.6' });
    const three = [formula, jar, cereal];
    expect(saying(three, 'eat=1&eat=1&eat=1&for=baby')[0]).toMatch(
      /^Whether one day of these three is within FDA’s daily amount of lead for children, these tests can’t tell \(15% to 111%\)\./,
    );
    for (const one of three) expect(saying([one], 'for=baby')[0]).toMatch(/is within FDA’s/);
    const [block] = dayFor(three, 'for=baby').blocks;
    expect(block!.parts.map((part) => part.item.name)).toEqual(['Jar', 'Formula', 'Cereal']);
  });

  test('has FDA’s amount for women where it is a woman’s, and no child’s', () => {
    const text = saying([jar], 'for=woman').join();
    expect(text).toContain('FDA’s daily amount of lead for women of childbearing age (3.8%)');
    expect(text).not.toContain('for children');
    expect(text).toContain('systolic blood pressure');
  });

  test('has no limit of a group at a weight of one’s own, which says so', () => {
    const text = saying([jar], 'for=child&weight=154+lbs').join();
    expect(text).toMatch(/^One day of this one is within California’s/);
    expect(text).not.toMatch(/FDA|IQ point/);
    const { eater } = dayFor([jar], 'for=child&weight=154+lbs');
    expect(eater).toMatchObject({ isOwn: true, text: 'a person of 154\u00a0lb (69.9\u00a0kg)' });
    expect(dayFor([jar], 'for=adult&weight=70+kg').eater.isOwn).toBe(false);
  });

  test('says of a total that something was measured, though of its part nobody knows', () => {
    const rows = [{ as: '5' }, { as: '5', ias: '<2' }, { as: '<2' }, { hg: '5' }, { as: 'ND' }];
    const said = rows.map((cells) => {
      const [block] = dayFor([item('Jar', 100, cells)], 'for=child').blocks;
      return partText(block!.parts[0]!, block!);
    });
    // 500 ng of 60 × 14, and of 185.7 × 14; 200 ng of 60 × 14.
    expect(said).toEqual([
      'measured as total only, at most 60%',
      'none measured, at most 24%',
      'none measured, at most 24%',
      'measured as total only, at most 20%',
      'any amount',
    ]);
  });

  test('counts a total as at most its parts, and a part as itself', () => {
    const rice = item('Rice', 15, { as: '128', ias: '82' });
    const oats = item('Oats', 40, { as: '<4' });
    // 82 to 82 × 15 = 1,230; 0 to 160: of 60 × 14 = 840.
    expect(saying([rice, oats], 'for=child')[0]).toMatch(
      /^One day of these two is above EPA’s reference dose for inorganic arsenic \(146% to 165%\)/,
    );
  });
});

test('of one item one form counts, and what is not eaten is not in it', () => {
  const jar = item('Jar', 100, { pb: '3' });
  const same = { ...item('Jar, heated', 100, { pb: '9' }), item: jar.item };
  const lead = (query: string) => dayFor([jar, same], query).blocks[0]!.parts[0]!.lower;
  expect(lead('eat=1&eat=1')).toBe(300);
  expect(lead('eat=0&eat=2')).toBe(1800);
  expect(lead('eat=150+g&eat=1')).toBe(450);
});

test.each([
  ['ids=1,2&eat=0,5&eat=150+g', [{ servings: 0.5 }, { grams: 150 }]],
  ['ids=1,2&eat=1.3&eat=-1', [{ servings: 1.5 }, { typed: '-1', isTooMuch: false }]],
  ['ids=1,2&eat=150+grams&eat=1,500+g', [{ grams: 150 }, { grams: 1500 }]],
  [
    'ids=1,2,3&eat=0.2&eat=100&eat=1.5e3',
    [{ servings: 0.5 }, { typed: '100', isTooMuch: true }, { typed: '1.5e3', isTooMuch: false }],
  ],
  ['ids=1,2&eat=0', [{ servings: 0 }, null]],
  ['ids=1,x,2&eat=1&eat=2&eat=3', [{ servings: 1 }, { servings: 3 }]],
])('%s reads as %o', (query, much) => {
  expect(readDay(new URLSearchParams(query)).eaten.map((one) => one.much)).toEqual(much);
});

test('a weight is read in kilograms and pounds, and a person that nobody is as none', () => {
  const weightOf = (text: string) => readDay(new URLSearchParams({ weight: text })).weightKg;
  const [kg, lb] = [
    ['62 kg', '62kg', '62,0 kilograms', ' 62 KG'],
    ['137 lb', '137lb', '137 lbs', '137 pounds', '137 Pound'],
  ];
  expect(kg!.map(weightOf)).toEqual(kg!.map(() => 62));
  expect(lb!.map(weightOf)).toEqual(lb!.map(() => 62.1));
  expect(['137', '0 kg', 'x', '200 stone'].map(weightOf)).toEqual([null, null, null, null]);
  expect(readDay(new URLSearchParams('weight=200+stone')).weight).toBe('200 stone');
  expect(readDay(new URLSearchParams('for=toString')).person).toBeNull();
});

test('what is not understood is in no sum and named, and so is a day that is cut', () => {
  const jar = item('Jar', 100, { pb: '3' });
  const whyOf = (eat: string) => {
    const { rows, blocks } = dayFor([jar], `eat=${eat}`);
    expect(blocks, eat).toEqual([]);
    return rows.map(({ why }) => why);
  };
  for (const eat of ['-1', '1.5e3', '150+ml'])
    expect(whyOf(eat)).toEqual(['How much is not understood: write 2 or 150 g.']);
  for (const eat of ['100', '1000', '1,000', '100000', '123456+g'])
    expect(whyOf(eat)).toEqual(['Too much for a day: write at most 99 servings, or 99,999 g.']);
  const ids = Array.from({ length: 41 }, (_, at) => at + 1);
  const isCut = (some: number[]) => readDay(new URLSearchParams(`ids=${some.join()}`)).isCut;
  expect([isCut(ids), isCut(ids.slice(1))]).toEqual([true, false]);
});

test.each([
  [12.4, '12% of it', '13% of it'],
  [0.2401, '0.24% of it', '0.25% of it'],
  [99.6, '99% of it', 'just under 100% of it'],
  [100, '100% of it', '100% of it'],
  [100.4, 'just over 100% of it', '101% of it'],
  [104.8, '104% of it', '105% of it'],
  [1420, '14 times it', '15 times it'],
])('%d percent at least and at most is %s and %s', (percent, least, most) => {
  expect(shareOfLimit(percent, 'it', 'floor')).toBe(least);
  expect(shareOfLimit(percent, 'it', 'ceil')).toBe(most);
});

describe('formula', () => {
  const kind = { key: 'infant-formula', name: 'Infant formula' };
  const powder = { ...item('Formula', 22, { pb: '4' }), kind };
  const jar = item('Jar', 110, { pb: '3' });

  test('has no verdict on metals until it is known how much it makes as fed', () => {
    const alone = dayFor([powder], '');
    expect(alone.blocks).toEqual([]);
    expect(alone.rows[0]!.why).toMatch(/^How much a gram of it makes as fed is not known/);
    expect(alone.nothing).toMatch(/^Nothing here can be added up/);
    const plastics = { ...powder.amounts, phthalates: powder.amounts.pb! };
    const both = dayFor([{ ...powder, amounts: plastics }, jar], '');
    expect(both.blocks.find(({ key }) => key === 'pb')!.parts).toHaveLength(1);
    expect(both.blocks.find(({ key }) => key === 'pb')!.sentences[0]).toMatch(
      /^One day of Jar, the only one of these two that is tested for lead and known as fed, is /,
    );
    expect(both.notIn['Unknown as fed, and in no sum']).toEqual(['metals of Formula']);
  });

  test('is 800 g as fed a day, and grams of it are as fed', () => {
    const known = { ...powder, as_fed_per_g: 8 };
    const partOf = (query: string) => dayFor([known], query).blocks[0]!.parts[0]!;
    expect(partOf('')).toMatchObject({ grams: 100, lower: 400 });
    expect(gramsText(partOf(''))).toBe('800 g as fed');
    expect(partOf('eat=80+g').grams).toBe(10);
    expect(partOf('eat=1').grams).toBe(22);
    expect(dayFor([known], '').eater.key).toBe('baby');
  });
});

test('what is not in it is said for what it is', () => {
  const jar = item('Jar', 100, { pb: '3' });
  const loose = { ...item('Loose', 100, { pb: '3' }), serving_g: null };
  expect(dayFor([jar], 'eat=0').nothing).toBe('Nothing is eaten here.');
  expect(dayFor([loose], '').nothing).toMatch(/^Nothing here can be added up/);
  const none = { ...jar, amounts: {} };
  expect(dayFor([none], '').nothing).toBe('Nothing that is eaten here is tested.');
  const { notIn } = dayFor([jar, { ...loose, item: jar.item }], '');
  expect(notIn['Unknown, and in no sum']).toEqual([]);
  expect(notIn['Counted once, as the same item as another']).toEqual(['Loose']);
  const unrated = { ...jar, report: 92 };
  expect(dayFor([unrated], '').untested).not.toContain('bisphenols');
  expect(dayFor([jar], '').untested).toContain('bisphenols');
});
