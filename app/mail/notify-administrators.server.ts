import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { queueMails } from './mail-queue.server.ts';
import { timeOf, type NoticeChoices, type NoticeKind } from './notice-kinds.ts';
import { adminNotices, adminUsers } from '#db/schema.ts';

/** What happened: ids alone, from which the email is written when it leaves. */
interface Notice {
  params: Record<string, string | number>;
  /** Tells one happening of a kind from another: who is told of it again is told once. */
  key: string;
}

/** Days that a notice is kept after its daily email was queued. */
const RETENTION_DAYS = 30;

/**
 * Tells every administrator of something, in the transaction in which it happens: by an email of its
 * own, in the next daily one, or not at all, as each has chosen. `emails/notices.server.ts` writes
 * the words of each kind.
 */
export async function notifyAdministrators(tx: Tx, kind: NoticeKind, { params, key }: Notice) {
  const administrators = await tx.select().from(adminUsers);
  const dedupeKey = `${kind}:${key}`;
  const tellAt = (time: string) =>
    administrators
      .filter(({ notices }) => timeOf(notices as NoticeChoices, kind) === time)
      .map(({ email }) => email);
  const daily = tellAt('daily');
  if (daily.length > 0) {
    const shared = { kind, params, dedupeKey, happenedAt: now() };
    await tx
      .insert(adminNotices)
      .values(daily.map((email) => ({ email, ...shared })))
      .onConflictDoNothing();
  }
  await queueMails(
    tx,
    tellAt('at-once').map((toEmail) => ({
      name: 'notice',
      toEmail,
      params: { ...params, kind },
      dedupeKey: `notice:${dedupeKey}:${toEmail}`,
    })),
  );
}

/**
 * Queues the daily email of each administrator for whom something waits. A notice joins the email
 * in the transaction that queues it: whatever fails, it is in one of them, and in one only.
 */
export async function queueDailyNotices(): Promise<void> {
  const waiting = await db()
    .selectDistinct({ email: adminNotices.email })
    .from(adminNotices)
    .where(isNull(adminNotices.digestId));
  for (const { email } of waiting) {
    await inTransaction(async (tx) => {
      const own = and(eq(adminNotices.email, email), isNull(adminNotices.digestId));
      const [administrator] = await tx.select().from(adminUsers).where(eq(adminUsers.email, email));
      const choices = (administrator?.notices ?? {}) as NoticeChoices;
      const digestId = randomUUID();
      const joined = await tx
        .update(adminNotices)
        .set({ digestId })
        .where(own)
        .returning({ id: adminNotices.id, kind: adminNotices.kind });
      const unwanted = joined.filter(({ kind }) => timeOf(choices, kind as NoticeKind) === 'never');
      if (unwanted.length > 0) {
        const ids = unwanted.map(({ id }) => id);
        await tx.delete(adminNotices).where(inArray(adminNotices.id, ids));
      }
      if (joined.length === unwanted.length) return;
      const dedupeKey = `daily-notices:${digestId}`;
      await queueMails(tx, [
        { name: 'daily-notices', toEmail: email, params: { digestId }, dedupeKey },
      ]);
    });
  }
}

/** Forgets what was told long ago. */
export async function pruneNotices(): Promise<void> {
  const before = daysAgo(RETENTION_DAYS);
  await db().delete(adminNotices).where(lt(adminNotices.happenedAt, before));
}
