import { isListed } from '#app/admin/administrators.server.ts';
import { askAuth } from '#app/admin/sign-in/ask-auth.server.ts';
import { SESSION_AT_MOST_SECONDS } from '#app/admin/sign-in/limits.ts';
import { refuse, type Answer } from '#app/platform/call.ts';
import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { hasSessionCookie } from '#app/platform/private-pages.server.ts';
import type { Passed } from '#app/platform/mount-calls.server.ts';

/**
 * The gate in front of every administrators' call and page: a session that better-auth knows, not
 * older than two weeks, of an address that is on the list at this moment. Nothing is remembered
 * between two requests. Who passes is given the refreshed cookie, where it was time for one.
 */
export async function requireAdmin(request: Request): Promise<Passed | { refused: Answer }> {
  const refused = refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
  if (!hasSessionCookie(request.headers)) return { refused };
  const { result, setCookies } = await askAuth(request, async (ask, tx) => {
    const { status, body } = await ask('/get-session');
    if (status !== 200 || !body) return undefined;
    const { user, session } = body;
    const ageMs = Date.now() - new Date(session.createdAt).getTime();
    if (ageMs > SESSION_AT_MOST_SECONDS * 1_000) return undefined;
    if (!(await isListed(tx, user.email))) return undefined;
    return { id: user.id, email: user.email, sessionId: session.id };
  });
  return result ? { administrator: result, setCookies } : { refused };
}
