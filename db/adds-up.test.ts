import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import type { Order } from '#app/funding/order.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { standingAt, transfer } from '#app/funding/transfers/transfer.server.ts';
import { present } from '#app/kit/assert.ts';
import { db, inTransaction, sqlState, type Tx } from '#app/database/db.server.ts';
import { contributions, orderLines, products, shares } from './schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { anOrder, aPayment, rowsWhere, addRows } from '#test/support/gifts.ts';

useDatabase();

const SOUP = 2001;
const SOAP = 2002;
let share: typeof shares.$inferSelect;
let order: Order;

/** $60 for soup, paid. */
beforeAll(async () => {
  await addRows(
    products,
    [SOUP, SOAP].map((id) => ({ id, name: `No. ${id}`, searchText: `no ${id}` })),
  );
  order = await anOrder({ kind: 'submission', amountCents: 6_000 });
  await inTransaction(async (tx) => {
    const line = {
      orderId: order.id,
      productId: SOUP,
      productName: 'Soup',
      brand: '',
      amountCents: 6_000,
    };
    const lines = await tx.insert(orderLines).values(line).returning();
    const payment = aPayment({ source: `checkout:${order.id}` });
    await recordFunding(tx, [{ order, payment, lines }]);
  });
  [share] = (await db().select().from(shares)) as [typeof share];
});

const entry = (account: string, cents: number, of: string | null) =>
  `insert into ledger_entries (transaction_id, account, amount_cents, share_id)
   select max(id), '${account}', ${cents}, ${of ? `'${of}'` : 'null'} from ledger_transactions`;

/** Each takes or makes a cent, or says that something is where it is not. */
const BREAKS: [what: string, statements: (of: string) => string[]][] = [
  [
    'a share that stands nowhere',
    () => [
      `insert into shares (id, order_id, amount_cents)
      select gen_random_uuid(), id, 100 from orders`,
    ],
  ],
  ['a share that is changed', (of) => [`update shares set amount_cents = 1 where id = '${of}'`]],
  ['a share that is deleted', (of) => [`delete from shares where id = '${of}'`]],
  ['cents that are gone', () => ['update contributions set amount_cents = amount_cents - 1']],
  ['cents of no share', () => ['update contributions set share_id = null']],
  ['a contribution that is deleted', () => ['delete from contributions']],
  [
    'a contribution that is there twice',
    () => [
      `insert into contributions
      (order_id, share_id, product_id, place, email, email_normalised, amount_cents, status, cut_by)
      select order_id, share_id, product_id, place, email, email_normalised, 100, status, 'x'
      from contributions`,
    ],
  ],
  [
    'cents of a share that has all of its own',
    () => [
      `insert into contributions
      (order_id, share_id, product_id, place, email, email_normalised, amount_cents, status, is_excess)
      select order_id, share_id, product_id, 'refunds', email, email_normalised, 100,
        'refund_pending', true from contributions`,
    ],
  ],
  [
    'cents that are gone after they were looked at',
    () => [
      'set constraints all immediate',
      'set constraints all deferred',
      'update contributions set amount_cents = amount_cents - 1',
      'update products set raised_cents = raised_cents - 1 where raised_cents > 0',
    ],
  ],
  ['a status without its place', () => [`update contributions set status = 'refunded'`]],
  [
    'a place without its entries',
    () => [
      `update contributions set status = 'refunded', place = 'stripe'`,
      'update products set raised_cents = 0, contributor_count = 0',
    ],
  ],
  [
    'another product’s money',
    () => [
      `update contributions set product_id = ${SOAP}, place = 'product:${SOAP}'`,
      `update products set raised_cents = 6000 - raised_cents, contributor_count = 1 - contributor_count`,
    ],
  ],
  [
    'entries without a move',
    (of) => [entry(`product:${SOUP}`, -100, of), entry('refunds', 100, of)],
  ],
  ['a raised amount', () => [`update products set raised_cents = 6001 where id = ${SOUP}`]],
  [
    'a raised amount of a new product',
    () => [
      `insert into products (id, name, search_text, raised_cents)
      values (2003, 'x', 'x', 100)`,
    ],
  ],
  ['a contributor', () => [`update products set contributor_count = 2 where id = ${SOUP}`]],
  [
    'a giver’s other address',
    () => [
      `insert into contributions
      (order_id, product_id, email, email_normalised, amount_cents, status)
      select order_id, product_id, 'x', 'x', 100, 'paid' from contributions`,
    ],
  ],
  [
    'a goal that is not reached',
    () => [`update products set testing_status = 'Testing in Progress'`],
  ],
  ['an order of more than its shares', () => ['update orders set amount_cents = 6100']],
  ['an order that is not paid after all', () => [`update orders set status = 'expired'`]],
  [
    'an order that is paid with nothing',
    () => [
      `insert into orders
      (kind, status, amount_cents, return_url, browser_hash, address_hash, expires_at)
      values ('funding', 'paid', 100, '', '', '', now())`,
    ],
  ],
  ['entries that do not sum to zero', () => [entry('donations', 1, null)]],
];

describe('the database refuses', () => {
  it.each(BREAKS)('%s, by the site’s role and by the owner', async (_, statements) => {
    const all = statements(share.id);
    const asSite = inTransaction(async (tx) => {
      for (const statement of all) await tx.execute(sql.raw(statement));
    });
    await expect(asSite).rejects.toSatisfy(isRefused);
    await expect(asOwner(`begin; ${all.join('; ')}; commit`)).rejects.toSatisfy(isRefused);
  });
});

function isRefused(error: unknown): boolean {
  return ['23514', '23001', '23502', '42501'].includes(sqlState(error) ?? '');
}

it('lets cents move by a transfer, whole and in part, and not twice under one source', async () => {
  const move = async (tx: Tx, cents: number, source: string) => {
    await lockOrder(tx, order.id);
    const [found] = await tx.select().from(contributions).where(eq(contributions.productId, SOUP));
    const of = present(found, 'a contribution');
    return transfer(tx, { reason: 'moved', source }, [{ of, to: standingAt(SOAP), cents }]);
  };
  const { moved } = await inTransaction((tx) => move(tx, 2_500, 'move:1'));
  expect(moved).toMatchObject([{ productId: SOAP, paidForProductId: SOUP, amountCents: 2_500 }]);
  await expect(inTransaction((tx) => move(tx, 500, 'move:1'))).rejects.toThrow();
  await expect(inTransaction((tx) => move(tx, 3_501, randomUUID()))).rejects.toThrow(
    '3501 of 3500 cents cannot be moved.',
  );
  const raised = await db().select().from(products).orderBy(products.id);
  expect(raised.map(({ raisedCents }) => raisedCents)).toEqual([3_500, 2_500]);
  expect(raised.map(({ contributorCount }) => contributorCount)).toEqual([1, 1]);
});

/* As 0.4.0 writes one (db/released.json): it runs beside the version after it, and after that again. */
it('takes a payment that the version before writes by several statements, at its commit', async () => {
  const rice = 2004;
  await db().insert(products).values({ id: rice, name: 'Rice', searchText: 'rice' });
  const { id } = await anOrder({ kind: 'submission', amountCents: 4_000 });
  await addRows(orderLines, {
    orderId: id,
    productId: rice,
    productName: 'Rice',
    brand: '',
    amountCents: 4_000,
  });
  const shareId = randomUUID();
  await inTransaction(async (tx) => {
    for (const statement of [
      `with lines as (
         insert into shares (id, order_id, product_id, amount_cents)
         values ('${shareId}', '${id}', ${rice}, 4000) returning id)
       insert into contributions
         (order_id, share_id, product_id, place, email, email_normalised, amount_cents, status, paid_at)
       values ('${id}', '${shareId}', ${rice}, 'product:${rice}', 'a@example.org', 'a@example.org', 4000,
         'paid', now())`,
      `update products set raised_cents = 4000, contributor_count = 1 where id = ${rice}`,
      `with booked as (
         insert into ledger_transactions (reason, source) values ('checkout paid', 'checkout:${id}')
         returning id)
       insert into ledger_entries (transaction_id, account, amount_cents, share_id)
       select id, 'stripe', -4000, null::uuid from booked
       union all select id, 'product:${rice}', 4000, '${shareId}' from booked`,
      `update orders set status = 'paid', paid_at = now() where id = '${id}'`,
    ]) {
      await tx.execute(sql.raw(statement));
    }
  });
  const [stands] = await rowsWhere(contributions, eq(contributions.shareId, shareId));
  expect(stands).toMatchObject({ productId: rice, amountCents: 4_000 });
});
