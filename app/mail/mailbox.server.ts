import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, findRow, inTransaction } from '#app/database/db.server.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { createToken, findToken, newToken } from './tokens.server.ts';
import { mailboxes } from '#db/schema.ts';

export type Mailbox = typeof mailboxes.$inferSelect;

/** A token stands in new mails for so long… */
const TOKEN_DAYS = 30;
/** …and opens the preference page for so long after that; longer, it ends mails by one click. */
const OLD_TOKEN_DAYS = 60;

/**
 * The row of an address, made on first use, with those of others that are asked for at the same
 * moment. Its token stands in the links of mails: whoever has one has read a mail that went there. It
 * is another one every month.
 */
export const mailboxOf = inGroups(async (emails: string[]) => {
  const moment = now();
  // In one order, so that two processes do not wait for each other in a circle.
  const rows = [...new Set(emails)].toSorted().map((emailNormalised) => ({
    emailNormalised,
    token: newToken(),
    tokenMadeAt: moment,
    createdAt: moment,
  }));
  const { emailNormalised } = mailboxes;
  const stored = await db()
    .insert(mailboxes)
    .values(rows)
    .onConflictDoUpdate({ target: emailNormalised, set: { emailNormalised } })
    .returning();
  const current = new Map<string, Mailbox>();
  for (const row of stored) current.set(row.emailNormalised, await renewed(row));
  return emails.map((email) => present(current.get(email), 'the mailbox of an address'));
});

async function renewed(row: Mailbox): Promise<Mailbox> {
  if (row.tokenMadeAt > daysAgo(TOKEN_DAYS)) return row;
  const { emailNormalised, token } = row;
  const moment = now();
  // In one transaction: a mailbox that is forgotten meanwhile leaves no link behind.
  const renewed = await inTransaction(async (tx) => {
    const [changed] = await tx
      .update(mailboxes)
      .set({ token: newToken(), tokenMadeAt: moment })
      .where(and(eq(mailboxes.emailNormalised, emailNormalised), eq(mailboxes.token, token)))
      .returning();
    if (changed) await createToken('mailbox', emailNormalised, { token, tx });
    return changed;
  });
  // Else another process was faster.
  return renewed ?? present(await findMailbox(emailNormalised), 'a mailbox that was renewed');
}

/** The row of an address, where it has one. */
export async function findMailbox(email: string): Promise<Mailbox | undefined> {
  return findRow(mailboxes, eq(mailboxes.emailNormalised, normaliseEmail(email)));
}

/** The address whose mails carry this token, or carried it until so many days ago. */
export async function mailboxOfToken(token: string, days = OLD_TOKEN_DAYS) {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const row = await findRow(mailboxes, eq(mailboxes.token, token));
  if (row) return row;
  const old = await findToken('mailbox', token);
  return old && old.createdAt > daysAgo(days) ? findMailbox(old.subject) : undefined;
}

/** The page on which its owner says what may be sent. */
export function preferencesUrl({ token }: Mailbox): string {
  return `${siteUrl()}/email/preferences?token=${token}`;
}

/**
 * The address that ends one kind of mail: a page for people, and, by POST, one click for mail
 * programs (RFC 8058). `from` is `digest` or `product-<code>`.
 */
export function stopUrl(mailbox: Mailbox, from: string): string {
  return `${preferencesUrl(mailbox)}&from=${from}`;
}

/** What a mailbox is once mails go there again. */
export const NOT_RETURNED = { bouncedAt: null, bounceReason: null, returned: null };

/** Ends everything but what its owner asks or pays for, or allows it again. */
export async function setStopped(emailNormalised: string, isStopped: boolean): Promise<void> {
  const own = eq(mailboxes.emailNormalised, emailNormalised);
  if (!isStopped) {
    // Whoever wants everything takes back that it was spam.
    const complained = and(own, eq(mailboxes.returned, 'complaint'));
    await db().update(mailboxes).set(NOT_RETURNED).where(complained);
    await db().update(mailboxes).set({ stoppedAt: null }).where(own);
    return;
  }
  await db()
    .update(mailboxes)
    .set({ stoppedAt: now() })
    .where(and(own, isNull(mailboxes.stoppedAt)));
}

/** Forgets the addresses of these rows, but for those whose owner, or mail server, said no. */
export async function forgetMailboxes(which: SQL): Promise<void> {
  const { stoppedAt, bouncedAt } = mailboxes;
  await db()
    .delete(mailboxes)
    .where(and(isNull(stoppedAt), isNull(bouncedAt), which));
}

/**
 * Mails arrived after all: codes or receipts that were tried all the same. Where a mail service tells
 * later of what comes back, that it takes a mail shows nothing.
 */
export async function noteDeliveries(toEmails: string[]): Promise<void> {
  const normalised = sql.param(toEmails.map(normaliseEmail));
  const bounced = and(
    sql`${mailboxes.emailNormalised} = any(${normalised}::text[])`,
    isNotNull(mailboxes.bouncedAt),
    isNull(mailboxes.returned),
  );
  await db().update(mailboxes).set(NOT_RETURNED).where(bounced);
}
