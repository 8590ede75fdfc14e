import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '#app/kit/text.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { admit } from './admit.server.ts';
import type { RateLimit } from './limits.ts';

/**
 * Takes the request for an emailed code or link. Every address gets the same answer for the same work, a
 * queued mail: whether anything is stored under it is looked up when the mail is written, and so is
 * the code or the link made.
 */
export async function requestMail(
  name: string,
  email: string,
  visitor: Visitor,
  { limit, message }: { limit: RateLimit; message: string },
  params: { browserHash?: string } = { browserHash: visitor.browserHash },
) {
  const toEmail = normaliseEmail(email);
  const refused = await admit(limit, visitor, { email: toEmail });
  if (refused) return refused;
  const dedupeKey = `${name}:${randomUUID()}`;
  await inTransaction((tx) => queueMails(tx, [{ name, toEmail, params, dedupeKey }]));
  return answer(200, { message });
}
