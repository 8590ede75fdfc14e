import { eq } from 'drizzle-orm';
import { isListed } from './administrators.server.ts';
import { askAuth } from './ask-auth.server.ts';
import { owesSecondFactor, SECOND_FACTOR_NEEDED } from './second-factor.server.ts';
import { isTooOld } from './sessions.server.ts';
import { refuse, type Administrator } from '#app/http/call.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { hasSessionCookie, pathOf } from '#app/http/private-pages.server.ts';
import type { NotPassed, Passed } from '#app/http/mount-calls.server.ts';
import { noteRefusedGate } from '#app/http/limits/refusals.server.ts';
import { authSessions } from '#db/schema.ts';

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
 * older than two weeks, of an address that is on the list at this moment. Nothing is remembered
 * between two requests. Who passes is given the refreshed cookie, where it was time for one; a session
 * that is refused ends here, and its cookie goes. Where a second factor is required and there is none,
 * nothing but setting it up is open.
 */
export async function requireAdmin(request: Request): Promise<Passed | NotPassed> {
  const refused = refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
  if (!hasSessionCookie(request.headers)) {
    noteRefusedGate('sign-in');
    return { refused };
  }
  const { result, setCookies } = await askAuth(request, async (ask, tx) => {
    const { status, body } = await ask('/get-session');
    if (status !== 200 || !body) return undefined;
    const { user, session } = body;
    if (!isTooOld(session.createdAt) && (await isListed(tx, user.email))) {
      const by: Administrator = { id: user.id, email: user.email, sessionId: session.id };
      return { by, owesFactor: await owesSecondFactor(by, tx) };
    }
    await tx.delete(authSessions).where(eq(authSessions.token, session.token));
    await ask('/get-session'); // which takes the cookie of a session away that is not there
    return undefined;
  });
  if (!result) {
    noteRefusedGate('session');
    const ended = setCookies.filter((cookie) => /;\s*Max-Age=0\b/i.test(cookie));
    if (ended.length === 0) return { refused };
    return { refused: { ...refused, headers: { 'Set-Cookie': ended } } };
  }
  if (result.owesFactor && !OPEN_WITHOUT_FACTOR.has(pathOf(request.url))) {
    noteRefusedGate('second factor');
    return { refused: refuse(403, SECOND_FACTOR_NEEDED), leadTo: ACCOUNT_PATH };
  }
  return { administrator: result.by, setCookies };
}
