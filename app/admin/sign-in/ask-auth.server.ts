import { AUTH_PATH, auth } from './auth.server.ts';
import { inOneTransaction } from './auth-database.server.ts';
import { siteUrl } from '#app/config.ts';
import type { Answer, Refusal } from '#app/http/call.ts';
import type { Tx } from '#app/database/db.server.ts';

/** What better-auth answered. */
export interface AuthAnswer {
  status: number;
  // Its shapes differ by endpoint; who asks knows which it asked.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export type Ask = (path: string, body?: object) => Promise<AuthAnswer>;

/** Of what a browser sent, what better-auth looks at. */
const PASSED_ON = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode'];

/**
 * Asks better-auth on behalf of a request, by its own addresses below `/api/auth`: a POST where there
 * is a body, else a GET. All that `work` asks, and what it writes by `tx`, is one transaction;
 * `setCookies` is what the browser is to be given.
 */
export async function askAuth<T>(
  raw: Request,
  work: (ask: Ask, tx: Tx) => Promise<T>,
): Promise<{ result: T; setCookies: string[] }> {
  const { handler } = await auth();
  const setCookies: string[] = [];
  const ask: Ask = async (path, body) => {
    const response = await handler(asRequest(raw, path, body));
    setCookies.push(...response.headers.getSetCookie());
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null,
    };
  };
  const result = await inOneTransaction((tx) => work(ask, tx));
  return { result, setCookies };
}

/** As `askAuth`, answered as a call is, with the cookies; `WorkRefused` undoes all of it. */
export async function answerByAuth<Answered extends Answer>(
  raw: Request,
  work: (ask: Ask, tx: Tx) => Promise<Answered>,
): Promise<Answered | Refusal> {
  try {
    const { result, setCookies } = await askAuth(raw, work);
    if (setCookies.length === 0) return result;
    return { ...result, headers: { ...result.headers, 'Set-Cookie': setCookies } };
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

function asRequest(raw: Request, path: string, body: object | undefined): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = raw.headers.get(name);
    // better-auth takes any white space off a cookie's name: what is no ASCII must not become another's.
    if (value === null) continue;
    headers.set(name, name === 'cookie' ? value.replaceAll(/[^\x20-\x7e]/g, '?') : value);
  }
  const url = siteUrl() + AUTH_PATH + path;
  if (!body) return new Request(url, { headers });
  headers.set('Content-Type', 'application/json');
  // What is no browser names no origin; what is one has been held to ours before.
  if (!headers.has('origin')) headers.set('origin', new URL(siteUrl()).origin);
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
