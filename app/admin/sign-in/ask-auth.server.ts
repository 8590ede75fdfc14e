import { randomUUID } from 'node:crypto';
import type { authIn, MadeLink } from './auth.server.ts';
import type { Answer, Refusal } from '#app/http/call.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { present } from '#app/kit/assert.ts';

type Api = ReturnType<typeof authIn>['api'];

/** Better-auth on behalf of a request. */
export interface AuthSide {
  api: Api;
  /** What each of its functions is given: on whose behalf. */
  as: { headers: Headers; returnHeaders: true };
  /** What it answers; undefined where it refuses. Its cookies go to the browser. */
  ask<R>(called: Promise<{ headers: Headers; response: R }>): Promise<R | undefined>;
  /** Makes a link, in a row of that id, and tells its token. */
  makeLink(email: string, rowId?: string): Promise<string>;
}

/**
 * Answers a request by what better-auth says. All that `work` asks, and what it writes by `tx`, is one
 * transaction; `WorkRefused` undoes it. The answer goes with the cookies that the browser is to be given.
 */
export async function answerByAuth<Answered extends Answer>(
  raw: Request,
  work: (asked: AuthSide, tx: Tx) => Promise<Answered>,
): Promise<Answered | Refusal> {
  // Loaded when somebody first signs in, so that a start is quick.
  const { authIn } = await import('./auth.server.ts');
  const { isAPIError } = await import('better-auth/api');
  const setCookies = new Map<string, string>(); // the last one of a name counts
  const as = { headers: headersOf(raw), returnHeaders: true } as const;
  const ask: AuthSide['ask'] = async (called) => {
    try {
      const { headers, response } = await called;
      for (const cookie of headers.getSetCookie()) setCookies.set(cookie.split('=')[0]!, cookie);
      return response;
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return undefined;
      throw error;
    }
  };
  try {
    const answered = await inTransaction((tx) => {
      const makeLink = async (email: string, rowId: string = randomUUID()) => {
        const link: MadeLink = { rowId };
        await authIn(tx, link).api.signInMagicLink({ body: { email }, headers: new Headers() });
        return present(link.token, 'the token of a link');
      };
      return work({ api: authIn(tx).api, as, ask, makeLink }, tx);
    });
    if (setCookies.size === 0) return answered;
    return {
      ...answered,
      headers: { ...answered.headers, 'Set-Cookie': [...setCookies.values()] },
    };
  } catch (error) {
    if (error instanceof WorkRefused) return error.answer;
    throw error;
  }
}

/** Thrown by the work of `answerByAuth`: nothing that it did is kept, and this is answered. */
export class WorkRefused extends Error {
  readonly answer: Refusal;

  constructor(answer: Refusal) {
    super('refused');
    this.answer = answer;
  }
}

/** Of what a browser sent, what better-auth looks at. */
function headersOf(raw: Request): Headers {
  // It takes any white space off a cookie's name: what is no ASCII must not become another's.
  const cookie = (raw.headers.get('cookie') ?? '').replaceAll(/[^\x20-\x7e]/g, '?');
  return new Headers({ cookie, 'user-agent': raw.headers.get('user-agent') ?? '' });
}
