import { and, eq, gt, lt } from 'drizzle-orm';
import { RETENTION } from '#app/kit/retention.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { mailboxBrowsers } from '#db/schema.ts';

/**
 * Notes that this browser has shown to read a mailbox: it gave a code that went there, or opened a link
 * of an email. It opens nothing; what the browser asks for is counted apart from what others ask for,
 * and comes also after a stop of everything; a follow of its undoes a stop of that product’s emails.
 */
export async function noteProven(
  emailNormalised: string,
  browserHash: string,
  tx: Tx = db(),
): Promise<void> {
  await tx
    .insert(mailboxBrowsers)
    .values({ emailNormalised, browserHash, provenAt: now() })
    .onConflictDoUpdate({
      target: [mailboxBrowsers.emailNormalised, mailboxBrowsers.browserHash],
      set: { provenAt: now() },
    });
}

/** Whether this browser has proven the mailbox. */
export async function hasProven(emailNormalised: string, browserHash: string): Promise<boolean> {
  const [row] = await db()
    .select({ provenAt: mailboxBrowsers.provenAt })
    .from(mailboxBrowsers)
    .where(
      and(
        eq(mailboxBrowsers.emailNormalised, emailNormalised),
        eq(mailboxBrowsers.browserHash, browserHash),
        gt(mailboxBrowsers.provenAt, daysAgo(RETENTION.ownBrowserDays)),
      ),
    );
  return row !== undefined;
}

/** Forgets proofs that no longer count. */
export async function pruneOwnBrowsers(): Promise<void> {
  await db()
    .delete(mailboxBrowsers)
    .where(lt(mailboxBrowsers.provenAt, daysAgo(RETENTION.ownBrowserDays)));
}
