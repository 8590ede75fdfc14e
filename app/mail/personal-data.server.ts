import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { contributions, mailboxes, mails, orders, tokens, webhookEvents } from '#db/schema.ts';

/** Mails to an address, by name and time, what may be sent there, and who has shown to read it. */
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
    ...(await tokensUnder(emailNormalised)),
  };
}

/** When codes and links were made for an address, and when they were used; nothing that opens anything. */
async function tokensUnder(emailNormalised: string) {
  const rows = await db()
    .select()
    .from(tokens)
    .where(eq(tokens.subject, emailNormalised))
    .orderBy(asc(tokens.createdAt));
  const of = (its: string) => rows.filter(({ purpose }) => purpose === its);
  return {
    codes: of('code').map(({ createdAt, expiresAt, attempts, usedAt }) => ({
      createdAt,
      expiresAt,
      attempts,
      usedAt,
    })),
    sessions: of('lookup').map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
    manage_links: of('manage-link').map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
    links_of_older_mails: of('mailbox').map(({ createdAt }) => ({ retiredAt: createdAt })),
    browsers_that_proved_the_mailbox: of('browser').map(({ createdAt }) => ({
      provenAt: createdAt,
    })),
  };
}

/**
 * Whether Stripe has told of this person and it has not been worked on yet. Of what has been worked
 * on only ids are kept.
 */
export async function hasEventUnderWay(tx: Tx, emailNormalised: string): Promise<boolean> {
  const quoted = JSON.stringify(emailNormalised);
  const names = sql`position(${quoted}::text in lower(${webhookEvents.payload}::text)) > 0`;
  const waiting = and(isNull(webhookEvents.processedAt), names);
  return (await tx.$count(webhookEvents, waiting)) > 0;
}

/**
 * Forgets the mails to an address, those that pass on what it wrote, the address, and whatever codes and
 * links opened, so that every browser is signed out; up to a moment, and whatever came since about these orders.
 */
export async function eraseMails(
  tx: Tx,
  emailNormalised: string,
  orderIds: string[],
  until?: Date,
): Promise<void> {
  const answered = sql`lower(${mails.rendered} ->> 'replyTo') = ${emailNormalised}`;
  const whose = or(mailsTo(emailNormalised), answered);
  const of = sql`any(${sql.param(orderIds)}::uuid[])`;
  const ids = sql`select id from ${orders} where id = ${of} union all
    select id from ${contributions} where order_id = ${of}`;
  const isAbout = sql`exists (select from (${ids}) o where position(o.id::text in ${mails.params}::text) > 0)`;
  await tx.delete(mails).where(and(whose, until && or(lte(mails.createdAt, until), isAbout)));
  const box = eq(mailboxes.emailNormalised, emailNormalised);
  await tx.delete(mailboxes).where(and(box, until && lte(mailboxes.createdAt, until)));
  const theirs = eq(tokens.subject, emailNormalised);
  await tx.delete(tokens).where(and(theirs, until && lte(tokens.createdAt, until)));
}

function mailsTo(emailNormalised: string) {
  return sql`lower(${mails.toEmail}) = ${emailNormalised}`;
}
