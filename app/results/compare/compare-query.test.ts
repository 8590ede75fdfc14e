import { describe, expect, test } from 'vitest';
import { createCompareChoice, COMPARE_KEY, readChoice } from './compare-choice.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { compareAddress, compareViewpoint, readCompareQuery } from './compare-query.ts';

const read = (query: string) => readCompareQuery(new URLSearchParams(query));

describe('the address of a comparison', () => {
  test.each([
    ['ids=93,92,12', [93, 92, 12]],
    ['ids=93,0093,93', [93]],
    ['ids=93&ids=12', [93, 12]],
    ['ids=%2093%20,,12,', [93, 12]],
    ['ids=1,2,3,4,5', [1, 2, 3, 4, 5]],
    ['ids=0', []],
    ['', []],
  ])('%s: each number once, in its order', (query, ids) => {
    expect(read(query).ids).toEqual(ids);
  });

  test('names what is no number, shortened, and reads no more than a page can say', () => {
    expect(read('ids=abc,-1,93,abc').unreadable).toEqual(['abc', '-1']);
    expect(read(`ids=${'x'.repeat(500)}`).unreadable).toEqual([`${'x'.repeat(24)}…`]);
    const many = Array.from({ length: 1_000 }, (_, index) => index + 1).join(',');
    expect(read(`ids=${many}`).ids.length).toBeLessThan(30);
  });

  test('keeps the adult and leaves the child out', () => {
    expect(compareAddress([93, 12])).toBe('/plasticlist/compare?ids=93,12');
    expect(compareAddress([93], { weightKg: 70, servings: 1 })).toBe(
      '/plasticlist/compare?ids=93&weight=adult',
    );
    expect(compareAddress([93], { weightKg: 22.7, servings: 2 })).toBe(
      '/plasticlist/compare?ids=93&weight=22.7&servings=2',
    );
    expect(compareAddress([])).toBe('/plasticlist/compare');
    const weightOf = (query: string) => compareViewpoint(new URLSearchParams(query));
    expect(weightOf('weight=adult')).toEqual({ weightKg: 70, servings: 1, authority: 'EFSA' });
    expect(weightOf('weight=giant&limits=epa')).toEqual(defaultViewpoint);
    expect(weightOf('weight=baby')).toEqual({ weightKg: 5, servings: 6, authority: 'EFSA' });
  });
});

function storage(text?: string) {
  const stored = new Map(text === undefined ? [] : [[COMPARE_KEY, text]]);
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    text: () => stored.get(COMPARE_KEY),
  };
}

describe('the choice of a tab', () => {
  test('takes four, refuses a fifth, and takes one when another has gone', () => {
    const stored = storage();
    const choice = createCompareChoice(stored);
    let heard = 0;
    choice.subscribe(() => (heard += 1));
    for (const id of [5, 4, 3, 2, 1]) choice.toggle(id);
    expect(choice.now().ids).toEqual([5, 4, 3, 2]);
    expect(choice.now().isRefused).toBe(true);
    expect(heard).toBe(5);
    choice.toggle(4);
    expect(choice.now().isRefused).toBe(false);
    choice.toggle(1);
    expect(stored.text()).toBe('[5,3,2,1]');
    choice.replace([]);
    expect(stored.text()).toBeUndefined();
  });

  test('survives a blocked and a full storage', () => {
    const fail = () => {
      throw new Error('blocked');
    };
    for (const blocked of [undefined, { getItem: fail, setItem: fail, removeItem: fail }]) {
      const choice = createCompareChoice(blocked);
      choice.toggle(93);
      expect(choice.now().ids).toEqual([93]);
    }
  });

  test('goes on with what the tab kept', () => {
    expect(createCompareChoice(storage('[93,12]')).now().ids).toEqual([93, 12]);
  });

  test.each(['', '{', 'null', '{"a":1}', '["93",-1,0.5]'])('%j counts as nothing', (text) => {
    expect(readChoice(storage(text))).toEqual([]);
  });

  test('reads four at most, each once', () => {
    expect(readChoice(storage('[1,1,2,3,4,5]'))).toEqual([1, 2, 3, 4]);
  });
});
