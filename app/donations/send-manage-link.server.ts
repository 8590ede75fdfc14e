import { createHash, randomUUID } from 'node:crypto';
import * as messages from '#app/donations/messages.ts';
import { isDonatingMonthly } from '#app/donations/store.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { answer, refuse, type Answer, type Visitor } from '#app/platform/call.ts';
import { db } from '#app/platform/db.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { enqueue } from '#app/platform/queue.server.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

export const MANAGE_LINK_JOB = 'mail-manage-link';

const PER_ADDRESS = { name: 'send-manage-link:address', hits: 20, windowSeconds: 3600 };
const PER_EMAIL = { name: 'send-manage-link:email', hits: 5, windowSeconds: 3600 };

/**
 * Takes the wish for a link to manage monthly donations. Known and unknown addresses get the same
 * answer for the same work: whether a mail follows is looked up by a job.
 */
export async function askForManageLink(email: string, visitor: Visitor): Promise<Answer> {
  const emailNormalised = normaliseEmail(email);
  const who = createHash('sha256').update(`email:${emailNormalised}`).digest('hex');
  const isAllowed =
    (await withinLimit(PER_ADDRESS, visitor.addressHash)) && (await withinLimit(PER_EMAIL, who));
  if (!isAllowed) return refuse(429, TOO_MANY_REQUESTS);
  await enqueue(db(), MANAGE_LINK_JOB, { email: emailNormalised, wish: randomUUID() });
  return answer(200, { message: messages.LINK_SENT });
}

/** Queues the mail of one wish, where the address has a monthly donation that has not ended. */
export async function mailManageLink(emailNormalised: string, wish: string): Promise<void> {
  await db().transaction(async (tx) => {
    if (!(await isDonatingMonthly(tx, emailNormalised))) return;
    await queueMails(tx, [
      {
        name: 'manage-link',
        toEmail: emailNormalised,
        params: { email: emailNormalised },
        dedupeKey: `manage-link:${wish}`,
      },
    ]);
  });
}
