import { and, eq, ne, or, isNull, sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { findMailbox, mailboxOf, NOT_RETURNED } from './mailbox.server.ts';
import { mailboxes, mails } from '#db/schema.ts';

/** Why a mail stays where one came back. */
export const NO_MAILBOX = 'the mailbox does not exist';
export const REPORTED = 'its owner reported our emails as spam';

/** A mail that came back after the mail server had taken it, as the mail service tells. */
export interface Returned {
  emailNormalised: string;
  /** It can never be delivered, or its reader reported it as spam. */
  kind: 'bounce' | 'complaint';
  reason: string;
  /** Which mail it was, where that is known. */
  mailId?: string | undefined;
}

/**
 * Notes a mail that came back. With a complaint, all that its owner does not ask or pay for ends. False
 * where no mail of ours went there: of a stranger nothing is stored.
 */
export async function noteReturned(
  tx: Tx,
  { emailNormalised, kind, reason, mailId }: Returned,
): Promise<boolean> {
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
  const { rows } = await db().execute<{
    email: string;
    at: string;
    kind: 'bounce' | 'complaint' | null;
    reason: string | null;
    untold: Record<string, number>;
    total: number;
  }>(sql`
    select email_normalised as email, bounced_at as at, returned as kind, bounce_reason as reason,
      (select coalesce(json_object_agg(name, mails order by name), '{}') from (
        select name, count(*)::int as mails from ${mails}
        where lower(to_email) = email_normalised and dead_at is not null
          and (not is_withheld or last_error in (${NO_MAILBOX}, ${REPORTED}))
        group by name) named) as untold,
      count(*) over ()::int as total
    from ${mailboxes} where bounced_at is not null order by bounced_at desc, 1 limit ${limit}`);
  return {
    total: rows[0]?.total ?? 0,
    shown: rows.map((row) => ({ ...row, id: row.email, at: new Date(row.at).toISOString() })),
  };
}

export type ReturnedList = Awaited<ReturnType<typeof listReturned>>;
