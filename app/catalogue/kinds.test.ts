import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { groupOf } from './groups.ts';
import { kindNamed, kindOf, kinds } from './kinds.ts';

const column = (file: string, name: string) => {
  const [head = '', ...lines] = readFileSync(`db/data/${file}`, 'utf8').trim().split('\n');
  const at = head.split('\t').indexOf(name);
  return lines.map((line) => Number(line.split('\t')[at]));
};

test('every product that is tested or ships has one kind, and no other number has any', () => {
  const shipped = new Set([
    ...column('plasticlist/samples.tsv', 'product_id'),
    ...column('starter-catalogue.tsv', 'code'),
  ]);
  const numbers = kinds.flatMap(({ products }) => products);
  expect(shipped.size).toBe(298);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([...shipped].toSorted((a, b) => a - b));
});

test('a kind has an address, a name, and a group, and what people call it is in plain words', () => {
  expect(new Set(kinds.map(({ key }) => key)).size).toBe(kinds.length);
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  for (const { key, name, group, also } of kinds) {
    expect(key, name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(name).toMatch(/^[A-Z][\p{L}’ -]+$/u);
    expect(groupOf(group), name).toBeDefined();
    for (const word of also) expect(word).toMatch(/^[\p{Ll}\d’&\- ]+$/u);
  }
});

test('what is no choice in place of another is of another kind', () => {
  expect(kindOf(58)).toBe(kindNamed('plant-milk'));
  // Oat milk and cream cheese, formula and wipes or a prenatal vitamin, coffee and 7UP.
  for (const [one, other] of [
    [58, 1053],
    [1, 1041],
    [1, 89],
    [15, 1049],
  ] as const) {
    expect(kindOf(one)).not.toBe(kindOf(other));
  }
  expect(kindOf(999_999)).toBeUndefined();
});
