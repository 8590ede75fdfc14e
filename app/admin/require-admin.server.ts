import { eq } from 'drizzle-orm';
import { isListed } from '#app/admin/administrators.server.ts';
import { askAuth } from '#app/admin/sign-in/ask-auth.server.ts';
import { isTooOld } from '#app/admin/sign-in/sessions.server.ts';
import { refuse, type Answer } from '#app/platform/call.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { hasSessionCookie } from '#app/platform/private-pages.server.ts';
import type { Passed } from '#app/platform/mount-calls.server.ts';
import { authSessions } from '#db/schema.ts';

/**
 * The gate in front of every administrators' call and page: a session that better-auth knows, not
 * older than two weeks, of an address that is on the list at this moment. Nothing is remembered
 * between two requests. Who passes is given the refreshed cookie, where it was time for one; a session
 * that is refused ends here, and its cookie goes.
 */
export async function requireAdmin(request: Request): Promise<Passed | { refused: Answer }> {
  const refused = refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
  if (!hasSessionCookie(request.headers)) return { refused };
  const { result, setCookies } = await askAuth(request, async (ask, tx) => {
    const { status, body } = await ask('/get-session');
    if (status !== 200 || !body) return undefined;
    const { user, session } = body;
    if (!isTooOld(session.createdAt) && (await isListed(tx, user.email))) {
      return { id: user.id, email: user.email, sessionId: session.id };
    }
    await tx.delete(authSessions).where(eq(authSessions.token, session.token));
    await ask('/get-session'); // which takes the cookie of a session away that is not there
    return undefined;
  });
  if (result) return { administrator: result, setCookies };
  const ended = setCookies.filter((cookie) => /;\s*Max-Age=0\b/i.test(cookie));
  return { refused: ended.length > 0 ? { ...refused, headers: { 'Set-Cookie': ended } } : refused };
}
