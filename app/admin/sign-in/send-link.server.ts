import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { db } from '#app/database/db.server.ts';
import { SIGN_IN_LINKS } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';

/**
 * Takes the wish to sign in. Addresses on the list and others get the same answer for the same work,
 * a queued mail: whether there is a link to write is looked up when it is written, so that nobody
 * learns who administers the site.
 */
export async function askForSignInLink(email: string, visitor: Visitor) {
  const toEmail = normaliseEmail(email);
  const refused = await admit(SIGN_IN_LINKS, visitor, { email: toEmail });
  if (refused) return refused;
  const dedupeKey = `sign-in-link:${randomUUID()}`;
  await db().transaction((tx) =>
    queueMails(tx, [{ name: 'sign-in-link', toEmail, params: {}, dedupeKey }]),
  );
  return answer(200, { message: 'Check your email for the login link!' });
}
