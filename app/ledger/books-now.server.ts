import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { WITH_KIND } from './with-kind.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { cached } from '#app/cache/cache.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';

/** All money there ever was and where it is, in dollars: what came in is the sum of the others. */
export const booksSchema = z
  .object({
    /** When it was read from the ledger. */
    as_of: z.iso.datetime(),
    /** What people paid in, donations included. */
    received: z.number(),
    /** Of it, what is there now: at the payment provider and in the bank. */
    held: z.number(),
    /** Of what is held, refunds that are on their way. */
    owed_back: z.number(),
    /** Of what is held, kept for tests that cost more than they raised. */
    reserve: z.number(),
    /** What was paid for samples, shipping and the laboratory. */
    spent_on_tests: z.number(),
    /** What the payment provider kept. */
    fees: z.number(),
    /** What went back to the people who paid it, by refunds and by disputes. */
    returned: z.number(),
  })
  .openapi('Books');

export type Books = z.infer<typeof booksSchema>;

/** Every entry is read for it, so that it is not done for each reader. */
const CACHE_SECONDS = 60;

/** The books as they were within the last minute. */
export async function booksNow(): Promise<Books> {
  return cached('books', CACHE_SECONDS, readBooks);
}

/**
 * The books from the ledger, to the cent. A posting that moves money held by us for no test and no fee
 * has it come in, or, where its kind is a return, go back; made-up money of `[TEST]` products moves none.
 */
export async function readBooks(): Promise<Books> {
  const { rows } = await db().execute<{ is_return: boolean; account: string; cents: number }>(sql`
    select coalesce(k.is_return, false) as is_return, split_part(e.account, ':', 1) as account,
      sum(e.amount_cents)::float8 as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id ${WITH_KIND}
    where e.account in ('stripe', 'withheld', 'bank', 'fees', 'refunds', 'reserve')
      or e.account like 'fees:%' or e.account like 'spent:%'
    group by 1, 2`);
  const sum = (counts: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(counts).reduce((total, { cents }) => total + cents, 0);
  const on = (...accounts: string[]) => sum(({ account }) => accounts.includes(account));
  const moved = (isReturn: boolean) =>
    0 -
    sum(
      ({ is_return: is, account }) =>
        is === isReturn && account !== 'refunds' && account !== 'reserve',
    );
  const dollars = (cents: number) => dollarsFromCents(cents) + 0;
  return {
    as_of: now().toISOString(),
    received: dollars(moved(false)),
    held: dollars(0 - on('stripe', 'withheld', 'bank')),
    owed_back: dollars(on('refunds')),
    reserve: dollars(on('reserve')),
    spent_on_tests: dollars(0 - on('spent')),
    fees: dollars(0 - on('fees')),
    returned: dollars(0 - moved(true)),
  };
}
