import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { findMailbox, mailboxOf, NOT_RETURNED } from './mailbox.server.ts';
import { mailboxes, mails } from '#db/schema.ts';

/** Why a mail stays where one came back. */
export const NO_MAILBOX = 'the mailbox does not exist';
export const REPORTED = 'its owner reported our emails as spam';

/** A mail that came back: refused at once, or, as the mail service tells, bounced or reported as spam later. */
export interface Returned {
  emailNormalised: string;
  kind: 'bounce' | 'complaint' | null;
  reason: string;
  /** Which mail it was, where that is known. */
  mailId?: string | undefined;
}

/**
 * Notes a mail that came back. With a complaint, all that its owner does not ask or pay for ends. False
 * where no mail of ours is stored that went there: of a stranger, or who was erased, nothing is kept.
 */
export async function noteReturned(tx: Tx, { emailNormalised, kind, reason, mailId }: Returned) {
  const isOwn = sql`lower(${mails.toEmail}) = ${emailNormalised}`;
  const isKnown = (await findMailbox(emailNormalised)) || (await db().$count(mails, isOwn)) > 0;
  if (!isKnown) return false;
  await mailboxOf(emailNormalised);
  const moment = now();
  const bounceReason = reason.replaceAll(/\S+@\S+/g, '…');
  const stoppedAt = sql`coalesce(${mailboxes.stoppedAt}, ${moment.toISOString()}::timestamptz)`;
  await tx
    .update(mailboxes)
    .set({
      bouncedAt: moment,
      bounceReason,
      returned: kind,
      ...(kind === 'complaint' ? { stoppedAt } : {}),
    })
    .where(eq(mailboxes.emailNormalised, emailNormalised));
  if (kind === 'bounce' && mailId) {
    await tx
      .update(mails)
      .set({ deadAt: moment, lastError: bounceReason })
      .where(and(eq(mails.id, mailId), isOwn));
  }
  return true;
}

/** Somebody has just read a mail that went there. A complaint is not taken back by that. */
export async function noteArrival(tx: Tx, emailNormalised: string): Promise<void> {
  const isBounced = or(isNull(mailboxes.returned), ne(mailboxes.returned, 'complaint'));
  await tx
    .update(mailboxes)
    .set(NOT_RETURNED)
    .where(and(eq(mailboxes.emailNormalised, emailNormalised), isBounced));
}

/** Has mails go there again, as they did before one came back; false where none did. */
export async function liftReturned(tx: Tx, emailNormalised: string): Promise<boolean> {
  const { stoppedAt, bouncedAt, returned } = mailboxes;
  const lifted = await tx
    .update(mailboxes)
    .set({
      ...NOT_RETURNED,
      // What its owner had stopped before stays so.
      stoppedAt: sql`case when ${returned} = 'complaint' and ${stoppedAt} >= ${bouncedAt}
        then null else ${stoppedAt} end`,
    })
    .where(and(eq(mailboxes.emailNormalised, emailNormalised), sql`${bouncedAt} is not null`))
    .returning({ token: mailboxes.token });
  return lifted.length > 0;
}

/** Addresses that mail came back from, the newest first, each with how many mails of which name were not read. */
export async function listReturned(limit: number) {
  const rows = await db()
    .select({
      id: mailboxes.emailNormalised,
      at: mailboxes.bouncedAt,
      kind: mailboxes.returned,
      reason: mailboxes.bounceReason,
      untold: sql<Record<string, number>>`(
        select coalesce(json_object_agg(name, mails order by name), '{}') from (
          select name, count(*)::int as mails from ${mails}
          where lower(to_email) = email_normalised and dead_at is not null
            and (not is_withheld or last_error in (${NO_MAILBOX}, ${REPORTED}))
          group by name) named)`,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(mailboxes)
    .where(isNotNull(mailboxes.bouncedAt))
    .orderBy(desc(mailboxes.bouncedAt))
    .limit(limit);
  const shown = rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? '' }));
  return { shown, total: rows[0]?.total ?? 0 };
}

export type ReturnedList = Awaited<ReturnType<typeof listReturned>>;
