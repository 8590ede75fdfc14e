import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Account } from './accounts.ts';
import { checkLedger } from './check.server.ts';
import { readBooks } from './books-now.server.ts';
import { post } from './post.server.ts';
import { db, inTransaction, sqlState } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';

useDatabase();
allowMadeUpMoney();

const entriesOf = (balances: Record<string, number>) =>
  Object.entries(balances) as [Account, number][];

const paid = (source: string, cents = 500) => ({
  reason: 'checkout paid',
  source,
  entries: entriesOf({ stripe: -cents, fees: cents }),
});

describe('the ledger', () => {
  it('books a happening once: the same source again rolls back', async () => {
    await inTransaction((tx) => post(tx, paid('checkout:a')));
    const again = inTransaction((tx) => post(tx, paid('checkout:a')));
    await expect(again).rejects.toSatisfy((error) => sqlState(error) === '23505');
  });

  it('refuses a posting that does not sum to zero, in the program', async () => {
    const crooked = { ...paid('checkout:b'), entries: entriesOf({ stripe: -5, fees: 4 }) };
    await expect(inTransaction((tx) => post(tx, crooked))).rejects.toThrow(/sum to zero/);
  });

  it('refuses what is of no kind', async () => {
    const nameless = inTransaction((tx) => post(tx, paid('whatever:1')));
    await expect(nameless).rejects.toSatisfy((error) => sqlState(error) === '23503');
    await inTransaction((tx) => post(tx, { ...paid('balance:1'), kind: 'payout' }));
    const { rows } = await db().execute(
      sql`select kind from ledger_transactions where source = 'balance:1'`,
    );
    expect(rows).toEqual([{ kind: 'payout' }]);
  });

  it('refuses entries that do not sum to zero, in the database', async () => {
    const crooked = inTransaction(async (tx) => {
      await tx.execute(sql`with t as (
          insert into ledger_transactions (reason, source) values ('x', 'crooked') returning id
        ) insert into ledger_entries (transaction_id, account, amount_cents) select id, 'stripe', 5 from t`);
    });
    await expect(crooked).rejects.toSatisfy((error) => sqlState(error) === '23514');
  });

  it('finds a raised amount that its account does not hold', async () => {
    expect(await checkLedger()).toEqual([]);
    await db().insert(products).values({ id: 1999, name: 'X', searchText: 'x', raisedCents: 700 });
    const rules = (await checkLedger()).map((problem) => problem.rule);
    expect(rules).toContain('what a product has raised is the balance of its account');
    await db().execute(sql`delete from products where id = 1999`);
  });
});

describe('the books that everybody reads', () => {
  it('say to the cent what came in, what is held, spent, kept and returned', async () => {
    const before = await readBooks();
    const happenings: Record<string, Record<string, number>> = {
      'checkout:in': { stripe: -9_680, 'product:9001': 10_000, 'fees:9001': -320 },
      'invoice:in': { stripe: -2_000, donations: 2_000 },
      'demo:in': { demo: -5_000, 'product:9002': 5_000 },
      'balance:payout': { stripe: 9_000, bank: -9_000 },
      'fee:later': { stripe: 60, fees: -60 },
      'test-cost:1': { bank: 4_213, 'spent:9001': -4_213 },
      'refund-requested:1': { 'product:9001': -1_537, refunds: 1_537 },
      'refund:1': { stripe: 1_000, refunds: -1_000 },
      'refund-failed:1': { stripe: -100, refunds: 100 },
      'dispute:1:withdrawn': { stripe: 515, disputes: -15, 'product:9001': -500 },
    };
    for (const [source, balances] of Object.entries(happenings)) {
      const entries = entriesOf(balances);
      await inTransaction((tx) => post(tx, { reason: 'test', source, entries }));
    }
    const after = await readBooks();
    const grown = (key: Exclude<keyof typeof after, 'as_of'>) =>
      Math.round((after[key] - before[key]) * 100);
    expect({
      received: grown('received'),
      held: grown('held'),
      owed: grown('owed_back'),
      spent: grown('spent_on_tests'),
      fees: grown('fees'),
      returned: grown('returned'),
    }).toEqual({
      received: 12_000,
      held: 5_992,
      owed: 637,
      spent: 4_213,
      fees: 380,
      returned: 1_415,
    });
    const { received, held, spent_on_tests: spent, fees, returned } = after;
    expect(received - held - spent - fees - returned).toBeCloseTo(0, 4);
  });
});
