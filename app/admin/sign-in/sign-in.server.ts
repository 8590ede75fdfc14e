import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { answerByAuth, type Auth } from './ask-auth.server.ts';
import { hasSecondFactor } from './administrators.server.ts';
import { awaitCode, owesCode } from './sessions.server.ts';
import { record } from '#app/admin-log/trail.server.ts';
import { siteUrl } from '#app/config.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { requestMail } from '#app/http/limits/request-mail.server.ts';
import { answer, refuse, type Visitor } from '#app/http/call.ts';
import type { Tx } from '#app/database/db.server.ts';
import { SIGN_IN_CODES, SIGN_IN_LINKS, SIGN_IN_TRIES } from '#app/http/limits/limits.ts';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { noteProven } from '#app/mail/tokens.server.ts';
import { noteArrival } from '#app/mail/returned.server.ts';
import { hasSessionCookie } from '#app/http/private-pages.server.ts';
import { noteFailedSignIn } from '#app/http/limits/refusals.server.ts';
import { timesUsed, withinLimit } from '#app/http/limits/rate-limit.server.ts';
import { adminUsers, authSessions, authVerifications } from '#db/schema.ts';

const REFUSED = refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);

/**
 * Takes the request to sign in. Addresses on the list and others get the same answer for the same work,
 * a queued mail: whether there is a link to write is looked up when it is written, so that nobody
 * learns who administers the site.
 */
export function askForSignInLink(email: string, visitor: Visitor) {
  const message = 'Check your email for the login link!';
  return requestMail('sign-in-link', email, visitor, { limit: SIGN_IN_LINKS, message }, {});
}

/**
 * The link that a letter carries, made as the letter is: undefined for whoever is not on the list.
 * It leads to a page with a button: a mail scanner that looks at it does not use it up. Only its
 * hash is kept, by better-auth, in the one row that an address has: a newer link ends the one before.
 */
export async function createSignInLink(address: string): Promise<string | undefined> {
  const email = normaliseEmail(address);
  const secret = createHmac('sha256', authSecret());
  const rowId = secret.update(`sign-in-link:${email}`).digest('hex').slice(0, 32);
  const made = await answerByAuth(new Request(siteUrl()), async ({ makeLink }, tx) => {
    const own = eq(adminUsers.email, email);
    // Two letters at once: one link after the other.
    const [listed] = await tx.select().from(adminUsers).where(own).for('no key update');
    if (!listed) return REFUSED;
    await tx.delete(authVerifications).where(eq(authVerifications.id, rowId));
    return answer(200, { token: await makeLink(email, rowId) });
  });
  return 'token' in made.body ? `${siteUrl()}/login/link?token=${made.body.token}` : undefined;
}

/**
 * Uses a mailed link up. Answers with who is signed in, or, where they have a second factor, that its
 * code is waited for: for ten minutes, by a session that opens nothing.
 */
export async function signInByLink(raw: Request, token: string, visitor: Visitor) {
  const refused = await admit(SIGN_IN_TRIES, visitor);
  if (refused) return refused;
  const answered = await answerByAuth(raw, async (auth, tx) => {
    const used = await useLink(auth, token);
    if (!used) return REFUSED;
    if (!(await hasSecondFactor(used.user, tx))) return signedIn(tx, used, visitor, 'none');
    await awaitCode(tx, used.session.id);
    return answer(200, { second_factor: true as const });
  });
  if (answered.status === 401) noteFailedSignIn('link');
  return answered;
}

/** What a code of the second factor is: digits alone are the app's; a recovery code has letters. */
export function kindOfCode(typed: string): 'app' | 'recovery code' {
  return /^[\d\s]+$/.test(typed) ? 'app' : 'recovery code';
}

/**
 * Gives the code that a used link waits for, at most five times a link. The session is a new one:
 * whoever planted the one that waited has nothing of it.
 */
export async function signInByCode(
  raw: Request,
  code: string,
  visitor: Visitor,
  kind = kindOfCode(code),
) {
  const refused = await admit(SIGN_IN_TRIES, visitor);
  if (refused) return refused;
  const waiting = await waitingForCode(raw);
  const answered =
    waiting && (await hasTryLeft(waiting))
      ? await answerByAuth(raw, async (auth, tx) => {
          if (!(await auth.takesCode(waiting.userId, kind, code))) return REFUSED;
          const own = eq(authSessions.id, waiting.id);
          const [ended] = await tx.delete(authSessions).where(own).returning();
          const used = ended && (await useLink(auth, await auth.makeLink(waiting.email)));
          if (!used) return auth.undo(REFUSED); // with the code, which is still good
          const givenNow = { factorGivenAt: new Date() };
          const made = eq(authSessions.id, used.session.id);
          await tx.update(authSessions).set(givenNow).where(made);
          return signedIn(tx, used, visitor, kind);
        })
      : REFUSED;
  if (answered.status === 401) noteFailedSignIn(kind);
  return answered;
}

/** Whose code this browser's used link waits for. */
export async function waitingForCode(raw: Request) {
  if (!hasSessionCookie(raw.headers)) return undefined;
  const { body } = await answerByAuth(raw, async ({ api, as, ask, undo }) => {
    const found = await ask(api.getSession({ ...as, query: { disableRefresh: true } }));
    if (!found || !owesCode(found.user, found.session)) return undo(REFUSED);
    const { id, userId } = found.session;
    return answer(200, { id, userId, email: found.user.email });
  });
  return 'id' in body ? body : undefined;
}

/** Counted before a code is looked at: of the link, and of its administrator whatever the link. */
async function hasTryLeft({ id, userId }: { id: string; userId: string }): Promise<boolean> {
  const ofLink = await timesUsed('second-factor:link', id);
  return ofLink <= 5 && withinLimit(SIGN_IN_CODES, userId);
}

/** Has better-auth make the session of a link; undefined where it is none, or its owner is not listed. */
function useLink({ api, as, ask }: Auth, token: string) {
  return ask(api.magicLinkVerify({ ...as, query: { token } }));
}

async function signedIn(
  tx: Tx,
  used: NonNullable<Awaited<ReturnType<typeof useLink>>>,
  { browserHash }: Visitor,
  factor: 'none' | 'app' | 'recovery code',
) {
  const { id, expiresAt } = used.session;
  const user = { id: used.user.id, email: used.user.email };
  await noteProven(user.email, browserHash, tx);
  await noteArrival(tx, user.email);
  const after = { second_factor: factor };
  await record(tx, user, { action: 'sign-in', subject: `session ${id}`, after });
  return answer(200, { user, session: { id, expires_at: expiresAt.toISOString() } });
}
