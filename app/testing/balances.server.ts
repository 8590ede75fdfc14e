import { inArray, sql } from 'drizzle-orm';
import type { Account } from '#app/ledger/accounts.ts';
import type { Tx } from '#app/database/db.server.ts';
import { ledgerEntries } from '#db/schema.ts';

export type Balances = ReadonlyMap<Account, number>;

/** Cents on the accounts of products' tests, for `leftOf` and the lines of a statement. */
export async function balancesOfTests(tx: Tx, productIds: number[]): Promise<Balances> {
  return balancesOf(tx, productIds.flatMap(accountsOf));
}

/** What is left of a product's money: raised, less fees and costs, less what was passed on. */
export function leftOf(balances: Balances, productId: number): number {
  return accountsOf(productId).reduce((sum, account) => sum + (balances.get(account) ?? 0), 0);
}

/** Cents that tests have left, for those that cost more than they raised; who takes of them holds that. */
export async function reserveNow(tx: Tx): Promise<number> {
  return (await balancesOf(tx, ['reserve'])).get('reserve') ?? 0;
}

function accountsOf(id: number): Account[] {
  return [`product:${id}`, `fees:${id}`, `spent:${id}`, `settled:${id}`];
}

async function balancesOf(tx: Tx, accounts: Account[]): Promise<Balances> {
  const { account, amountCents } = ledgerEntries;
  const rows = await tx
    .select({ account, cents: sql<number>`sum(${amountCents})::float8` })
    .from(ledgerEntries)
    .where(inArray(account, ['none', ...accounts]))
    .groupBy(account);
  return new Map(rows.map((row) => [row.account as Account, row.cents]));
}
