import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { searchable } from '#app/kit/text.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { testedProducts } from '#db/schema.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import calls from '#app/results/calls.ts';
import { RISK_SORTS, sortedFamily } from '#app/results/risk-level-row.ts';
import { testedGroups } from './tested-groups.server.ts';
import {
  listRiskLevels,
  selectTested,
  type RiskQuery,
} from '#app/results/read/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { writeTestedProducts } from '#app/intake/store.server.ts';

useDatabaseWithResults();

async function everyRow(query: RiskQuery): Promise<RiskLevelRow[]> {
  const rows: RiskLevelRow[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await listRiskLevels({ ...query, page });
    if (items.length === 0) return rows;
    rows.push(...items);
  }
}

function byName(a: string, b: string): number {
  return searchable(a) < searchable(b) ? -1 : searchable(a) > searchable(b) ? 1 : 0;
}

describe('the list of tested products', () => {
  test('comes 25 a page, the highest phthalates first, every product once', async () => {
    const first = await listRiskLevels();
    expect(first).toMatchObject({ total: 236, page: 1, pageSize: 25 });
    expect(first.items.length).toBe(25);
    const all = await everyRow({});
    expect(all.slice(0, 25)).toEqual(first.items);
    expect(new Set(all.map((row) => row.product_id)).size).toBe(236);
  });

  describe.each(RISK_SORTS)('sorted by %s', (sort) => {
    test.each(['asc', 'desc'] as const)(
      '%s: in order, nulls last, equals by name',
      async (direction) => {
        const rows = await everyRow({ sort, direction });
        const sign = direction === 'asc' ? 1 : -1;
        const inOrder = rows.toSorted((a, b) => {
          const [x, y] = [a[sort], b[sort]];
          if (x !== y) return x === null ? 1 : y === null ? -1 : sign * (x - y);
          return byName(a.name, b.name) || a.product_id - b.product_id;
        });
        expect(rows.map((row) => row.product_id)).toEqual(inOrder.map((row) => row.product_id));
        expect(rows.filter((row) => row[sort] === 0).length).toBeGreaterThan(1);
      },
    );
  });

  test('begins with the best: surely Low in most families, then least for certain, then least at most', async () => {
    const rows = await everyRow({ order: 'best' });
    const standing = (row: RiskLevelRow) => {
      const each = families.map(({ key }) => {
        const isRated = row[`${key}_tdi_percent`] !== null;
        const [lower, upper] = [row[`${key}_lower_percent`], row[`${key}_upper_percent`]];
        const bounds = { lower: lower ?? Infinity, upper: upper ?? Infinity };
        return isRated ? bounds : { lower: Infinity, upper: Infinity };
      });
      return [
        -each.filter(({ upper }) => upper < 2.5).length,
        Math.max(...each.map(({ lower }) => lower)),
        Math.max(...each.map(({ upper }) => upper)),
      ];
    };
    const oracle = (await everyRow({})).toSorted((a, b) => {
      const [ours, theirs] = [standing(a), standing(b)];
      const at = ours.findIndex((value, place) => value !== theirs[place]);
      return at >= 0
        ? (ours[at] ?? 0) - (theirs[at] ?? 0)
        : byName(a.name, b.name) || a.product_id - b.product_id;
    });
    expect(rows.map((row) => row.product_id)).toEqual(oracle.map((row) => row.product_id));
    expect(rows).toHaveLength(236);
    // Sure before can't tell: what is Low for certain in fewer families comes after.
    const lows = rows.map(
      (row) =>
        families.filter(({ key }) => row[`${key}_risk`] === 'Low' && !isUnsureIn(row, key)).length,
    );
    expect(lows).toEqual(lows.toSorted((a, b) => b - a));
    expect(await listRiskLevels({ order: 'best' })).toMatchObject({ items: rows.slice(0, 25) });
  });

  test('keeps what is not rated at the end, whichever way it is sorted', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const rows = await everyRow({ sort: 'bisphenols_tdi_percent', direction });
      expect(rows.slice(-3).map((row) => row.product_id)).toEqual([92, 93, 94]);
      expect(rows.at(-1)).toMatchObject({ bisphenols_risk: 'N/A', bisphenols_tdi_percent: null });
    }
  });

  test('states a row as the spec names it', async () => {
    const { items } = await listRiskLevels({ search: 'black tea pearls' });
    expect(items).toEqual([
      {
        product_id: 93,
        padded_id: '0093',
        image_url: null,
        name: 'Boba Guys Black Tea Pearls',
        phthalates_risk: expect.stringMatching(/^(High|Medium|Low)$/),
        bisphenols_risk: 'N/A',
        substitutes_risk: expect.stringMatching(/^(High|Medium|Low)$/),
        phthalates_tdi_percent: expect.any(Number),
        bisphenols_tdi_percent: null,
        substitutes_tdi_percent: expect.any(Number),
        phthalates_lower_percent: expect.any(Number),
        bisphenols_lower_percent: null,
        substitutes_lower_percent: expect.any(Number),
        phthalates_upper_percent: expect.any(Number),
        bisphenols_upper_percent: null,
        substitutes_upper_percent: expect.any(Number),
        phthalates_limit_unseen: expect.any(Boolean),
        bisphenols_limit_unseen: false,
        substitutes_limit_unseen: expect.any(Boolean),
        phthalates_samples_disagree: expect.any(Boolean),
        bisphenols_samples_disagree: false,
        substitutes_samples_disagree: expect.any(Boolean),
        phthalates_above_range: expect.any(Boolean),
        bisphenols_above_range: false,
        substitutes_above_range: expect.any(Boolean),
        phthalates_word: expect.stringMatching(/^(High|Medium|Low|Can’t tell)$/),
        bisphenols_word: 'N/A',
        substitutes_word: 'Low',
        eater: {
          weight_kg: 14,
          servings: 1,
          phthalates: expect.objectContaining({ counted: [] }),
          bisphenols: expect.objectContaining({ risk: 'N/A', own_lower_percent: null }),
          substitutes: expect.objectContaining({ risk: 'Low' }),
        },
        sentence: expect.stringMatching(/ Bisphenols: not rated\.$/),
        category: 'tea',
        not_food: false,
      },
    ]);
  });

  test.each([
    ['BOBA', 3],
    ['  boba   guys ', 3],
    ['boba-guys', 0],
    ['Boba (Guys)', 3],
    ['%', 236],
    ['_', 0],
    ['!?', 236],
    ['no such thing', 0],
  ])('a search for %j finds %i', async (search, total) => {
    const found = await listRiskLevels({ search });
    expect(found.total).toBe(total);
    expect(found.items.length).toBe(Math.min(total, 25));
  });
});

test('a group has as many products as its chip says, and nothing else', async () => {
  const { counts } = await testedGroups();
  expect(counts.map(({ key }) => key)).toContain('water');
  for (const { key, count } of counts) {
    expect((await listRiskLevels({ category: key })).total, key).toBe(count);
  }
});

describe('what is not eaten, or not sold anymore', () => {
  const isApart = (row: RiskLevelRow) => row.not_food || /Rations|19\d0s|from 1973/.test(row.name);

  test('has a group of its own: receipts, tooth care, rations and what is decades old', async () => {
    const rows = await everyRow({ category: 'also-tested' });
    expect(rows.map(({ name }) => name)).toEqual(
      (await everyRow({})).filter(isApart).map(({ name }) => name),
    );
    expect(rows.some(({ name }) => name === 'Paper Receipt - UPS')).toBe(true);
    const { alsoTested } = await testedGroups();
    expect(new Set(alsoTested)).toEqual(new Set(rows.map((row) => row.product_id)));
  });

  test.each(['asc', 'desc'] as const)(
    'comes after all food where that is asked for, each part in the order of the list (%s)',
    async (direction) => {
      const plain = await everyRow({ direction });
      const rows = await everyRow({ direction, also_tested: 'last' });
      expect(rows).toEqual([
        ...plain.filter((row) => !isApart(row)),
        ...plain.filter((row) => isApart(row)),
      ]);
      expect(rows).not.toEqual(plain);
    },
  );
});

/** A row's stored rating, which the list is sorted and filtered by. */
/** For the child that the list is sorted by, whoever the row is judged for. */
const isUnsureIn = (row: RiskLevelRow, family: Family) => {
  const level = row[`${family}_risk`];
  const most = row[`${family}_upper_percent`] ?? Infinity;
  return ['Low', 'Medium', 'High'].includes(level) && riskLevel(most) !== level;
};

test.each(RISK_SORTS)(
  'sorted by %s, what reads “Can’t tell” can be singled out or left out, and nothing is lost',
  async (sort) => {
    const isUnsure = (row: RiskLevelRow) => isUnsureIn(row, sortedFamily(sort));
    const [all, certain, unsure] = await Promise.all([
      everyRow({ sort }),
      everyRow({ sort, certainty: 'certain' }),
      everyRow({ sort, certainty: 'unsure' }),
    ]);
    expect(unsure).toEqual(all.filter(isUnsure));
    expect(certain).toEqual(all.filter((row) => !isUnsure(row)));
    expect(certain.length).toBeGreaterThan(0);
    const { total } = await listRiskLevels({ sort, certainty: 'unsure' });
    expect(total).toBe(unsure.length);
    if (sort === 'bisphenols_tdi_percent') expect(total).toBeGreaterThan(100);
  },
);

test('in the best order “Can’t tell” is that of any family', async () => {
  const isUnsureOfAny = (row: RiskLevelRow) => families.some(({ key }) => isUnsureIn(row, key));
  const all = await everyRow({ order: 'best' });
  for (const certainty of ['unsure', 'certain'] as const) {
    const some = await everyRow({ order: 'best', certainty });
    expect(some).toEqual(all.filter((row) => isUnsureOfAny(row) === (certainty === 'unsure')));
    expect(some.length).toBeGreaterThan(10);
  }
});

test('products whose dated lots are all past can be left out: 95 of the 103 dated ones', async () => {
  const all = await everyRow({});
  const current = await everyRow({ lots: 'current' });
  const { rows } = await db().execute<{ id: number; days: string[] }>(
    sql`select tested_product_id as id, array_agg(provenance ->> 'expiration_date') as days
      from lab_samples group by 1`,
  );
  const today = new Date().toISOString().slice(0, 10);
  const past = rows.filter(({ days }) => {
    const dated = days.filter(Boolean).map((day) => day.replaceAll(' ', ''));
    return dated.length > 0 && dated.every((day) => day < today);
  });
  expect(past.length).toBeGreaterThanOrEqual(95);
  const ids = past.map(({ id }) => id);
  expect(current).toEqual(all.filter((row) => !ids.includes(row.product_id)));
});

describe('the call', () => {
  const ask = async (query: Record<string, string>) => {
    const parsed = calls.riskLevels.query?.safeParse(query);
    if (!parsed?.success) return parsed?.error.issues[0]?.message;
    const input = { params: {}, query: parsed.data, body: undefined };
    const { body } = await calls.riskLevels.handle(input as never);
    return calls.riskLevels.answers[200].parse(body).items.map((row) => row.product_id);
  };

  test('takes a level as the name of the same sort', async () => {
    const byLevel = await ask({ sort: 'substitutes_risk', direction: 'asc', page: '2' });
    expect(byLevel).toEqual(
      await ask({ sort: 'substitutes_tdi_percent', direction: 'asc', page: '2' }),
    );
    expect(byLevel).not.toEqual(await ask({ direction: 'asc', page: '2' }));
  });

  test('refuses what it does not know, in a sentence', async () => {
    expect(await ask({ sort: 'name' })).toMatch(/^Sort by one of phthalates_tdi_percent/);
    expect(await ask({ direction: 'up' })).toMatch(/asc or desc/);
    expect(await ask({ certainty: 'maybe' })).toMatch(/certain, unsure/);
    expect(await ask({ order: 'worst' })).toMatch(/order can only be best/);
    expect(await ask({ page: '0' })).toMatch(/whole number/);
    expect(await ask({ search: 'x'.repeat(201) })).toMatch(/200 characters/);
  });
});

test('ends at 300 products, in its total too', async () => {
  const [some] = await selectTested(db(), eq(testedProducts.originalId, 93));
  if (!some) throw new Error('no product 93');
  const more = Array.from({ length: 100 }, (_, at) => ({ ...some, originalId: 9_000 + at }));
  await inTransaction((tx) => writeTestedProducts(tx, more));
  expect((await listRiskLevels()).total).toBe(300);
  expect((await listRiskLevels({ page: 12 })).items.length).toBe(25);
  expect((await listRiskLevels({ page: 13 })).items).toEqual([]);
  expect((await listRiskLevels({ search: 'boba' })).total).toBe(103);
});
