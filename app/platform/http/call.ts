import { z } from '@hono/zod-openapi';
import { waitOf } from '#app/platform/messages.ts';

/** Who calls: hashes only, so that caps and limits work without keeping addresses. */
export interface Visitor {
  /** SHA-256 of the browser's HttpOnly cookie. */
  browserHash: string;
  /** The narrowest of `networks`, as it is stored now. */
  addressHash: string;
  /** A proof of work, as the browser sent it (docs/limits.md). */
  proof?: string | undefined;
  /** The networks they come from, the narrowest first (docs/limits.md). */
  networks: readonly NetworkHash[];
}

/** A network, hashed under a secret that changes every week. */
export interface NetworkHash {
  /** Of the prefix: 32 or 24 of IPv4; 64, 56, 48 or 32 of IPv6. */
  bits: number;
  /** Under the secret in force: what is stored. */
  now: string;
  /** Under last week's: what was stored before the secret changed. Whoever looks for both finds all. */
  before: string;
}

/** Who is signed in as an administrator, and was on the list when the request came. */
export interface Administrator {
  /** Their id with better-auth, a UUID. */
  id: string;
  /** Normalised. */
  email: string;
  sessionId: string;
}

export interface Answer {
  status: number;
  /** Sent as JSON; text that comes with a Content-Type of its own, as it is. */
  body: unknown;
  /** Several values, for Set-Cookie, are sent one by one. */
  headers?: Record<string, string | string[]>;
}

/** What a call is given: parsed and validated where it names a schema. */
interface CallInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** The exact bytes, for calls that verify a signature. */
  raw: Request;
  visitor: Visitor;
  /** Set for `admin` calls alone. */
  administrator?: Administrator;
  /** The site's address as this visitor sees it, without a trailing slash. */
  origin: string;
}

export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  /** One line for the API's documentation. */
  summary: string;
  /** `admin` calls pass `requireAdmin` before anything else is looked at. */
  access: 'anyone' | 'admin';
  /** It is for the site's own pages: what another site's page sends is refused. `admin` calls are. */
  isForOwnPages?: boolean;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** Set for a body that must stay raw bytes; its limit in bytes. */
  rawBodyBytes?: number;
  /** It never gives a browser its cookie: others under way at the same time may. */
  isAnonymous?: boolean;
  /** A public answer that may be shared for this many seconds. */
  sharedSeconds?: number;
  /** What kind of file the 200 answer is, where it is not JSON. */
  mediaType?: string;
  /** Schemas of the answers by status; errors are `{ error }` by themselves. */
  answers: Record<number, z.ZodType>;
  handle(input: CallInput<Params, Query, Body>): Promise<Answer>;
}

/** Types a call from its schemas. */
export function defineCall<Params, Query, Body>(
  call: Call<Params, Query, Body>,
): Call<Params, Query, Body> {
  return call;
}

export const errorBody = z.object({ error: z.string() });

export function answer(status: number, body: unknown, headers?: Answer['headers']): Answer {
  return headers ? { status, body, headers } : { status, body };
}

/**
 * An error as every call answers it: one sentence a person can read, and what else helps. 429 is
 * not for it: `refuseForNow` says how long to wait.
 */
export function refuse<Status extends number>(
  status: Status extends 429 ? never : Status,
  error: string,
  more: object = {},
): Answer {
  return { status, body: { error, ...more } };
}

/** The one way to a 429: it says when to come again, in its sentence and in `Retry-After`. */
export function refuseForNow(
  seconds: number,
  sentence: (wait: string) => string,
  more: object = {},
): Answer {
  return {
    status: 429,
    body: { error: sentence(waitOf(seconds)), ...more },
    headers: { 'Retry-After': String(seconds) },
  };
}
