import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { byteCache } from './byte-cache.ts';
import type { Answer } from './call.ts';

/** A finished public answer: its bytes as text, and a tag that changes when they do. */
export interface Made {
  status: number;
  text: string;
  headers: Record<string, string>;
  etag: string;
}

/** Some 300 of the largest pages. */
export const KEPT_BYTES = 48 * 1024 * 1024;

const answers = byteCache<Made>({
  bytesMax: KEPT_BYTES,
  secondsMax: 60,
  bytesOf: bytesOfMade,
  isKept: ({ status }) => status < 400,
});

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
    const isText = typeof body === 'string' && headers?.['Content-Type'];
    return finished(status, isText ? body : JSON.stringify(body), {
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
    });
  });
  return respond(c, made);
}

/** The same for any finished text. */
export function once(key: string, seconds: number, make: () => Promise<Made>): Promise<Made> {
  return answers.once(key, make, seconds);
}

/** What is kept now, in bytes. */
export function keptBytes(): number {
  return answers.bytes();
}

/** A character is two bytes at most. */
function bytesOfMade({ text, headers, etag }: Made): number {
  const parts = [text, etag, ...Object.entries(headers).flat()];
  return 2 * parts.reduce((sum, { length }) => sum + length, 0);
}

export function finished(status: number, text: string, headers: Record<string, string>): Made {
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  return { status, text, headers, etag };
}

/** Sends a finished answer, or a 304 where the visitor's copy is current. */
export function respond(c: Context, made: Made): Response {
  // Where the answer itself says how long it may be kept, that holds.
  const keeping = made.headers['Cache-Control'] ?? 'no-cache';
  const caching: Record<string, string> =
    keeping === 'no-store'
      ? { 'Cache-Control': keeping }
      : { ETag: made.etag, 'Cache-Control': keeping, Vary: 'Accept-Encoding' };
  if (made.status === 200 && caching.ETag && c.req.header('if-none-match') === made.etag) {
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
