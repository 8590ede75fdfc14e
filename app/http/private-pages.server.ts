import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RouterContextProvider } from 'react-router';
import * as messages from '#app/platform/messages.ts';
import { socketAddress } from './by-turns.server.ts';
import type { Env, Gate, Mounted, NotPassed, Passed } from './mount-calls.server.ts';
import { isDecodable, readPath } from './read-path.ts';
import { formAdapter, formAdapterContext } from './form-adapter.server.ts';
import { RETRY_SECONDS } from './answer-trouble.server.ts';
import { readForm } from './read-form.server.ts';
import { BusyError, workQueue } from '#app/platform/work-queue.ts';
import { isFromElsewhere } from './own-origin.server.ts';
import { administratorContext, tooLargeContext, visitorContext } from './page-context.server.ts';
import type { PageFacts, RenderPage } from './serve-pages.server.ts';
import { recognise } from './visitor.server.ts';
import { site } from '#app/site.ts';

/** The page that signs administrators in. */
export const LOGIN_PATH = '/login';

/** The cookie of a session; over https it is called `__Host-` and this. */
const SESSION_COOKIE = `${site.slug}.session_token`;

/** Whether a browser sends a session along, be it good or not. */
export function hasSessionCookie(headers: Headers): boolean {
  return (headers.get('cookie') ?? '').includes(`${SESSION_COOKIE}=`);
}

/** What a form of these pages may send, where it uploads no file. */
const FORM_BYTES = 65_536;

/**
 * Mounts the pages that differ by who asks, and public ones while they answer one person: they see
 * cookies, take forms, and are neither shared nor kept. Those below /admin are drawn, and their forms read, only for whom `gate` lets pass: nothing
 * that anybody else sends is taken in. `calls` are those that their loaders and actions make.
 */
export function mountPrivatePages(
  app: Hono<Env>,
  render: RenderPage,
  gate: Gate,
  { calls, factsOf }: { calls: Mounted[]; factsOf: (path: string) => PageFacts },
): void {
  // Files that anybody may send are in memory while they are read: of few at a time.
  const byTurns = workQueue({ atOnce: 4, waitingMax: 20 });
  app.use('*', async (c, next) => {
    const { cache, fileBytes } = factsOf(new URL(c.req.url).pathname);
    const isForOne = cache === 'none' || (fileBytes !== undefined && c.req.method === 'POST');
    const area = areaOf(c.req.url) ?? (isForOne ? 'one' : undefined);
    if (!area) return next();
    const admitted = await admit(c, area, gate);
    if (admitted instanceof Response) return admitted;
    const take = () =>
      limitOf((fileBytes ?? 0) + FORM_BYTES)(c, async () => {
        c.res = await answer(c, admitted, render, calls);
      });
    const refused = await (fileBytes && area === 'one' ? byTurns(take) : take()).catch(
      (error: unknown) => {
        if (!(error instanceof BusyError)) throw error;
        const sentence = 'Several files are arriving at once. Please try again in a moment.';
        return c.text(sentence, 503, { 'Retry-After': String(RETRY_SECONDS) });
      },
    );
    const hasPage = refused?.status === 413 && (fileBytes || admitted.administrator);
    return hasPage ? tooLarge(c, admitted, render) : (refused ?? c.res);
  });
}

/** Reads no further than `maxSize`, whatever a request says of its length. */
function limitOf(maxSize: number) {
  return bodyLimit({
    maxSize,
    // The rest of the body is not read, so the connection cannot be used again.
    onError: (c) => c.text(messages.BODY_TOO_LARGE, 413, { Connection: 'close' }),
  });
}

/** Says on a page of the site, where an upload or an administrator's form was too large, what the answer's status says. */
async function tooLarge(
  c: Context<Env>,
  { administrator, setCookies = [] }: Partial<Passed>,
  render: RenderPage,
): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(administratorContext, administrator);
  context.set(tooLargeContext, true);
  const rendered = await render(new Request(c.req.url), context);
  const response = new Response(rendered.body, rendered);
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Robots-Tag', 'noindex');
  // As above.
  response.headers.set('Connection', 'close');
  for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Which of the two an address belongs to, as the router reads it: any case, however encoded. */
export function areaOf(url: string): 'login' | 'admin' | undefined {
  const [, area] = /^\/+(login|admin)(?:[/.]|$)/i.exec(pathOf(url)) ?? [];
  return area?.toLowerCase() as 'login' | 'admin' | undefined;
}

/** An address's path as the router reads it. */
export function pathOf(url: string): string {
  return readPath(new URL(url).pathname);
}

/** Who asks, where they may: nothing of the request's body is read before. */
async function admit(
  c: Context<Env>,
  area: 'login' | 'admin' | 'one',
  gate: Gate,
): Promise<Partial<Passed> | Response> {
  const request = c.req.raw;
  const { method } = request;
  if (!['GET', 'HEAD', 'POST'].includes(method)) {
    return c.text(messages.NO_SUCH_CALL, 405, { Allow: 'GET, HEAD, POST' });
  }
  if (method === 'POST' && isFromElsewhere(request)) return c.text(messages.CROSS_SITE, 403);
  if (area !== 'admin') return {};
  const answered = await gate(request);
  return 'refused' in answered ? leadAway(c, request, answered) : answered;
}

async function answer(
  c: Context<Env>,
  passed: Partial<Passed>,
  render: RenderPage,
  calls: Mounted[],
): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  if (!isDecodable(new URL(c.req.url).pathname)) return c.text(messages.ADDRESS_MALFORMED, 400);
  const request = await readForm(c.req.raw);
  if ('error' in request) return c.text(request.error, request.status);
  const context = new RouterContextProvider();
  const recognised = recognise(request.headers, socketAddress(c));
  context.set(visitorContext, recognised.visitor);
  context.set(formAdapterContext, formAdapter(calls, request, recognised.visitor));
  if (passed.administrator) context.set(administratorContext, passed.administrator);
  const rendered = await render(request, context);
  const response = new Response(rendered.body, rendered);
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Robots-Tag', 'noindex');
  if (response.status === 503 && !response.headers.has('Retry-After')) {
    response.headers.set('Retry-After', String(RETRY_SECONDS));
  }
  // A page that signs out or in has said what the cookie is.
  const isSet = rendered.headers.getSetCookie().length > 0;
  for (const cookie of isSet ? [] : (passed.setCookies ?? [])) {
    response.headers.append('Set-Cookie', cookie);
  }
  // As calls do: the browser that used a link is known by it.
  if (request.method !== 'POST' && !recognised.isCounted) return response;
  const { setCookie } = recognised;
  if (setCookie) response.headers.append('Set-Cookie', setCookie);
  return response;
}

/** Whoever has a cookie that opens nothing is told so; others are just led to the form. */
function leadAway(c: Context<Env>, request: Request, { refused, leadTo }: NotPassed): Response {
  const toLogin = hasSessionCookie(request.headers) ? `${LOGIN_PATH}?refused=1` : LOGIN_PATH;
  const location = leadTo ?? toLogin;
  c.header('Cache-Control', 'no-store');
  for (const cookie of [refused.headers?.['Set-Cookie'] ?? []].flat()) {
    c.header('Set-Cookie', cookie, { append: true });
  }
  // What a form sends is not read.
  if (request.body) c.header('Connection', 'close');
  if (!new URL(request.url).pathname.endsWith('.data')) return c.redirect(location, 303);
  // As the router wants to be told of a redirect that is not its own.
  return c.body(null, 204, {
    'X-Remix-Redirect': location,
    'X-Remix-Status': '303',
    'X-Remix-Reload-Document': 'true',
  });
}
