import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isEncodedText } from './incoming-text.ts';
import * as messages from '#app/platform/messages.ts';
import type { Env } from './mount-calls.server.ts';

/**
 * What a request may be, far above what any page or call asks for: matching an address costs time
 * by its segments, reading a query by its parameters. Node itself ends headers over 16 KB.
 */
const REQUEST_LIMITS = {
  /** As it travels, percent-encoded: a photo's name of 255 bytes and what stands around it. */
  pathCharacters: 1_024,
  /** The deepest address there is has five. */
  segments: 16,
  /** What is too long for a search, but no attack, is still told so by its own sentence. */
  queryCharacters: 12_000,
  parameters: 50,
  /** Browsers send some 20; proxies add theirs. */
  headers: 100,
} as const;

/** Answers what is out of all proportion, and what is no text, before any router looks at it. */
export function refuseAbsurd() {
  return createMiddleware<Env>(async (c, next) => {
    const found = whyAbsurd(c);
    if (!found) return next();
    const { status, error } = found;
    // The rest, if there is one, is not read.
    c.header('Cache-Control', 'no-store');
    if (c.req.raw.body) c.header('Connection', 'close');
    return c.json({ error }, status);
  });
}

function whyAbsurd(c: Context<Env>): { status: 400 | 414 | 431; error: string } | undefined {
  const { pathname, search } = new URL(c.req.url);
  if (
    pathname.length > REQUEST_LIMITS.pathCharacters ||
    search.length > REQUEST_LIMITS.queryCharacters
  ) {
    return { status: 414, error: messages.ADDRESS_TOO_LONG };
  }
  if (occurrences(pathname, '/') > REQUEST_LIMITS.segments) {
    return { status: 414, error: messages.ADDRESS_TOO_DEEP };
  }
  if (search && occurrences(search, '&') >= REQUEST_LIMITS.parameters) {
    return { status: 400, error: messages.TOO_MANY_PARAMETERS };
  }
  if (headersOf(c) > REQUEST_LIMITS.headers) {
    return { status: 431, error: messages.TOO_MANY_HEADERS };
  }
  const cookies = c.req.header('cookie') ?? '';
  // Any other path that is no text is malformed, which pages say.
  if (pathname.includes('%00') || ![search, cookies].every(isEncodedText)) {
    return { status: 400, error: messages.NO_TEXT };
  }
  return undefined;
}

/** As they came, repeated ones each; requests made without a socket (in tests) have merged ones. */
function headersOf(c: Context<Env>): number {
  const raw = c.env?.incoming?.rawHeaders;
  return raw ? raw.length / 2 : [...c.req.raw.headers].length;
}

function occurrences(text: string, of: string): number {
  return text.split(of).length - 1;
}
