import type { Tx } from '#app/platform/db.server.ts';
import { mails } from '#db/schema.ts';

export interface QueuedMail {
  /** The message's name; the mailing room renders it from the ids in `params`. */
  name: string;
  toEmail: string;
  params: Record<string, string | number>;
  /** One happening, one mail: a second one with the same key is dropped. */
  dedupeKey: string;
}

/** Queues mails in the transaction that causes them; they leave only if it commits. */
export async function queueMails(tx: Tx, queued: QueuedMail[]): Promise<void> {
  if (queued.length === 0) return;
  await tx.insert(mails).values(queued).onConflictDoNothing({ target: mails.dedupeKey });
}
