import { randomUUID } from 'node:crypto';
import { CHECK_YOUR_EMAIL } from '#app/admin/desk/messages.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, type Visitor } from '#app/platform/http/call.ts';
import { db } from '#app/platform/database/db.server.ts';
import { SIGN_IN_LINKS } from '#app/platform/limits/limits.ts';
import { queueMails } from '#app/platform/mail/mail-queue.server.ts';

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
  return answer(200, { message: CHECK_YOUR_EMAIL });
}
