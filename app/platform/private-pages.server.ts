import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RouterContextProvider } from 'react-router';
import { MAX_UPLOAD_BYTES } from '#app/platform/image-limits.ts';
import * as messages from '#app/platform/messages.ts';
import {
  socketAddress,
  type Env,
  type Gate,
  type Passed,
} from '#app/platform/mount-calls.server.ts';
import { isFromElsewhere } from '#app/platform/own-origin.server.ts';
import { administratorContext, visitorContext } from '#app/platform/page-context.server.ts';
import type { RenderPage } from '#app/platform/serve-pages.server.ts';
import { recognise } from '#app/platform/visitor.server.ts';

/** The page that signs administrators in. */
export const LOGIN_PATH = '/login';
/** The pages below it are administrators'. */
export const ADMIN_PATH = '/admin';

/** The cookie of a session; over https it is called `__Secure-` and this. */
const SESSION_COOKIE = 'openassay.session_token';

/** Whether a browser sends a session along, be it good or not. */
export function hasSessionCookie(headers: Headers): boolean {
  return (headers.get('cookie') ?? '').includes(`${SESSION_COOKIE}=`);
}

/** What a form of these pages may send. */
const FORM_BYTES = 65_536;
/** What those may send that upload a file, which has a form around it. */
const UPLOADS: readonly [path: RegExp, bytes: number][] = [
  [/^\/+admin\/+products\/+[^/]+\/+photo(\.data)?\/*$/i, MAX_UPLOAD_BYTES + FORM_BYTES],
];

/**
 * Mounts the pages that differ by who asks: they see cookies, take forms, and are neither shared nor
 * kept. Those below /admin are drawn, and their forms read, only for whom `gate` lets pass.
 */
export function mountPrivatePages(app: Hono<Env>, render: RenderPage, gate: Gate): void {
  app.use('*', async (c, next) => {
    const area = areaOf(c.req.url);
    return area ? answer(c, area, render, gate) : next();
  });
}

const formLimit = limitOf(FORM_BYTES);
const uploadLimits = UPLOADS.map(([path, bytes]) => ({ path, limit: limitOf(bytes) }));

/** Reads no further than `maxSize`, whatever a request says of its length. */
function limitOf(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: (c) => c.text(messages.BODY_TOO_LARGE, 413, { Connection: 'close' }),
  });
}

function limitFor(c: Context<Env>) {
  const { pathname } = new URL(c.req.url);
  const own = uploadLimits.find(({ path }) => path.test(decodeURIComponent(pathname)));
  return own?.limit ?? formLimit;
}

/** Which of the two an address belongs to, as the router reads it: any case, however encoded. */
export function areaOf(url: string): 'login' | 'admin' | undefined {
  let path;
  try {
    path = decodeURIComponent(new URL(url).pathname);
  } catch {
    return undefined;
  }
  const [, area] = /^\/+(login|admin)(?:[/.]|$)/i.exec(path) ?? [];
  return area?.toLowerCase() as 'login' | 'admin' | undefined;
}

async function answer(
  c: Context<Env>,
  area: 'login' | 'admin',
  render: RenderPage,
  gate: Gate,
): Promise<Response> {
  const request = c.req.raw;
  const { method } = request;
  if (!['GET', 'HEAD', 'POST'].includes(method)) {
    return c.text(messages.NO_SUCH_CALL, 405, { Allow: 'GET, HEAD, POST' });
  }
  if (method === 'POST' && isFromElsewhere(request)) return c.text(messages.CROSS_SITE, 403);
  const context = new RouterContextProvider();
  context.set(visitorContext, recognise(request.headers, socketAddress(c)).visitor);
  let passed: Passed | undefined;
  if (area === 'admin') {
    const answered = await gate(request);
    if ('refused' in answered) return toLogin(c, request);
    passed = answered;
    context.set(administratorContext, passed.administrator);
  }
  // Who may not send a form has not had it read.
  let rendered: Response | undefined;
  const tooLarge = await limitFor(c)(c, async () => {
    rendered = await render(c.req.raw, context);
  });
  if (tooLarge || !rendered) return tooLarge ?? c.text(messages.BODY_TOO_LARGE, 413);
  const response = new Response(rendered.body, rendered);
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Robots-Tag', 'noindex');
  // A page that signs out or in has said what the cookie is.
  const isSaid = rendered.headers.getSetCookie().length > 0;
  for (const cookie of isSaid ? [] : (passed?.setCookies ?? [])) {
    response.headers.append('Set-Cookie', cookie);
  }
  return response;
}

/** Whoever has a cookie that opens nothing is told so; others are just led to the form. */
function toLogin(c: Context<Env>, request: Request): Response {
  const location = hasSessionCookie(request.headers) ? `${LOGIN_PATH}?refused=1` : LOGIN_PATH;
  c.header('Cache-Control', 'no-store');
  if (!new URL(request.url).pathname.endsWith('.data')) return c.redirect(location, 303);
  // As the router wants to be told of a redirect that is not its own.
  return c.body(null, 204, {
    'X-Remix-Redirect': location,
    'X-Remix-Status': '303',
    'X-Remix-Reload-Document': 'true',
  });
}
