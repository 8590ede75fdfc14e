import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router';
import {
  EMBEDS_HEADER,
  embedSources,
  pagePolicy,
} from '#app/platform/http/content-security-policy.ts';
import { drawnPage } from '#app/platform/http/drawn-page.server.ts';
import { log } from '#app/platform/log.server.ts';
import { NonceContext } from '#app/platform/http/nonce.ts';
import { OutsideContext } from '#app/platform/analytics/outside-context.ts';
import {
  chatSources,
  outsideServices,
  hostedPageSources,
  outsideSources,
} from '#app/platform/analytics/outside-services.server.ts';
import { paintFirst, partsOf, touchFirst, withMarkup } from '#app/platform/http/paint-first.ts';
import { areaOf } from '#app/platform/http/private-pages.server.ts';
import { routePatterns } from '#app/platform/http/route-patterns.ts';
import { pagePaths, textPages } from './routes.ts';

/** Logs name a page by its pattern: an address may hold what somebody typed. */
const patternOf = routePatterns(pagePaths);

/**
 * A loader or an action failed: logged as everything is, where the framework would print the error
 * whole. What a visitor caused, such as a page that does not exist, is no failure.
 */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error({ err: error, page: patternOf(new URL(request.url).pathname) }, 'page failed');
};

/**
 * Renders a whole page to a string, so that it can be cached and tagged. The framework's inline
 * scripts carry a nonce that nobody can guess while the page is rendered; the policy then names
 * them by hash, and the nonce goes. A script injected through data has no nonce and so no hash.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  // Where administrators are, no script of anybody else's runs.
  const isPrivate = areaOf(request.url) !== undefined;
  const isText = textPages.has(patternOf(new URL(request.url).pathname));
  const nonce = randomBytes(16).toString('base64url');
  const { serverHandoffStream: loaded, ...framework } = context;
  const data = loaded && (await text(loaded));
  const drawn = drawPage(
    <NonceContext value={nonce}>
      <OutsideContext value={isPrivate ? null : outsideServices()}>
        <ServerRouter context={framework} url={request.url} nonce={nonce} />
      </OutsideContext>
    </NonceContext>,
    request,
  );
  const { markup, ...html } = partsOf(drawn, data, nonce);
  const embeds = headers.get(EMBEDS_HEADER);
  const embedded = embeds === 'chat' ? chatSources() : embedSources(embeds);
  headers.delete(EMBEDS_HEADER);
  const page = pagePolicy(
    (isText ? touchFirst : paintFirst)(html.head + html.scripts),
    nonce,
    isPrivate ? {} : outsideSources(),
    embedded,
    isPrivate ? {} : hostedPageSources(),
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', page.policy);
  return drawnPage(withMarkup(page.html, markup), { status, headers });
}

/** A whole page; everything on it is there, so nothing is waited for, which costs half. */
function drawPage(page: ReactNode, { url }: Request): string {
  try {
    return `<!DOCTYPE html>${renderToString(page)}`;
  } catch (error) {
    log.error({ err: error, page: patternOf(new URL(url).pathname) }, 'page failed to render');
    throw error;
  }
}
