import { eq, sql, type SQLWrapper } from 'drizzle-orm';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { config } from '#app/config.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { adminUsers } from '#db/schema.ts';

/** Whether an address, or one that is found so, is on the list of administrators now. */
export async function isListed(tx: Tx, address: string | SQLWrapper): Promise<boolean> {
  const email = typeof address === 'string' ? normaliseEmail(address) : address;
  return (await tx.$count(adminUsers, eq(adminUsers.email, sql`(${email})`))) > 0;
}

/** Everybody on the list, by address. */
export async function listAdministrators() {
  return db().select().from(adminUsers).orderBy(adminUsers.email);
}

/** Puts an address on the list; false where it stood there. */
export function addAdministrator(by: Actor, address: string): Promise<boolean> {
  const row = { email: normaliseEmail(address) };
  return administer(by, async (tx, note) => {
    const added = await tx.insert(adminUsers).values(row).onConflictDoNothing().returning();
    if (added.length === 0) return false;
    const subject = `administrator ${row.email}`;
    await note({ action: 'list-administrator', subject, before: null, after: row });
    return true;
  });
}

/**
 * Takes an address off the list; false where it was not on it. The database ends their sessions and
 * forgets their second factor with it.
 */
export function removeAdministrator(by: Actor, address: string): Promise<boolean> {
  const before = { email: normaliseEmail(address) };
  return administer(by, async (tx, note) => {
    const own = eq(adminUsers.email, before.email);
    const removed = await tx.delete(adminUsers).where(own).returning();
    if (removed.length === 0) return false;
    const subject = `administrator ${before.email}`;
    await note({ action: 'unlist-administrator', subject, before, after: null });
    return true;
  });
}

/** Puts those on the list that ADMIN_EMAILS names; nobody is taken off it. */
export async function seedAdministrators(): Promise<void> {
  for (const email of config().ADMIN_EMAILS) {
    await addAdministrator({ actor: 'ADMIN_EMAILS' }, email);
  }
}
