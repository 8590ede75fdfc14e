import { db } from '#app/database/db.server.ts';
import { balancesOf } from './post.server.ts';

/** What is held and owed, in cents. */
export type Solvency = ReturnType<typeof asOf>;

/**
 * Whose money an account is: `party` takes its balance, above zero what is owed to them. What is in no
 * row is the project's own, which carries whatever nobody else does. Another party joins by a row.
 */
const OWED: { party: 'products' | 'people' | 'reserve'; accounts: RegExp }[] = [
  { party: 'products', accounts: /^(product|fees|spent|settled):/ },
  { party: 'people', accounts: /^(refunds|review)$/ },
  { party: 'reserve', accounts: /^reserve$/ },
];

/**
 * What is owed to products, people and tests, against what is at Stripe and in the bank; undefined of
 * empty books. A product is owed what its test could spend. One that is short (its money went back and
 * its fees stayed, or its test cost more) is owed nothing, and the project carries it.
 */
export async function solvency(): Promise<Solvency | undefined> {
  const balances = await balancesOf(db());
  return balances.size === 0 ? undefined : asOf(balances);
}

/** Whether less is there than is owed. */
export function isShort(held: Solvency | undefined): boolean {
  return held !== undefined && held.leftCents < 0;
}

/** Who has what, of the balances of all accounts. */
export function asOf(balances: ReadonlyMap<string, number>) {
  const held = (account: string) => 0 - (balances.get(account) ?? 0);
  const owed = { products: 0, people: 0, reserve: 0 };
  const products = new Map<string, number>();
  for (const [account, cents] of balances) {
    const party = OWED.find(({ accounts }) => accounts.test(account))?.party;
    if (!party) continue;
    // What left for nothing that is known is nobody's debt, and pays none: it is missing.
    if (party !== 'products') owed[party] += Math.max(0, cents);
    else {
      const code = account.slice(account.indexOf(':'));
      products.set(code, (products.get(code) ?? 0) + cents);
    }
  }
  for (const cents of products.values()) owed.products += Math.max(0, cents);
  // Made-up money is nobody's, and `demo` is below zero by as much.
  owed.products += balances.get('demo') ?? 0;
  const there = {
    stripeCents: held('stripe'),
    withheldCents: held('withheld'),
    bankCents: held('bank'),
  };
  const thereCents = there.stripeCents + there.withheldCents + there.bankCents;
  return {
    ...there,
    /** Of products: what was raised, less their fees and what was spent and passed on. */
    productsCents: owed.products,
    /** Owed to people: refunds on their way, and what nobody has decided on. */
    peopleCents: owed.people,
    /** Kept for tests that cost more than they raised. */
    reserveCents: owed.reserve,
    /** What is left for the project itself; below zero, so much is missing. */
    leftCents: thereCents - owed.products - owed.people - owed.reserve,
  };
}
