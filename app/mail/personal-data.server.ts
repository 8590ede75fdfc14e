import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { mailboxBrowsers, mailboxes, mailboxTokens, mails, webhookEvents } from '#db/schema.ts';

/** Mails to an address, by name and time, and what may be sent there. */
export async function mailsUnder(emailNormalised: string) {
  const { name, createdAt, sentAt, deadAt, lastError } = mails;
  const { stoppedAt, bouncedAt, bounceReason, returned } = mailboxes;
  return {
    mails: await db()
      .select({ name, createdAt, sentAt, deadAt, lastError })
      .from(mails)
      .where(mailsTo(emailNormalised))
      .orderBy(asc(createdAt)),
    mailbox: await db()
      .select({ createdAt: mailboxes.createdAt, stoppedAt, bouncedAt, bounceReason, returned })
      .from(mailboxes)
      .where(eq(mailboxes.emailNormalised, emailNormalised)),
    links_of_older_mails: await db()
      .select({ retiredAt: mailboxTokens.retiredAt })
      .from(mailboxTokens)
      .where(eq(mailboxTokens.emailNormalised, emailNormalised))
      .orderBy(asc(mailboxTokens.retiredAt)),
    browsers_that_proved_the_mailbox: await db()
      .select({ provenAt: mailboxBrowsers.provenAt })
      .from(mailboxBrowsers)
      .where(eq(mailboxBrowsers.emailNormalised, emailNormalised))
      .orderBy(asc(mailboxBrowsers.provenAt)),
  };
}

/**
 * Whether Stripe has told of this person and it has not been worked on yet. Of what has been worked
 * on only ids are kept.
 */
export async function hasEventUnderWay(tx: Tx, emailNormalised: string): Promise<boolean> {
  const quoted = JSON.stringify(emailNormalised);
  const names = sql`position(${quoted}::text in lower(${webhookEvents.payload}::text)) > 0`;
  const [waiting] = await tx
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), names))
    .limit(1);
  return waiting !== undefined;
}

/** Forgets the mails to an address, those that pass on what it wrote, and the address. */
export async function eraseMails(tx: Tx, emailNormalised: string): Promise<void> {
  const answered = sql`lower(${mails.rendered} ->> 'replyTo') = ${emailNormalised}`;
  await tx.delete(mails).where(or(mailsTo(emailNormalised), answered));
  await tx.delete(mailboxes).where(eq(mailboxes.emailNormalised, emailNormalised));
  await tx.delete(mailboxBrowsers).where(eq(mailboxBrowsers.emailNormalised, emailNormalised));
}

function mailsTo(emailNormalised: string) {
  return sql`lower(${mails.toEmail}) = ${emailNormalised}`;
}
