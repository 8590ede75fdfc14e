import { and, like, sql } from 'drizzle-orm';
import { isListed } from './administrators.server.ts';
import { inOneTransaction } from './auth-database.server.ts';
import { auth, linkBeingMade } from './auth.server.ts';
import { siteUrl } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { db } from '#app/database/db.server.ts';
import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { SIGN_IN_LINKS } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { authVerifications } from '#db/schema.ts';

/**
 * The link that a letter carries, made as the letter is: undefined for whoever is not on the list.
 * It leads to a page with a button: a mail scanner that looks at it does not use it up. Only its
 * hash is kept, by better-auth. Those that were made before end.
 */
export async function createSignInLink(address: string): Promise<string | undefined> {
  const email = normaliseEmail(address);
  const { api } = await auth(); // loaded for everybody, so that the wait for it tells nothing
  if (!(await isListed(db(), email))) return undefined;
  const box: { token?: string } = {};
  await inOneTransaction(async (tx) => {
    const { identifier, value } = authVerifications;
    const isTheirs = sql`strpos(${value}, ${`"email":${JSON.stringify(email)}`}) > 0`;
    await tx.delete(authVerifications).where(and(like(identifier, 'magic-link:%'), isTheirs));
    await linkBeingMade.run(box, () =>
      api.signInMagicLink({ body: { email }, headers: new Headers() }),
    );
  });
  return `${siteUrl()}/login/link?token=${present(box.token, 'the token of a link')}`;
}

/**
 * Takes the request to sign in. Addresses on the list and others get the same answer for the same work,
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
