import { sql } from 'drizzle-orm';
import type { Tx } from './db.server.ts';

/** Any number: it names this lock among the database's. */
const ADDRESSES = 7_302_186;

/**
 * Holds everybody's address as it is until the transaction ends. Whoever reads addresses of several
 * people to write to them takes it before, so that nobody who is erased meanwhile comes back by a
 * letter; so does whoever writes to their contributions without holding their orders. Any number may hold
 * it at once. It comes after orders and products (decision 0183).
 */
export async function holdAddresses(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${ADDRESSES}::bigint)`);
}

/** Waits for those who hold addresses, and keeps others off until the transaction ends. */
export async function lockAddresses(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADDRESSES}::bigint)`);
}
