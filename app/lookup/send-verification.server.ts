import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '#app/kit/text.ts';
import * as limits from '#app/lookup/limits.ts';
import { CODE_SENT } from '#app/lookup/messages.ts';
import { answer, refuse, type Answer, type Visitor } from '#app/platform/call.ts';
import { db } from '#app/platform/db.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, EVERYBODY, withinLimits } from '#app/platform/rate-limit.server.ts';

/**
 * Takes the wish for a code (spec §7 send-verification; the code is made here, never by the
 * browser). Every address gets the same answer for the same work, a queued mail: whether anything is
 * stored under it is looked up when the mail is written, and so is the code made.
 */
export async function sendVerification(email: string, visitor: Visitor): Promise<Answer> {
  const emailNormalised = normaliseEmail(email);
  const who = emailKey(emailNormalised);
  const isAllowed = await withinLimits(
    [limits.CODES_PER_ADDRESS, visitor.addressHash],
    [limits.CODES_PER_EMAIL_AND_ADDRESS, `${who}:${visitor.addressHash}`],
    [limits.CODES_PER_EMAIL, who],
    [limits.CODES_OVERALL, EVERYBODY],
  );
  if (!isAllowed) return refuse(429, TOO_MANY_REQUESTS);
  await db().transaction((tx) =>
    queueMails(tx, [
      {
        name: 'verification-code',
        toEmail: emailNormalised,
        params: { browserHash: visitor.browserHash },
        dedupeKey: `verification-code:${randomUUID()}`,
      },
    ]),
  );
  return answer(200, { message: CODE_SENT });
}
