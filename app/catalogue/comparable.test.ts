import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  basisRows,
  heatedKinds,
  notChosenKinds,
  tapWaterKinds,
  variantRows,
} from '#db/data/comparable.ts';
import { howTested, variantOf, whyNotCompared } from './comparable.ts';
import { kindNamed, kindOf } from './kinds.ts';

const NOT_FOOD = /\b(receipts|personal_care|household|pet_food|baby_care)\b/;
const lines = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n').slice(1);
const tested = new Map(
  lines.filter(Boolean).map((line) => {
    const [, id, , tags = ''] = line.split('\t');
    return [Number(id), tags];
  }),
);

describe('the table of what can be compared', () => {
  test('has every tested product that is eaten or drunk, once, but for one whose state nothing records', () => {
    const unrecorded = [139];
    const eaten = [...tested]
      .filter(([id, tags]) => !NOT_FOOD.test(tags) && !unrecorded.includes(id))
      .map(([id]) => id);
    const listed = basisRows.flatMap(([, , products]) => products);
    expect(listed.toSorted((a, b) => a - b)).toEqual(eaten.toSorted((a, b) => a - b));
  });

  test('has variants of items of the same kind, and none of a variant', () => {
    for (const [variant, item] of variantRows) {
      expect(kindOf(variant), String(variant)).toBe(kindOf(item));
      expect(variantOf(item)).toBeUndefined();
      expect(tested.has(variant) && tested.has(item)).toBe(true);
    }
  });

  test('names kinds that there are', () => {
    for (const key of [...notChosenKinds, ...tapWaterKinds, ...heatedKinds, 'tap-water']) {
      expect(kindNamed(key), key).toBeDefined();
    }
  });
});

describe('what is not compared', () => {
  test.each([
    ['instant coffee, a powder, with a cup that was brewed', 122, 15, 'state'],
    ['electrolyte powder with a sports drink', 87, 991, 'state'],
    ['smoked salmon with raw salmon', 334, 335, 'state'],
    ['a dish after 45 minutes in its container with itself', 34, 33, 'item'],
    ['a dish after 45 minutes in its container with another one', 34, 242, 'variant'],
    ['a meal from the microwave with a dish', 401, 33, 'state'],
    ['two variants of one item', 109, 108, 'item'],
    ['what nobody has recorded', 1, 99_999, 'unknown'],
    ['a funded product that is not in the table yet', 70, 1049, 'unknown'],
    ['mac and cheese, of which nothing records whether it was cooked', 139, 144, 'unknown'],
    ['two formulas, both powder', 1, 227, null],
    ['a dish with another one', 33, 242, null],
  ] as const)('%s', (_, one, other, why) => {
    expect(whyNotCompared(one, other)).toBe(why);
    expect(whyNotCompared(other, one)).toBe(why);
  });

  test('each has its reason', () => {
    expect(howTested(122)).toBe('as a powder, before it is mixed');
    expect(howTested(99_999)).toBeNull();
    expect(variantOf(34)).toEqual({ item: 33, how: 'after 45 minutes in a takeout container' });
  });
});
