import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isEncodedText } from './incoming-text.ts';
import { NO_TEXT } from '#app/platform/messages.ts';
import type { Env } from './mount-calls.server.ts';

/**
 * What a request may be, far above what any page or call asks for: matching an address costs time
 * by its segments, reading a query by its parameters. Node itself ends headers over 16 KB.
 */
const MOST = {
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
    const [, status, error] = found;
    // The rest, if there is one, is not read.
    c.header('Cache-Control', 'no-store');
    if (c.req.raw.body) c.header('Connection', 'close');
    return c.json({ error }, status);
  });
}

function whyAbsurd(c: Context<Env>) {
  const { pathname, search } = new URL(c.req.url);
  const cookies = c.req.header('cookie') ?? '';
  const isTooLong = pathname.length > MOST.pathCharacters || search.length > MOST.queryCharacters;
  const checks: [boolean, 400 | 414 | 431, string][] = [
    [isTooLong, 414, 'This address is too long.'],
    [occurrences(pathname, '/') > MOST.segments, 414, 'This address has too many parts.'],
    [occurrences(search, '&') >= MOST.parameters, 400, 'This address has too many parameters.'],
    [headersOf(c) > MOST.headers, 431, 'The request has too many headers.'],
    // Any other path that is no text is malformed, which pages say.
    [pathname.includes('%00') || ![search, cookies].every(isEncodedText), 400, NO_TEXT],
  ];
  return checks.find(([isSo]) => isSo);
}

/** As they came, repeated ones each; requests made without a socket (in tests) have merged ones. */
function headersOf(c: Context<Env>): number {
  const raw = c.env?.incoming?.rawHeaders;
  return raw ? raw.length / 2 : [...c.req.raw.headers].length;
}

function occurrences(text: string, of: string): number {
  return text.split(of).length - 1;
}
