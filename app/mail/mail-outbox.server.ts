import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { normaliseEmail } from '#app/kit/text.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { log } from '#app/platform/log.server.ts';
import { workQueue } from '#app/platform/work-queue.ts';
import { noteDeliveries } from './mailbox.server.ts';
import { noteReturned } from './returned.server.ts';
import {
  CONNECTIONS,
  deliver,
  hasLocalOutbox,
  type RenderedMail,
} from './mail-transport.server.ts';
import { mails } from '#db/schema.ts';

export type Mail = typeof mails.$inferSelect;

/**
 * Writes a mail out, or says why it is not sent: its reason is gone, or nobody wants it; or how long
 * it waits, which is no try of it.
 */
export type Render = (
  mail: Mail,
) => Promise<RenderedMail | { withheld: string } | { waitSeconds: number }>;

/** A failure that trying again does not mend. */
export class FinalMailFailure extends Error {}

/** Minutes before each further try; the last one repeats until the mail is dead. */
const RETRY_MINUTES = [1, 5, 15, 60];
/** A mail that could not be sent for so long is given up, and an administrator sees it. */
const DEAD_AFTER_HOURS = 24;
/** Read at once, of those that are due. */
const PAGE = 200;
/** For each connection to the mail server: one leaves, and others are written or noted meanwhile. */
const AT_ONCE = 6;

/**
 * Sends one mail, if it is due. Taking it puts off its next try, so that no other process sends it
 * meanwhile; a process that dies between taking and noting leaves it to be sent again: once or
 * twice, never zero times. A process that lives sends it once.
 */
export async function sendOutboxMail(mailId: string, render: Render): Promise<void> {
  const atOnce = AT_ONCE * CONNECTIONS;
  // Taken in its turn: whoever waits here has put off nobody's next try.
  turns ??= workQueue({ atOnce, waitingMax: Number.POSITIVE_INFINITY, together: true });
  await turns(() => send(mailId, render));
}

/** Mails that this process has sent and could not note as sent. */
const left = new Set<string>();
let turns: ReturnType<typeof workQueue> | undefined;

async function send(mailId: string, render: Render): Promise<void> {
  const mail = await take(mailId);
  if (!mail) return;
  try {
    const rendered = await render(mail);
    if ('withheld' in rendered) return await bury(mail, rendered.withheld, true);
    if ('waitSeconds' in rendered) return await putOff(mail, rendered.waitSeconds);
    if (hasLocalOutbox()) {
      await note(mail, { sentAt: now(), lastError: null, rendered });
    } else {
      // Had the database died since it left, only the noting is left to be done.
      if (!left.has(mail.id)) await deliver(mail.id, mail.toEmail, rendered);
      left.add(mail.id);
      await noteSent(mail);
      left.delete(mail.id);
    }
  } catch (error) {
    await noteFailure(mail, error);
  }
}

const noteSent = inGroups(async (sent: Mail[]) => {
  await db()
    .update(mails)
    .set({ sentAt: now(), lastError: null, rendered: null })
    .where(and(isNull(mails.sentAt), areOf(sent.map(({ id }) => id))));
  await noteDeliveries(sent.map(({ toEmail }) => toEmail));
  return sent;
});

/**
 * Sends what is due and nobody has sent: after a crash, a failure, or a command's work. Returns how
 * many were tried.
 */
export async function sendOutbox(render: Render): Promise<number> {
  let tried = 0;
  for (;;) {
    const due = await db()
      .select({ id: mails.id })
      .from(mails)
      .where(isDue())
      .orderBy(asc(mails.nextAttemptAt))
      .limit(PAGE);
    if (due.length === 0) return tried;
    await Promise.all(due.map(({ id }) => sendOutboxMail(id, render)));
    tried += due.length;
  }
}

const take = inGroups(async (ids: string[]) => {
  const wait = sql`(${sql.param(RETRY_MINUTES)}::int[])[least(${mails.attempts} + 1, ${RETRY_MINUTES.length})]`;
  const taken = await db()
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`${now().toISOString()}::timestamptz + make_interval(mins => ${wait})`,
    })
    .where(and(areOf(ids), isDue()))
    .returning();
  const byId = new Map(taken.map((mail) => [mail.id, mail]));
  // Asked for twice, it is sent once.
  return ids.map((id) => {
    const mail = byId.get(id);
    byId.delete(id);
    return mail;
  });
});

function areOf(ids: string[]) {
  return sql`${mails.id} = any(${sql.param(ids)}::uuid[])`;
}

function isDue() {
  return and(isNull(mails.sentAt), isNull(mails.deadAt), lte(mails.nextAttemptAt, now()));
}

async function putOff(mail: Mail, seconds: number): Promise<void> {
  const nextAttemptAt = new Date(now().getTime() + seconds * 1000);
  await note(mail, { nextAttemptAt, attempts: mail.attempts - 1 });
}

async function noteFailure(mail: Mail, error: unknown): Promise<void> {
  // Mail servers like to repeat the address.
  const lastError = errorLine(error).replaceAll(/\S+@\S+/g, '…');
  const age = now().getTime() - mail.createdAt.getTime();
  if (isBounce(error)) {
    const emailNormalised = normaliseEmail(mail.toEmail);
    await noteReturned(db(), { emailNormalised, kind: null, reason: lastError });
  }
  const isFinal = isBounce(error) || error instanceof FinalMailFailure;
  // What was put off for days is tried as often as what fails for the first time.
  const isTried = age > DEAD_AFTER_HOURS * 3_600_000 && mail.attempts > RETRY_MINUTES.length;
  if (isFinal || isTried) {
    log.error({ mailId: mail.id, name: mail.name, lastError }, 'a mail is given up');
    return bury(mail, lastError);
  }
  log.warn({ mailId: mail.id, name: mail.name, lastError }, 'a mail was not sent; tried again');
  await note(mail, { lastError });
}

/**
 * A mailbox that does not exist or is closed (RFC 3463: 5.1.1, .2, .3 and .6, and 5.2.1; RFC 7505:
 * 5.1.10). Whatever else a mail server refuses, our own address included (5.1.7, 5.1.8), may be its
 * settings or ours and is tried again for a day.
 */
function isBounce(error: unknown): boolean {
  const { command, response = '' } = error as { command?: string; response?: string };
  return command === 'RCPT TO' && /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)\b/.test(response);
}

async function bury(mail: Mail, lastError: string, isWithheld = false): Promise<void> {
  await note(mail, { deadAt: now(), lastError, isWithheld });
}

/** Unless another process has sent it while this one hung. */
async function note(mail: Mail, change: Partial<Mail>): Promise<void> {
  const unsent = and(eq(mails.id, mail.id), isNull(mails.sentAt));
  await db().update(mails).set(change).where(unsent);
}

/** Forgets mails that left, or were given up, long ago; of these names, after so many days. */
export async function pruneMails(retentionDays: Record<string, number>): Promise<void> {
  const ended = sql`coalesce(${mails.sentAt}, ${mails.deadAt})`;
  const endedBefore = (days: number) => {
    const before = daysAgo(days).toISOString();
    return sql`${ended} < ${before}::timestamptz`;
  };
  const names = Object.entries(retentionDays);
  await db()
    .delete(mails)
    .where(
      or(
        endedBefore(RETENTION.mailsDays),
        ...names.map(([name, days]) => and(eq(mails.name, name), endedBefore(days))),
      ),
    );
}
