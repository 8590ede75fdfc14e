import { inArray } from 'drizzle-orm';
import type { Account } from '#app/ledger/accounts.ts';
import { balancesOf } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { ledgerEntries } from '#db/schema.ts';

export type Balances = ReadonlyMap<string, number>;

/** Cents on the accounts of products' tests, for `leftOf` and the lines of a statement. */
export async function balancesOfTests(tx: Tx, productIds: number[]): Promise<Balances> {
  const accounts = ['none', ...productIds.flatMap(accountsOf)];
  return balancesOf(tx, inArray(ledgerEntries.account, accounts));
}

/** What is left of a product's money: raised, less fees and costs, less what was passed on. */
export function leftOf(balances: Balances, productId: number): number {
  return accountsOf(productId).reduce((sum, account) => sum + (balances.get(account) ?? 0), 0);
}

function accountsOf(id: number): Account[] {
  return [`product:${id}`, `fees:${id}`, `spent:${id}`, `settled:${id}`];
}
