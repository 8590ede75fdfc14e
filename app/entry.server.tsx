import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
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
import { log } from '#app/platform/log.server.ts';
import { NonceContext } from '#app/platform/http/nonce.ts';
import { OutsideContext } from '#app/platform/analytics/outside-context.ts';
import {
  chatSources,
  outsideServices,
  hostedPageSources,
  outsideSources,
} from '#app/platform/analytics/outside-services.server.ts';
import { paintFirst } from '#app/platform/http/paint-first.ts';
import { areaOf } from '#app/platform/http/private-pages.server.ts';
import { routePatterns } from '#app/platform/http/route-patterns.ts';
import { pagePaths } from './routes.ts';

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
  const nonce = randomBytes(16).toString('base64url');
  let failed = false;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <OutsideContext value={isPrivate ? null : outsideServices()}>
          <ServerRouter context={context} url={request.url} nonce={nonce} />
        </OutsideContext>
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          text(pipe(new PassThrough())).then(resolve, reject);
        },
        onShellError: reject,
        onError(error) {
          failed = true;
          const page = patternOf(new URL(request.url).pathname);
          log.error({ err: error, page }, 'page failed to render');
        },
      },
    );
  });
  const embeds = headers.get(EMBEDS_HEADER);
  const embedded = embeds === 'chat' ? chatSources() : embedSources(embeds);
  headers.delete(EMBEDS_HEADER);
  const page = pagePolicy(
    paintFirst(html),
    nonce,
    isPrivate ? {} : outsideSources(),
    embedded,
    isPrivate ? {} : hostedPageSources(),
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', page.policy);
  return new Response(page.html, {
    status: failed && status === 200 ? 500 : status,
    headers,
  });
}
