import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { isUuid } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { mails } from '#db/schema.ts';

/**
 * Mails that were given up, the oldest first, or those that are tried again: what each was, and why
 * it did not leave. The address is nobody's business here.
 */
export async function stuckMails(which: 'dead' | 'waiting') {
  const { id, name, createdAt, attempts, lastError, deadAt } = mails;
  const rows = await db()
    .select({ id, name, queuedAt: createdAt, attempts, lastError, deadAt })
    .from(mails)
    .where(
      which === 'dead'
        ? isFailed()
        : and(isNull(deadAt), isNull(mails.sentAt), isNotNull(lastError)),
    )
    .orderBy(asc(createdAt));
  return rows.map(({ deadAt: died, ...row }) => ({ ...row, isDead: died !== null }));
}

/** Has a mail that was given up tried for another day; false where it was not given up. */
export async function retryMail(mailId: string, tx: Tx = db()): Promise<boolean> {
  if (!isUuid(mailId)) return false;
  const moment = now();
  const revived = await tx
    .update(mails)
    .set({ deadAt: null, attempts: 0, createdAt: moment, nextAttemptAt: moment })
    .where(and(eq(mails.id, mailId), isFailed()))
    .returning({ id: mails.id });
  return revived.length > 0;
}

/** Given up; not what was withheld on purpose. */
function isFailed() {
  return and(isNotNull(mails.deadAt), isNull(mails.sentAt), eq(mails.isWithheld, false));
}
