import { createHash } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { operator } from '#app/config.ts';
import { digestWords, isEmpty, itemKey, type DigestItem } from '#app/emails/digest-news.ts';
import { gatherDigest, loadDigestNews } from '#app/emails/gather-digest.server.ts';
import { NEWS } from '#app/subscriptions/topics.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { digestClock, digestIssues, emailSubscriptions, mailboxes } from '#db/schema.ts';

/** Why no issue is made now. */
type NoDigest = 'no_address' | 'too_soon' | 'nothing' | 'nobody' | 'overtaken';

type Sending = { ok: true; number: number; recipients: number } | { ok: false; why: NoDigest };

/** At most one issue in so many hours: a week, less what a clock may be late by. */
const APART_HOURS = 7 * 24 - 1;

/**
 * Makes the next issue of the digest and queues a copy for each person who has confirmed a subscription,
 * in one transaction: whatever dies meanwhile, everybody is queued once or nobody is. `seen` names
 * what the desk listed: nothing else is sent. Who confirms later does not get it.
 */
export async function sendDigest(by: Actor, seen?: string): Promise<Sending> {
  return administer(by, async (tx, note): Promise<Sending> => {
    // One at a time: what another has just sent is told already.
    await tx.execute(sql`lock table ${digestIssues} in share row exclusive mode`);
    const { since, items } = await gatherDigest(tx);
    const why = await whyNoDigest(tx, items);
    if (why) return { ok: false, why };
    if (seen !== undefined && seen !== namesOf(items)) return { ok: false, why: 'overtaken' };
    const people = await recipientsOf(tx);
    const issue = {
      number: ((await lastIssue(tx))?.number ?? 0) + 1,
      since,
      madeAt: now(),
      items,
      recipients: people.length,
    };
    await tx.insert(digestIssues).values(issue);
    const { number, recipients } = issue;
    const mails = people.map(({ id, email }) => ({
      name: 'digest',
      toEmail: email,
      params: { issue: number },
      dedupeKey: `digest:${number}:${id}`,
    }));
    await queueMails(tx, mails);
    await note({
      action: 'send-digest',
      subject: `digest ${number}`,
      after: { news: digestWords(await loadDigestNews(items)), recipients },
    });
    return { ok: true, number, recipients };
  });
}

/** The clock's turn, where an administrator has not taken it away from it. */
export async function sendDigestByClock(): Promise<void> {
  if (await isLeftToClock()) await sendDigest({ actor: 'the clock' });
}

/** Why the next issue cannot go out now; undefined where it can. */
export async function whyNoDigest(
  tx: Tx,
  items: readonly DigestItem[],
): Promise<NoDigest | undefined> {
  if (!operator().address) return 'no_address';
  const next = await nextDigestAt(tx);
  if (next && next > now()) return 'too_soon';
  if (isEmpty(await loadDigestNews(items))) return 'nothing';
  return (await recipientsOf(tx)).length === 0 ? 'nobody' : undefined;
}

/** Before when the next issue does not go out; undefined before the first. */
export async function nextDigestAt(tx: Tx): Promise<Date | undefined> {
  const last = await lastIssue(tx);
  return last && new Date(last.madeAt.getTime() + APART_HOURS * 3_600_000);
}

/** One row for each person who has confirmed a subscription, but for those who stopped or do not exist. */
export async function recipientsOf(tx: Tx): Promise<{ id: string; email: string }[]> {
  const { id, email, emailNormalised, topic, confirmedAt } = emailSubscriptions;
  const { stoppedAt, bouncedAt } = mailboxes;
  return tx
    .select({ id, email })
    .from(emailSubscriptions)
    .leftJoin(mailboxes, eq(mailboxes.emailNormalised, emailNormalised))
    .where(and(eq(topic, NEWS), isNotNull(confirmedAt), isNull(stoppedAt), isNull(bouncedAt)))
    .orderBy(emailNormalised);
}

/** Names a set of items: a form says what its page listed by it. */
export function namesOf(items: readonly DigestItem[]): string {
  return createHash('sha256').update(items.map(itemKey).join()).digest('base64url').slice(0, 22);
}

export async function isLeftToClock(tx: Tx = db()): Promise<boolean> {
  const [row] = await tx.select().from(digestClock);
  return row?.isOn ?? true;
}

/** Leaves the digest to the clock, or to the desk alone; false where it is so already. */
export async function setClock(by: Actor, isOn: boolean): Promise<boolean> {
  return administer(by, async (tx, note) => {
    await tx.execute(sql`lock table ${digestClock} in share row exclusive mode`);
    const was = await isLeftToClock(tx);
    if (was === isOn) return false;
    await tx
      .insert(digestClock)
      .values({ isOn })
      .onConflictDoUpdate({ target: digestClock.id, set: { isOn } });
    const [before, after] = [{ byClock: was }, { byClock: isOn }];
    await note({ action: 'set-digest-clock', subject: 'digest', before, after });
    return true;
  });
}

async function lastIssue(tx: Tx) {
  const [last] = await tx.select().from(digestIssues).orderBy(desc(digestIssues.number)).limit(1);
  return last;
}
