import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/db.server.ts';
import { mailboxes, mails, webhookEvents } from '#db/schema.ts';

/** Mails to an address, by name and time; what may be sent there; what Stripe told of it. */
export async function mailsUnder(emailNormalised: string) {
  const { name, createdAt, sentAt, deadAt, lastError } = mails;
  const { stoppedAt, bouncedAt, bounceReason } = mailboxes;
  return {
    mails: await db()
      .select({ name, createdAt, sentAt, deadAt, lastError })
      .from(mails)
      .where(mailsTo(emailNormalised))
      .orderBy(asc(createdAt)),
    mailbox: await db()
      .select({ createdAt: mailboxes.createdAt, stoppedAt, bouncedAt, bounceReason })
      .from(mailboxes)
      .where(eq(mailboxes.emailNormalised, emailNormalised)),
    payment_provider_events: await db()
      .select({
        id: webhookEvents.id,
        type: webhookEvents.type,
        receivedAt: webhookEvents.receivedAt,
        payload: webhookEvents.payload,
      })
      .from(webhookEvents)
      .where(naming(emailNormalised))
      .orderBy(asc(webhookEvents.receivedAt)),
  };
}

/** Whether Stripe has told of this person and it has not been worked on yet. */
export async function hasEventUnderWay(tx: Tx, emailNormalised: string): Promise<boolean> {
  const [waiting] = await tx
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), naming(emailNormalised)))
    .limit(1);
  return waiting !== undefined;
}

/** Forgets the mails, and all of what Stripe told but that it did. */
export async function eraseMails(tx: Tx, emailNormalised: string): Promise<void> {
  await tx.delete(mails).where(mailsTo(emailNormalised));
  await tx.delete(mailboxes).where(eq(mailboxes.emailNormalised, emailNormalised));
  await tx
    .update(webhookEvents)
    .set({
      payload: sql`jsonb_build_object('id', ${webhookEvents.id}, 'type', ${webhookEvents.type}, 'created', payload -> 'created')`,
    })
    .where(and(isNotNull(webhookEvents.processedAt), mentioning(emailNormalised)));
}

function mailsTo(emailNormalised: string) {
  return sql`lower(${mails.toEmail}) = ${emailNormalised}`;
}

/** The address as a whole value of the JSON, in any case. */
function naming(emailNormalised: string) {
  return mentioning(JSON.stringify(emailNormalised));
}

/** The same anywhere in it, be it in the midst of a longer text. */
function mentioning(text: string) {
  return sql`position(${text}::text in lower(${webhookEvents.payload}::text)) > 0`;
}
