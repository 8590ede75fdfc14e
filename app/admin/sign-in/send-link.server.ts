import { randomUUID } from 'node:crypto';
import { CHECK_YOUR_EMAIL } from '#app/admin/messages.ts';
import { LINKS_PER_ADDRESS, LINKS_PER_EMAIL, LINKS_PER_PAIR } from '#app/admin/sign-in/limits.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { answer, refuse, type Answer, type Visitor } from '#app/platform/call.ts';
import { db } from '#app/platform/db.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, withinLimits } from '#app/platform/rate-limit.server.ts';

/**
 * Takes the wish to sign in. Addresses on the list and others get the same answer for the same work,
 * a queued mail: whether there is a link to write is looked up when it is written, so that nobody
 * learns who administers the site.
 */
export async function askForSignInLink(email: string, visitor: Visitor): Promise<Answer> {
  const toEmail = normaliseEmail(email);
  const isAllowed = await withinLimits(
    [LINKS_PER_ADDRESS, visitor.addressHash],
    [LINKS_PER_PAIR, `${visitor.addressHash}:${emailKey(toEmail)}`],
    [LINKS_PER_EMAIL, emailKey(toEmail)],
  );
  if (!isAllowed) return refuse(429, TOO_MANY_REQUESTS);
  const dedupeKey = `sign-in-link:${randomUUID()}`;
  await db().transaction((tx) =>
    queueMails(tx, [{ name: 'sign-in-link', toEmail, params: {}, dedupeKey }]),
  );
  return answer(200, { message: CHECK_YOUR_EMAIL });
}
