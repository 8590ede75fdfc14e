import { isErased } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { nudgeAll } from '#app/database/queue.server.ts';
import { mails } from '#db/schema.ts';

interface QueuedMail {
  /** The message's name; the mailing room renders it from the ids in `params`. */
  name: string;
  toEmail: string;
  params: Record<string, string | number>;
  /** One happening, one mail: a second one with the same key is dropped. */
  dedupeKey: string;
}

export const SEND_MAIL_JOB = 'send-mail';

/** Queued by one statement: PostgreSQL takes 65,535 parameters. */
const PAGE = 1_000;
/** More than so many are one job that sends whatever is due: the transaction waits for no more. */
const NUDGED_AT_ONCE = 20;

/**
 * Queues mails in the transaction that causes them; they leave only if it commits, and then for
 * certain: at once where the job queue runs, else when the clock's job finds them. Nothing is queued
 * for an address that its owner has had erased.
 */
export async function queueMails(tx: Tx, queued: QueuedMail[]): Promise<void> {
  const reachable = queued.filter(({ toEmail }) => !isErased(toEmail));
  const moment = now();
  const rows = reachable.map((mail) => ({ ...mail, createdAt: moment, nextAttemptAt: moment }));
  for (let at = 0; at < rows.length; at += PAGE) {
    const added = await tx
      .insert(mails)
      .values(rows.slice(at, at + PAGE))
      .onConflictDoNothing({ target: mails.dedupeKey })
      .returning({ id: mails.id });
    const jobs = added.length > NUDGED_AT_ONCE ? [{}] : added.map(({ id }) => ({ mailId: id }));
    await nudgeAll(tx, SEND_MAIL_JOB, jobs);
  }
}
