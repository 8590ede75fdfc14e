import type { authFor } from './auth.server.ts';
import type { Answer, Refusal } from '#app/http/call.ts';
import { undoable, type Tx } from '#app/database/db.server.ts';

/** Better-auth on behalf of a request, as `answerByAuth` gives it to its work. */
export type Auth = ReturnType<typeof authFor> & {
  /** Ends the work with a refusal: nothing that it did is kept, nor any cookie given. */
  undo: (refusal: Refusal) => never;
};

/**
 * Answers a request by what better-auth says. All that `work` asks, and what it writes by `tx`, is one
 * transaction. The answer goes with the cookies that the browser is to be given.
 */
export async function answerByAuth<Answered extends Answer>(
  raw: Request,
  work: (auth: Auth, tx: Tx) => Promise<Answered>,
): Promise<Answered | Refusal> {
  // Loaded when somebody first signs in, so that a start is quick.
  const { authFor } = await import('./auth.server.ts');
  return undoable<Answered | Refusal>(async (tx, undo) => {
    const auth = authFor(raw, tx);
    const answered = await work({ ...auth, undo }, tx);
    const cookies = [...auth.setCookies.values()];
    if (cookies.length === 0) return answered;
    return { ...answered, headers: { ...answered.headers, 'Set-Cookie': cookies } };
  });
}
