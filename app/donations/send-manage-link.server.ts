import { randomUUID } from 'node:crypto';
import * as messages from '#app/donations/messages.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { answer, refuse, type Answer, type Visitor } from '#app/platform/call.ts';
import { db } from '#app/platform/db.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, withinLimits } from '#app/platform/rate-limit.server.ts';

const PER_ADDRESS = { name: 'send-manage-link:address', hits: 20, windowSeconds: 3600 };
const PER_EMAIL = { name: 'send-manage-link:email', hits: 5, windowSeconds: 3600 };

/**
 * Takes the wish for a link to manage monthly donations. Known and unknown addresses get the same
 * answer for the same work, a queued mail: whether there is anything to write is looked up when it
 * is written.
 */
export async function askForManageLink(email: string, visitor: Visitor): Promise<Answer> {
  const emailNormalised = normaliseEmail(email);
  const isAllowed = await withinLimits(
    [PER_ADDRESS, visitor.addressHash],
    [PER_EMAIL, emailKey(emailNormalised)],
  );
  if (!isAllowed) return refuse(429, TOO_MANY_REQUESTS);
  await db().transaction((tx) =>
    queueMails(tx, [
      {
        name: 'manage-link',
        toEmail: emailNormalised,
        params: {},
        dedupeKey: `manage-link:${randomUUID()}`,
      },
    ]),
  );
  return answer(200, { message: messages.LINK_SENT });
}
