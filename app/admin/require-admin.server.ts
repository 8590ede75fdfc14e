import { SIGNED_IN_ADMINISTRATORS_ONLY } from '#app/platform/messages.ts';
import { refuse, type Answer } from '#app/platform/call.ts';

/**
 * The gate in front of every administrators' call and page: undefined lets the request pass.
 * There is no sign-in yet, so nobody has a session, and nobody passes.
 */
export async function requireAdmin(_request: Request): Promise<Answer | undefined> {
  return refuse(401, SIGNED_IN_ADMINISTRATORS_ONLY);
}
