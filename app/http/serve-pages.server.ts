import type { Context } from 'hono';
import type { RouterContextProvider } from 'react-router';
import { isDecodable, readPath } from './read-path.ts';
import { isPrivatePage } from './private-page.ts';
import { answerTrouble, logFailure, RETRY_SECONDS } from './answer-trouble.server.ts';
import { byTurns } from './by-turns.server.ts';
import { BusyError } from '#app/platform/work-queue.ts';
import { finished, packed, respond, type Made } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import * as messages from '#app/platform/messages.ts';
import type { Env } from './mount-calls.server.ts';

/** The framework's handler of page requests; private pages are handed who asks. */
export type RenderPage = (request: Request, context?: RouterContextProvider) => Promise<Response>;

/** Pages are the same for every visitor, so one rendering serves all who ask within a second. */
const SHARED_SECONDS = 1;
/** What shows only what is published serves them for as long as the version is the same, and no longer than this. */
const VERSION_SECONDS = 3_600;
/** Longer addresses are rendered, but not kept. */
const CACHED_URL_CHARACTERS = 300;
const CACHED_HEADERS = [
  'content-type',
  'content-security-policy',
  'location',
  'x-remix-response',
  'x-remix-reload-document',
  'x-robots-tag',
  'link',
];

/** Where there is no page, and never will be. */
const NOWHERE = '/-';
/** What the framework itself asks with: for parts of a page's data, and for which pages there are. */
const DATA_PARAMETERS = ['_routes'];
const MANIFEST_PATH = '/__manifest';
const MANIFEST_PARAMETERS = ['paths', 'version'];

/** What a page says of itself, all that the server goes by. Those below /admin and /login are private as such. */
export interface PageFacts {
  /** What it reads of its query: the rest is left out before it is drawn. */
  reads?: readonly string[];
  /**
   * Whom one drawing serves: whoever asks within a second, unless it says otherwise. `version`: everybody,
   * while what is published stays the same (`content_version`), so that nothing on it changes with a
   * payment. `none`: one person, by a cookie or a mailed link's token.
   */
  cache?: 'version' | 'second' | 'none';
  /** Of a page with forms: how many bytes its files may have together. */
  fileBytes?: number;
  /** Search engines are told of it by its path alone. */
  isInSitemap?: true;
}

interface Pages {
  /** Whether there is no page for whoever asks, as there is none at any other unknown address. */
  isHidden(c: Context<Env>): boolean;
  factsOf(pathname: string): PageFacts;
  /**
   * Of a page that shows only what is published: reads another text whenever something was published or
   * edited. Undefined of any other.
   */
  versionOf?(pathname: string): (() => Promise<string>) | undefined;
}

/**
 * Answers page requests: rendered once, tagged, shared; nothing on them depends on the visitor, nor
 * on parameters that the page does not read: those neither make another page nor keep one more.
 */
export function pageHandler(render: RenderPage, { isHidden, factsOf, versionOf }: Pages) {
  return async (c: Context<Env>): Promise<Response> => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.json({ error: messages.NO_SUCH_CALL }, 405, { Allow: 'GET, HEAD' });
    }
    const url = withKnownParameters(new URL(c.req.url), factsOf);
    if (isHidden(c)) url.pathname = url.pathname.endsWith('.data') ? `${NOWHERE}.data` : NOWHERE;
    if (!isDecodable(url.pathname)) return c.text(messages.ADDRESS_MALFORMED, 400);
    const isPrivate = isPrivatePage(pageOf(url));
    const make = async () => {
      // Without the visitor's own headers nothing of theirs can end up in a shared page.
      const request = new Request(url, { headers: { accept: c.req.header('accept') ?? '*/*' } });
      const response = await render(request);
      const stored: [string, string][] = CACHED_HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      if (isPrivate) stored.push(['Cache-Control', 'no-store']);
      if (response.status === 503) stored.push(['Retry-After', String(RETRY_SECONDS)]);
      return finished(response.status, await response.text(), Object.fromEntries(stored));
    };
    const turn = () => byTurns(c, make).catch(sayBusy);
    if (url.href.length > CACHED_URL_CHARACTERS) return respond(c, await turn());
    const key = `page:${url.pathname}${url.search}`;
    const read = versionOf?.(pageOf(url));
    // Read before the page, which is newer than its version at worst; where it fails, the page says why.
    const version = read && (await cached('version', SHARED_SECONDS, read).catch(() => undefined));
    if (version === undefined) return respond(c, await cached(key, SHARED_SECONDS, turn));
    const small = async () => packed(await turn());
    return respond(c, await cached(`${key} ${version}`, VERSION_SECONDS, small));
  };
}

function sayBusy(error: unknown): Made {
  if (!(error instanceof BusyError)) throw error;
  logFailure(error, {}, 'a page was not made');
  const { status, body, headers } = answerTrouble(error);
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  return finished(status, body.error, { ...type, ...(headers as Record<string, string>) });
}

function withKnownParameters(url: URL, factsOf: Pages['factsOf']): URL {
  if (!url.search) return url;
  const { pathname } = url;
  const known = [
    ...(factsOf(pathname).reads ?? []),
    ...(pathname.endsWith('.data') ? DATA_PARAMETERS : []),
    ...(pathname === MANIFEST_PATH ? MANIFEST_PARAMETERS : []),
  ];
  const unknown = [...url.searchParams.keys()].filter((name) => !known.includes(name));
  for (const name of unknown) url.searchParams.delete(name);
  return url;
}

/** The page that an address is of, as the router reads it, whether its document or its data is asked for. */
function pageOf(url: URL): string {
  return readPath(url.pathname)
    .toLowerCase()
    .replaceAll(/\/+/g, '/')
    .replace(/\.data$/, '');
}
