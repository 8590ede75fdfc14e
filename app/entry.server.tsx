import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { renderToReadableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { EMBEDS_HEADER, embedSources, policy } from '#app/http/content-security-policy.ts';
import { isDatabaseAway } from '#app/database/db.server.ts';
import { awayContext } from '#app/http/database-away.server.ts';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { logFailure } from '#app/http/answer-trouble.server.ts';
import { OutsideContext } from '#app/analytics/outside-services.ts';
import {
  chatSources,
  outsideServices,
  hostedPageSources,
  outsideSources,
} from '#app/analytics/outside-services.server.ts';
import { areaOf } from '#app/http/private-pages.server.ts';
import { routePatterns } from '#app/http/route-patterns.ts';
import { pagePaths } from './routes.ts';

/** Logs name a page by its pattern: an address may hold what somebody typed. */
const patternOf = routePatterns(pagePaths);

/**
 * A loader, an action, or a component failed: logged as everything is, where the framework would print
 * the error whole. What a visitor caused, such as a page that does not exist, is no failure.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isDatabaseAway(error)) context.set(awayContext, true);
  logFailure(error, { page: patternOf(new URL(request.url).pathname) }, 'page failed');
};

/** Draws a page and hands it on once it is whole, so that it can be cached and tagged. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  // Where administrators are, no script of anybody else's runs.
  const isPrivate = areaOf(request.url) !== undefined;
  const { serverHandoffStream, ...framework } = context;
  const data = serverHandoffStream ? await text(serverHandoffStream) : '';
  const nonce = nonceOf(request.url, data);
  const page = await renderToReadableStream(
    <OutsideContext value={isPrivate ? null : outsideServices()}>
      <ServerRouter
        context={{ ...framework, serverHandoffStream: new Blob([data]).stream() }}
        url={request.url}
        nonce={nonce}
      />
    </OutsideContext>,
    {
      nonce,
      progressiveChunkSize: Infinity, // nothing is put off: it is sent as a whole
      onError: (error) => void handleError(error, { request, params: {}, context: loadContext }),
    },
  );
  await page.allReady;
  const html = await text(page);
  const embeds = headers.get(EMBEDS_HEADER);
  headers.delete(EMBEDS_HEADER);
  // Of what an action says, the framework passes on cookies alone.
  const [action] = Object.values(context.staticHandlerContext.actionHeaders);
  const wait = action?.get('Retry-After');
  if (wait) headers.set('Retry-After', wait);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set(
    'Content-Security-Policy',
    policy(
      { 'script-src': [`'nonce-${nonce}'`] },
      isPrivate ? {} : outsideSources(),
      embeds === 'chat' ? chatSources() : embedSources(embeds),
      isPrivate ? {} : hostedPageSources(),
    ),
  );
  return new Response(html, { status, headers });
}

/**
 * What marks the inline scripts of a page that is cached for everybody. It follows from all that the page
 * is drawn from, under a secret: whoever puts a script into that data cannot know what the page will be
 * marked by, and the same page has the same tag whenever and wherever it is drawn (decision 0123).
 */
function nonceOf(url: string, data: string): string {
  return createHmac('sha256', authSecret()).update(`page ${url}\n${data}`).digest('base64url');
}
