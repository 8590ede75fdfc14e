import { visitedOrigin } from './visitor.server.ts';

/**
 * Whether a browser says that a page of another origin sends this. Stricter than "cross-site": a
 * neighbor on the same domain is elsewhere too, and so is a page that hides where it is from, unless
 * the browser itself vouches that it is ours: a page whose policy is `no-referrer` hides its origin. What
 * is no browser says nothing, and brings no cookie that it was not given.
 */
export function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  if (isHiddenOfOurs(request)) return false;
  return origin !== null && origin !== visitedOrigin(request.url);
}

/** Whether a browser says that a form of this site sends this; what is no browser says nothing. */
export function isFromOwnPage(request: Request): boolean {
  return request.headers.has('origin') && !isFromElsewhere(request);
}

/**
 * The same request under the address that its visitor sees. The server makes a URL of plain http and
 * of whatever the Host header says; behind TLS the router would then refuse every form as another
 * site's, as it would an origin that is hidden.
 */
export function underOwnOrigin(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url);
  const own = visitedOrigin(request.url);
  const seen = own === origin ? request : new Request(own + pathname + search, request);
  if (!isHiddenOfOurs(request)) return seen;
  const headers = new Headers(request.headers);
  headers.delete('origin');
  return new Request(seen, { headers });
}

function isHiddenOfOurs({ headers }: Request): boolean {
  return headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin';
}
