import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { purposesOffered } from './purposes.server.ts';
import { stepsOfMonth, stepText } from './monthly-steps.server.ts';
import { spread } from '#app/funding/checkout/record-gift.server.ts';
import { storedPurpose } from '#app/funding/gift-purpose.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { mails, products } from '#db/schema.ts';
import { allowMadeUpMoney, asOwner, useDatabase } from '#test/support/database.ts';
import { aMonthlyGift, aRow, gift, paysMonth, rowNow, sharesOf } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

/** What earlier tests listed can no longer be chosen. */
beforeEach(async () => {
  await db().execute(sql`update products set hidden_at = now() where hidden_at is null`);
});

const partsOf = async (orderId: string) =>
  (await sharesOf(orderId))
    .map(({ productId, amountCents }) => [productId, amountCents])
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));

describe('a gift for what is closest', () => {
  const one = (id: number, missingCents: number) => ({ id, name: '', missingCents });

  it.each([
    ['goes to what lacks least', [one(1, 85_500), one(2, 127_500)], 500, [[1, 500]]],
    [
      'completes what it can, and the next gets the rest',
      [one(1, 500), one(2, 600), one(3, 5_000)],
      2_000,
      [
        [1, 500],
        [2, 600],
        [3, 900],
      ],
    ],
    ['never goes past a goal', [one(1, 500)], 2_000, [[1, 500]]],
    ['leaves no rest of a need below a dollar', [one(1, 2_050)], 2_000, [[1, 1_950]]],
    [
      'gives a part below a dollar only where that completes',
      [one(1, 50), one(2, 2_000)],
      120,
      [[1, 50]],
    ],
    [
      'keeps what is left of less than a dollar',
      [one(1, 1_950), one(2, 9_000)],
      2_000,
      [[1, 1_950]],
    ],
    ['goes nowhere where nothing is open', [], 2_000, []],
  ] as const)('%s', (_, closest, cents, parts) => {
    expect([...spread(closest, cents)]).toEqual(parts);
  });

  it('completes what lacks cents, however many, and goes on to the next', async () => {
    const low = await Promise.all(Array.from({ length: 6 }, () => aRow(1)));
    const next = await aRow(3_000);
    const order = await paysMonth(await aMonthlyGift(), 'closest', 500);
    expect(await partsOf(order.id)).toEqual([...low.toSorted().map((id) => [id, 1]), [next, 494]]);
    expect(await checkLedger()).toEqual([]);
  });

  it('is booked once, however many tell of its invoice at once, and never over a need', async () => {
    const [one1, two] = [await aRow(4_000), await aRow(9_000)];
    const donors = await Promise.all(Array.from({ length: 6 }, () => aMonthlyGift()));
    await Promise.all([
      ...donors.flatMap((month, at) =>
        [1, 2].map(() => paysMonth(month, 'closest', 2_000, { invoiceId: `in_race_${at}` })),
      ),
      gift('a@example.org', [two, 1_000]),
    ]);
    const rows = await Promise.all([rowNow(one1), rowNow(two)]);
    expect(rows.map(({ raisedCents }) => raisedCents)).toEqual([4_000, 9_000]);
    const { rows: all } = await db().execute(sql`
      select coalesce(sum(c.amount_cents), 0)::int as cents from contributions c
      join orders o on o.id = c.order_id where o.invoice_id like 'in_race_%'`);
    expect(all).toEqual([{ cents: 12_000 }]);
    expect(await checkLedger()).toEqual([]);
  });
});

it.each(['orders', 'order_lines', 'contributions', 'products', 'ledger_entries', 'mails'])(
  'a month whose recording is cut off at its %s is recorded whole and once after that',
  async (table) => {
    const [near, far] = [await aRow(1_000), await aRow(1_200)];
    const month = await aMonthlyGift();
    const invoiceId = `in_${randomUUID()}`;
    const record = () => paysMonth(month, 'closest', 2_500, { invoiceId });
    await asOwner(`
      create function dies() returns trigger language plpgsql as $$ begin raise 'dies'; end $$;
      create trigger dies before insert or update on ${table} for each row execute function dies()`);
    await expect(record()).rejects.toThrow();
    await asOwner(`drop trigger dies on ${table}; drop function dies`);
    expect(await rowNow(near)).toMatchObject({ raisedCents: 0 });
    const [one, other] = await Promise.all([record(), record()]);
    expect(other.id).toBe(one.id);
    expect(await partsOf(one.id)).toEqual([
      [null, 300],
      [near, 1_000],
      [far, 1_200],
    ]);
    const letters = await db().select().from(mails).where(eq(mails.toEmail, month.email));
    expect(letters.filter(({ name }) => name === 'receipt')).toHaveLength(1);
    expect(await checkLedger()).toEqual([]);
  },
);

it('the receipt of a month says which samples it completed', async () => {
  await aRow(127_500);
  const month = await aMonthlyGift();
  const march = { paidAt: new Date('2026-03-05T10:00:00Z') };
  const first = await paysMonth(month, 'closest', 42_400, march);
  expect(await stepsOfMonth(first.id)).toEqual([]);
  const second = await paysMonth(month, 'closest', 85_100, march);
  expect((await stepsOfMonth(second.id)).map(stepText)).toEqual([
    expect.stringMatching(
      /^Your March gift completed the first, second and third samples of Product \d+, and with it the goal\.$/,
    ),
  ]);
  expect(await stepsOfMonth(first.id)).toEqual([]);
  expect(await checkLedger()).toEqual([]);
});

it('a purpose that named a pool of an earlier version is what is closest', () => {
  expect(storedPurpose('900000001')).toBe('closest');
  expect(storedPurpose('closest:dairy')).toBe('closest:dairy');
  expect([storedPurpose(undefined), storedPurpose('else')]).toEqual(['project', 'project']);
});

it('is offered the groups that have a product to fund, and what it is for already', async () => {
  const offered = async (own?: string[]) => (await purposesOffered(own)).map(({ value }) => value);
  await db().insert(products).values({ name: 'Milk', searchText: 'milk', category: 'Dairy' });
  expect(await offered()).toEqual(['project', 'closest', 'closest:dairy']);
  expect(await offered(['closest:baby', 'project'])).toContain('closest:baby');
});
