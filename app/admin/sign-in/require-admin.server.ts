import { isListed } from './administrators.server.ts';
import { answerByAuth } from './ask-auth.server.ts';
import { owesSecondFactor, SECOND_FACTOR_NEEDED } from './second-factor.server.ts';
import { isTooOld, owesCode } from './sessions.server.ts';
import { answer, refuse } from '#app/http/call.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { hasSessionCookie, LOGIN_PATH, pathOf } from '#app/http/private-pages.server.ts';
import type { NotPassed, Passed } from '#app/http/mount-calls.server.ts';
import { noteRefusedGate } from '#app/http/limits/refusals.server.ts';

const UNAUTHORIZED = refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
const WAITING = refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);

/** Where a second factor is set up. */
const ACCOUNT_PATH = '/admin/account';

/** All that is open to whoever has to set one up first. */
const OPEN_WITHOUT_FACTOR = new Set([
  ACCOUNT_PATH,
  `${ACCOUNT_PATH}.data`,
  '/api/auth/get-session',
  '/api/auth/list-sessions',
  '/api/auth/revoke-session',
  '/api/auth/sign-out',
  '/api/auth/two-factor/enable',
  '/api/auth/two-factor/confirm',
]);

/**
 * The gate in front of every administrators' call and page: a session that better-auth knows, not
 * older than two weeks, of an address that is on the list at this moment, and in which a code was given
 * where somebody has a second factor. Nothing is remembered between two requests. Who passes is given
 * the refreshed cookie, where it was time for one; a session that is refused ends here, and its cookie
 * goes, unless its code is waited for. Where a second factor is required and there is none, nothing but
 * setting it up is open.
 */
export async function requireAdmin(request: Request): Promise<Passed | NotPassed> {
  if (!hasSessionCookie(request.headers)) {
    noteRefusedGate('sign-in');
    return { refused: UNAUTHORIZED };
  }
  const answered = await answerByAuth(request, async ({ api, as, ask, undo }, tx) => {
    const found = await ask(api.getSession(as));
    if (!found) return UNAUTHORIZED;
    const { user, session } = found;
    if (owesCode(user, session)) return undo(WAITING);
    if (isTooOld(session.createdAt) || !(await isListed(tx, user.email))) {
      await ask(api.signOut(as));
      return UNAUTHORIZED;
    }
    return answer(200, {
      id: user.id,
      email: user.email,
      sessionId: session.id,
      signedInAt: session.createdAt,
      hasSecondFactor: user.twoFactorEnabled === true,
      factorGivenAt: session.factorGivenAt ?? undefined,
    });
  });
  const { body: by, headers } = answered;
  if ('error' in by) {
    const isWaiting = answered === WAITING;
    noteRefusedGate(isWaiting ? 'second factor' : 'session');
    return { refused: answered, ...(isWaiting ? { leadTo: LOGIN_PATH } : {}) };
  }
  if (owesSecondFactor(by) && !OPEN_WITHOUT_FACTOR.has(pathOf(request.url))) {
    noteRefusedGate('second factor');
    return { refused: refuse(403, SECOND_FACTOR_NEEDED), leadTo: ACCOUNT_PATH };
  }
  return { administrator: by, setCookies: [headers?.['Set-Cookie'] ?? []].flat() };
}
