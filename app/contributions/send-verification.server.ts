import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '#app/kit/text.ts';
import { CODE_SENT } from './messages.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { CODES } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';

/**
 * Takes the request for a code. Every address gets the same answer for the same work, a queued mail: whether anything is
 * stored under it is looked up when the mail is written, and so is the code made.
 */
export async function sendVerification(email: string, visitor: Visitor) {
  const emailNormalised = normaliseEmail(email);
  const refused = await admit(CODES, visitor, { email: emailNormalised });
  if (refused) return refused;
  await inTransaction((tx) =>
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
