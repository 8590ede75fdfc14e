import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { log } from '#app/platform/log.server.ts';
import { deliver, hasLocalOutbox, type RenderedMail } from '#app/platform/mail-transport.server.ts';
import { mails } from '#db/schema.ts';

export type Mail = typeof mails.$inferSelect;

/** Writes a mail out; undefined where its reason is gone. */
export type Render = (mail: Mail) => Promise<RenderedMail | undefined>;

/** A failure that trying again does not mend. */
export class FinalMailFailure extends Error {}

/** Minutes before each further try; the last one repeats until the mail is dead. */
const RETRY_MINUTES = [1, 5, 15, 60];
/** A mail that could not be sent for so long is given up, and an administrator sees it. */
const DEAD_AFTER_HOURS = 24;
const PAGE = 50;

/**
 * Sends one mail, if it is due. Taking it puts off its next try, so that no other process sends it
 * meanwhile; a process that dies between taking and noting leaves it to be sent again: once or
 * twice, never zero times.
 */
export async function sendMail(mailId: string, render: Render): Promise<void> {
  const mail = await take(mailId);
  if (!mail) return;
  try {
    const rendered = await render(mail);
    if (!rendered) return await giveUp(mail, 'there is nothing to say any more');
    const isKept = hasLocalOutbox();
    if (!isKept) await deliver(mail.id, mail.toEmail, rendered);
    await db()
      .update(mails)
      .set({ sentAt: now(), lastError: null, rendered: isKept ? rendered : null })
      .where(eq(mails.id, mail.id));
  } catch (error) {
    await noteFailure(mail, error);
  }
}

/** Sends what is due and nobody has sent: after a crash, a failure, or a command's work. */
export async function sendDueMails(render: Render): Promise<number> {
  let sent = 0;
  for (;;) {
    const due = await db()
      .select({ id: mails.id })
      .from(mails)
      .where(isDue())
      .orderBy(asc(mails.nextAttemptAt))
      .limit(PAGE);
    if (due.length === 0) return sent;
    await Promise.all(due.map(({ id }) => sendMail(id, render)));
    sent += due.length;
  }
}

async function take(mailId: string): Promise<Mail | undefined> {
  const minutes = sql.join(
    RETRY_MINUTES.map((value) => sql`${value}::int`),
    sql`, `,
  );
  const wait = sql`(array[${minutes}])[least(${mails.attempts} + 1, ${RETRY_MINUTES.length})]`;
  const [mail] = await db()
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`${now().toISOString()}::timestamptz + make_interval(mins => ${wait})`,
    })
    .where(and(eq(mails.id, mailId), isDue()))
    .returning();
  return mail;
}

function isDue() {
  return and(isNull(mails.sentAt), isNull(mails.deadAt), lte(mails.nextAttemptAt, now()));
}

async function noteFailure(mail: Mail, error: unknown): Promise<void> {
  // Mail servers like to repeat the address.
  const lastError = errorLine(error).replaceAll(/\S+@\S+/g, '…');
  const age = now().getTime() - mail.createdAt.getTime();
  if (isFinal(error) || age > DEAD_AFTER_HOURS * 3_600_000) return giveUp(mail, lastError);
  log.warn({ mailId: mail.id, name: mail.name, lastError }, 'a mail was not sent; tried again');
  await db().update(mails).set({ lastError }).where(eq(mails.id, mail.id));
}

/** What the mail server refuses for good (5xx), and what only we could mend. */
function isFinal(error: unknown): boolean {
  if (error instanceof FinalMailFailure) return true;
  const code = (error as { responseCode?: number }).responseCode ?? 0;
  return code >= 500 && code < 600;
}

async function giveUp(mail: Mail, lastError: string): Promise<void> {
  log.error({ mailId: mail.id, name: mail.name, lastError }, 'a mail is given up');
  await db().update(mails).set({ deadAt: now(), lastError }).where(eq(mails.id, mail.id));
}
