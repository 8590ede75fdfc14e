import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import resultsCalls from '#app/results/calls.ts';
import { dayItems } from '#app/results/day/day-items.server.ts';
import { readDay, type DayQuery } from '#app/results/day/day-query.ts';
import type { DayItem } from '#app/results/day/day-schema.ts';
import { DayScreen } from '#app/results/day/day-screen.tsx';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { kitchenOf } from './kitchen.ts';
import { foundOf, percentOf, PERSONS, RAW_FAMILIES } from './raw-results.ts';
import {
  dice,
  expectRandomDays,
  plainDay,
  randomDay,
  untruthsOfDay,
  type Kitchen,
} from './random-days.ts';

useDatabaseWithResults();

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await kitchenOf(63);
});

test('random days are what their rows say, in sums, verdicts, order, and both changes', () => {
  expectRandomDays(kitchen, 1, 50);
});

test.each<[string, (item: DayItem) => DayItem]>([
  [
    'a sum that leaves out what was not found',
    (item) => ({ ...item, amounts: changed(item, ({ lowerNgG }) => ({ upperNgG: lowerNgG })) }),
  ],
  [
    'a highest sample that is the mean',
    (item) => ({
      ...item,
      amounts: changed(item, ({ upperNgG }) => ({ highestUpperNgG: upperNgG })),
    }),
  ],
  ['forms of one item that both count', (item) => ({ ...item, item: item.id })],
  ['no swap', (item) => ({ ...item, swaps: [] })],
  [
    'a swap that is sure',
    (item) => ({ ...item, swaps: item.swaps.map((one) => ({ ...one, strength: 'certain' })) }),
  ],
])('%s is refused', (_, slip) => {
  const slipped = { ...kitchen, items: kitchen.items.map(slip) };
  const days = [
    [1, 187, 222, 58, 101],
    [101, 115],
    [222, 223, 71, 72],
    [224, 228, 43, 312],
  ].map((ids) => plainDay(kitchen, ids));
  expect(days.flatMap((day) => untruthsOfDay(kitchen, day))).toEqual([]);
  expect(days.flatMap((day) => untruthsOfDay(kitchen, day, slipped))).not.toEqual([]);
});

function changed(
  { amounts }: DayItem,
  to: (amount: DayItem['amounts'][string]) => Partial<DayItem['amounts'][string]>,
): DayItem['amounts'] {
  return Object.fromEntries(
    Object.entries(amounts).map(([key, amount]) => [key, { ...amount, ...to(amount) }]),
  );
}

test('shares of a limit of one chemical say where others are counted as it', () => {
  const own = { bisphenols: 'BPA', substitutes: 'DEHT' } as const;
  const said = kitchen.items
    .filter(({ id }) => id % 4 === 0 || id === 78)
    .flatMap(({ id }) => {
      const raw = kitchen.raw.get(id)!;
      const text = drawn(kitchen.items, readDay(new URLSearchParams(`ids=${id}&eat=1`)));
      return (['bisphenols', 'substitutes'] as const).flatMap((family) => {
        const isTested = text.includes(`Shares of the European limit for ${own[family]}`);
        const isSaid = text.includes(`limit for ${own[family]}, all counted as ${own[family]}:`);
        if (isTested)
          expect(isSaid, `${id}`).toBe(foundOf(raw, family).some((one) => one !== own[family]));
        return isSaid ? id : [];
      });
    });
  expect(said).toEqual(expect.arrayContaining([78, 40]));
});

test('a day reads the same by its address and by what a browser saved', async () => {
  const roll = dice(3);
  for (let day = 0; day < 20; day += 1) {
    const { query } = randomDay(kitchen, roll);
    const byAddress = readDay(new URLSearchParams(query));
    const ids = byAddress.eaten.map(({ id }) => id);
    const answered = await Promise.all(
      ids.map((id) => resultsCalls.dayItem.handle({ params: { id: String(id) } } as never)),
    );
    const items = answered.map(({ body }) => JSON.parse(JSON.stringify(body)) as DayItem);
    expect(drawn(items, byAddress)).toBe(drawn(await dayItems(ids), byAddress));
  }
});

test('the right end of a strip is no less than all that there could be', () => {
  const foods = [12, 34, 58, 79, 101, 187, 204, 222];
  const pairs = foods.flatMap((one) => foods.filter((id) => id > one).map((id) => [one, id]));
  let [said, ceiled] = [0, 0];
  for (const ids of pairs) {
    const query = readDay(new URLSearchParams(`ids=${ids.join()}&eat=1&eat=1&for=child`));
    const text = drawn(kitchen.items, query);
    for (const family of RAW_FAMILIES) {
      const [part = ''] = new RegExp(`<h3[^>]*>${family}</h3>.*?</section>`, 'is').exec(text) ?? [];
      const [, end] = /The right end is ([\d.]+)%/.exec(part) ?? [];
      const [, most] = / at most ([\d.]+)% of the European limit/.exec(part) ?? [];
      if (!end || !most) continue;
      const all = ids.map((id) => percentOf(kitchen.raw.get(id)!, family, PERSONS.child).upper);
      const sum = all.reduce((total, one) => total + one, 0);
      expect(Number(end), `${ids.join()} ${family}`).toBeGreaterThanOrEqual(sum * (1 - 1e-9));
      expect(end).toBe(most);
      said += 1;
      ceiled += Number(Number(sum.toPrecision(2)) < Number(end));
    }
  }
  expect([said, ceiled].every((count) => count > 5)).toBe(true);
});

test.each(['900 kg', '0.5 kg', '137'])(
  'a weight of %s is refused with what a weight must be',
  (weight) => {
    const query = readDay(new URLSearchParams({ ids: '1', weight }));
    expect(drawn(kitchen.items, query)).toContain(
      'Please enter a weight from 1 to 500 kg. Add its unit, such as 62 kg or 137 lb. Until then, the usual weight counts.',
    );
  },
);

function drawn(items: readonly DayItem[], query: DayQuery): string {
  const Component = () => <DayScreen items={items} query={query} onChange={() => {}} />;
  const Stub = createRoutesStub([{ path: '/day', Component }]);
  return renderToStaticMarkup(<Stub initialEntries={['/day']} />);
}
