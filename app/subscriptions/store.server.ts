import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { RETENTION } from '#app/kit/retention.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { forgetMailboxes, setStopped } from '#app/mail/mailbox.server.ts';
import { noteReturned, type Returned } from '#app/mail/returned.server.ts';
import { hasProven } from '#app/mail/tokens.server.ts';
import { holdTopic } from './topic-kinds.server.ts';
import { EVERYTHING, NEWS, type Topic } from './topics.ts';
import {
  contributions,
  emailSubscriptions as rows,
  mailboxes,
  mails,
  subscriptions,
} from '#db/schema.ts';

/** A browser's request to hear of something under an address. */
interface Follower {
  topic: Topic;
  email: string;
  browserHash: string;
}

const once = [rows.emailNormalised, rows.topic, rows.browserHash];
const isOff = eq(rows.isOn, false);
const of = (emailNormalised: string, topic: Topic) =>
  and(eq(rows.emailNormalised, emailNormalised), eq(rows.topic, topic));

/**
 * Has a topic followed, and returns the id of the follow; undefined where there is no such thing. Each
 * browser has a follow of its own, so a repeated one, by this browser or by another, answers as a new
 * one does.
 */
export async function follow({ topic, email, browserHash }: Follower): Promise<string | undefined> {
  const emailNormalised = normaliseEmail(email);
  const isOwner = await hasProven(emailNormalised, browserHash);
  return inTransaction(async (tx) => {
    const held = await holdTopic(tx, topic);
    if (held?.topic !== topic || !held.isListed || topic === NEWS) return undefined;
    const id = await turnOn(tx, { topic, email, browserHash });
    // Whoever follows again wants to hear again, where they read that mailbox: else a stranger would
    // undo what its owner has stopped. A stop of everything stays.
    if (isOwner) await tx.delete(rows).where(and(of(emailNormalised, topic), isOff));
    return id;
  });
}

async function turnOn(tx: Tx, { topic, email, browserHash }: Follower) {
  const emailNormalised = normaliseEmail(email);
  const moment = now();
  const [row] = await tx
    .insert(rows)
    .values({ topic, email, emailNormalised, browserHash, confirmedAt: moment, createdAt: moment })
    .onConflictDoUpdate({
      target: once,
      set: { email, confirmedAt: sql`coalesce(${rows.confirmedAt}, excluded.confirmed_at)` },
    })
    .returning({ id: rows.id });
  return row?.id;
}

/** This browser's own follow; nobody learns of another's. */
export async function findFollow({ topic, email, browserHash }: Follower) {
  const [row] = await db()
    .select({ id: rows.id })
    .from(rows)
    .where(and(of(normaliseEmail(email), topic), eq(rows.browserHash, browserHash)));
  return row?.id;
}

/** Ends a follow for the browser that asked, or for one that has proven the mailbox; whether there was one. */
export async function unfollow(id: string, browserHash: string): Promise<boolean> {
  const [row] = await db()
    .select({ asked: rows.browserHash, emailNormalised: rows.emailNormalised })
    .from(rows)
    .where(and(eq(rows.id, id), ne(rows.browserHash, '')));
  const isOwn = row?.asked === browserHash;
  if (!row || !(isOwn || (await hasProven(row.emailNormalised, browserHash)))) return false;
  return (await db().delete(rows).where(eq(rows.id, id)).returning({ id: rows.id })).length > 0;
}

/**
 * Turns a topic on or off for the owner of a mailbox, as a mailed link does; what is so already stays. Off
 * ends it for every browser, and what they gave is no reason to write. The code of a duplicate that was
 * merged means the product that stayed: its emails come instead.
 */
export async function turn(
  emailNormalised: string,
  topic: Topic,
  isOn: boolean,
  browserHash: string,
): Promise<void> {
  if (topic === EVERYTHING) {
    await setStopped(emailNormalised, !isOn);
    if (!isOn) await db().delete(rows).where(of(emailNormalised, NEWS));
    return;
  }
  await inTransaction(async (tx) => {
    const held = await holdTopic(tx, topic);
    const own = of(emailNormalised, held?.topic ?? topic);
    await tx.delete(rows).where(isOn ? and(own, isOff) : own);
    if (!held) return;
    const values = { topic: held.topic, email: emailNormalised };
    const isNews = held.topic === NEWS;
    if (isOn) await turnOn(tx, { ...values, browserHash: isNews ? '' : browserHash });
    else if (!isNews) {
      const row = { ...values, emailNormalised, isOn: false, createdAt: now() };
      await tx.insert(rows).values(row).onConflictDoNothing();
    }
  });
}

/**
 * Takes a sign-up to the newsletter, to be confirmed by a mailed link; false where the address has
 * confirmed one. One that waits to be confirmed is answered as a new one, and its email goes out again.
 * `query` is what was being searched for, on the home page.
 */
export async function subscribe({
  email,
  browserHash,
  query = '',
}: Omit<Follower, 'topic'> & { query?: string | undefined }): Promise<boolean> {
  const emailNormalised = normaliseEmail(email);
  const own = of(emailNormalised, NEWS);
  return inTransaction(async (tx) => {
    if ((await tx.$count(rows, and(own, isNotNull(rows.confirmedAt)))) > 0) return false;
    const [known] = await tx
      .insert(rows)
      .values({
        topic: NEWS,
        email,
        emailNormalised,
        query: query || null,
        status: 'new',
        createdAt: now(),
      })
      .onConflictDoUpdate({
        target: once,
        // Forgotten 30 days after the last email.
        set: { createdAt: now(), query: sql`coalesce(${rows.query}, excluded.query)` },
      })
      .returning({ email: rows.email });
    await queueMails(tx, [
      {
        name: 'confirm-subscription',
        toEmail: known?.email ?? email,
        params: { browserHash },
        dedupeKey: `confirm-subscription:${randomUUID()}`,
      },
    ]);
    return true;
  });
}

/** Confirms what an address has signed up to, however often; false where that is nothing. */
export async function confirmSubscription(emailNormalised: string): Promise<boolean> {
  const confirmedAt = sql`coalesce(${rows.confirmedAt}, ${now().toISOString()}::timestamptz)`;
  const own = of(emailNormalised, NEWS);
  const confirmed = await db()
    .update(rows)
    .set({ confirmedAt })
    .where(own)
    .returning({ id: rows.id });
  return confirmed.length > 0;
}

/**
 * Takes a mail that came back; who reported one as spam follows nothing and is off the list. False where
 * no mail of ours went there.
 */
export async function takeReturned(returned: Returned): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await noteReturned(tx, returned))) return false;
    const theirs = and(eq(rows.emailNormalised, returned.emailNormalised), rows.isOn);
    if (returned.kind === 'complaint') await tx.delete(rows).where(theirs);
    return true;
  });
}

/** Forgets sign-ups that were never confirmed: they may have been somebody else's. */
export async function pruneSubscribers(): Promise<void> {
  const before = daysAgo(RETENTION.unconfirmedDays);
  await db()
    .delete(rows)
    .where(and(isNull(rows.confirmedAt), rows.isOn, lt(rows.createdAt, before)));
}

/**
 * Forgets addresses that nothing is sent to any more: no email is on record, nothing is followed, stopped,
 * or given, and none bounced.
 */
export async function pruneMailboxes(): Promise<void> {
  const email = mailboxes.emailNormalised;
  await forgetMailboxes(
    sql`${lt(mailboxes.createdAt, daysAgo(1))} and not exists (
      select from ${mails} where lower(to_email) = ${email}
      union all select from ${rows} where email_normalised = ${email}
      union all select from ${subscriptions} where email_normalised = ${email}
      union all select from ${contributions} where email_normalised = ${email}
    )`,
  );
}

/**
 * Has those who follow a duplicate follow the product that it is merged into, each browser by the
 * follow that it knows; returns how many. Who wanted to hear no more of the duplicate hears no more
 * of the other either, unless they hear of that one already. In the transaction that merges, before
 * the money moves: afterwards everybody would hear of the other.
 */
export async function moveFollows(tx: Tx, goneId: number, survivorId: number): Promise<number> {
  const [gone, survivor] = [`product:${goneId}`, `product:${survivorId}`];
  await tx.execute(sql`
    delete from ${rows} o where topic = ${gone} and not is_on
      and (exists (select from ${rows} f
                   where f.topic = ${survivor} and f.email_normalised = o.email_normalised)
        or exists (select from ${contributions} c
                   where c.product_id = ${survivorId} and c.email_normalised = o.email_normalised
                     and c.status = 'paid'))`);
  const moved = await tx.execute<{ is_on: boolean }>(sql`
    update ${rows} moving set topic = ${survivor}
    where topic = ${gone}
      and not exists (select from ${rows} own
                      where own.topic = ${survivor}
                        and own.email_normalised = moving.email_normalised
                        and own.browser_hash = moving.browser_hash)
    returning is_on`);
  await tx.execute(sql`delete from ${rows} where topic = ${gone}`);
  return moved.rows.filter((row) => row.is_on).length;
}
