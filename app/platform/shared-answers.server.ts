import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Answer } from '#app/platform/call.ts';

interface Kept {
  freshUntilMs: number;
  made: Promise<Made>;
}

/** A finished public answer: its bytes as text, and a tag that changes when they do. */
export interface Made {
  status: number;
  text: string;
  headers: Record<string, string>;
  etag: string;
}

/** Answers kept at most; past that the oldest go. */
const KEPT_MAX = 300;
const kept = new Map<string, Kept>();

/**
 * A public answer, made once for everyone who asks within `seconds`, also while it is being made;
 * whoever has the current bytes already gets a 304. Failures are not kept.
 */
export async function shared(
  c: Context,
  key: string,
  seconds: number,
  make: () => Promise<Answer>,
): Promise<Response> {
  const made = await once(key, seconds, async () => {
    const { status, body, headers } = await make();
    return finished(status, JSON.stringify(body), {
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
    });
  });
  return respond(c, made);
}

/** The same for any finished text. */
export async function once(key: string, seconds: number, make: () => Promise<Made>): Promise<Made> {
  const at = Date.now();
  const found = kept.get(key);
  if (found && found.freshUntilMs > at) return found.made;
  const entry: Kept = { freshUntilMs: at + seconds * 1000, made: make() };
  kept.delete(key);
  kept.set(key, entry);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? key);
  try {
    const made = await entry.made;
    if (made.status >= 400 && kept.get(key) === entry) kept.delete(key);
    return made;
  } catch (error) {
    if (kept.get(key) === entry) kept.delete(key);
    throw error;
  }
}

export function finished(status: number, text: string, headers: Record<string, string>): Made {
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  return { status, text, headers, etag };
}

/** Sends a finished answer, or a 304 where the visitor's copy is current. */
export function respond(c: Context, made: Made): Response {
  const caching = {
    ETag: made.etag,
    // Where the answer itself says how long it may be kept, that holds.
    'Cache-Control': made.headers['Cache-Control'] ?? 'no-cache',
    Vary: 'Accept-Encoding',
  };
  if (made.status === 200 && c.req.header('if-none-match') === made.etag) {
    // With its own policy: browsers take over the headers of a 304 for the copy they have.
    return new Response(null, { status: 304, headers: { ...made.headers, ...caching } });
  }
  return new Response(made.status === 204 ? null : made.text, {
    status: made.status,
    headers: {
      ...made.headers,
      ...(made.status === 200 ? caching : { 'Cache-Control': 'no-store' }),
    },
  });
}
