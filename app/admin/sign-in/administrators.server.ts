import { eq } from 'drizzle-orm';
import { record, type Actor } from '#app/trail/trail.server.ts';
import { config } from '#app/config.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { adminUsers } from '#db/schema.ts';

/** Whether an address is on the list of administrators now. */
export async function isListed(tx: Tx, email: string): Promise<boolean> {
  const own = eq(adminUsers.email, normaliseEmail(email));
  return (await tx.select({ email: adminUsers.email }).from(adminUsers).where(own)).length > 0;
}

/** Everybody on the list, by address. */
export async function listAdministrators() {
  return db().select().from(adminUsers).orderBy(adminUsers.email);
}

/** Puts an address on the list; false where it stood there. */
export async function addAdministrator(by: Actor, email: string): Promise<boolean> {
  const row = { email: normaliseEmail(email) };
  return db().transaction(async (tx) => {
    const added = await tx.insert(adminUsers).values(row).onConflictDoNothing().returning();
    if (added.length === 0) return false;
    await record(tx, by, {
      action: 'list-administrator',
      subject: `administrator ${row.email}`,
      before: null,
      after: row,
    });
    return true;
  });
}

/**
 * Takes an address off the list; false where it was not on it. The database ends their sessions and
 * forgets their second factor with it.
 */
export async function removeAdministrator(by: Actor, email: string): Promise<boolean> {
  const own = eq(adminUsers.email, normaliseEmail(email));
  return db().transaction(async (tx) => {
    const [removed] = await tx.delete(adminUsers).where(own).returning();
    if (!removed) return false;
    await record(tx, by, {
      action: 'unlist-administrator',
      subject: `administrator ${removed.email}`,
      before: { email: removed.email },
      after: null,
    });
    return true;
  });
}

/** Puts those on the list that ADMIN_EMAILS names; nobody is taken off it. */
export async function seedAdministrators(): Promise<void> {
  for (const email of config().ADMIN_EMAILS) {
    await addAdministrator({ actor: 'ADMIN_EMAILS' }, email);
  }
}
