import type { Context } from 'hono';
import type { RouterContextProvider } from 'react-router';
import { finished, once, respond } from '#app/platform/shared-answers.server.ts';
import * as messages from '#app/platform/messages.ts';
import type { Env } from '#app/platform/mount-calls.server.ts';

/** The framework's handler of page requests; private pages are handed who asks. */
export type RenderPage = (request: Request, context?: RouterContextProvider) => Promise<Response>;

/** Pages are the same for every visitor, so one rendering serves all who ask within a second. */
const SHARED_SECONDS = 1;
/** Longer addresses are rendered, but not kept. */
const KEPT_URL_CHARACTERS = 300;
const HEADERS_KEPT = [
  'content-type',
  'content-security-policy',
  'location',
  'x-remix-response',
  'x-remix-reload-document',
  'x-robots-tag',
];

/** Where there is no page, and never will be. */
const NOWHERE = '/-';

/**
 * Answers page requests: rendered once, tagged, shared; nothing on them depends on the visitor. For
 * what `isHidden` says there is no page, as there is none at any other unknown address.
 */
export function pageHandler(render: RenderPage, isHidden: (c: Context<Env>) => boolean) {
  return async (c: Context<Env>): Promise<Response> => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.json({ error: messages.NO_SUCH_CALL }, 405, { Allow: 'GET, HEAD' });
    }
    const url = new URL(c.req.url);
    if (isHidden(c)) url.pathname = url.pathname.endsWith('.data') ? `${NOWHERE}.data` : NOWHERE;
    // Without the visitor's own headers nothing of theirs can end up in a shared page.
    const request = new Request(url, { headers: { accept: c.req.header('accept') ?? '*/*' } });
    const make = async () => {
      const response = await render(request);
      const kept = HEADERS_KEPT.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return finished(response.status, await response.text(), Object.fromEntries(kept));
    };
    const isKept = url.href.length <= KEPT_URL_CHARACTERS;
    const made = isKept
      ? await once(`page:${url.pathname}${url.search}`, SHARED_SECONDS, make)
      : await make();
    return respond(c, made);
  };
}
