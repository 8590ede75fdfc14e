import type { HttpBindings } from '@hono/node-server';
import { z } from '@hono/zod-openapi';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { config } from '#app/config.ts';
import { errorBody, refuse } from './call.ts';
import type { Administrator, AnyCall, Answer, Refusal, Visitor } from './call.ts';
import { finishedCall, respond } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { log } from '#app/platform/log.server.ts';
import * as messages from '#app/platform/messages.ts';
import { counted } from '#app/kit/text.ts';
import { answerTrouble, noteFailure, orTooLate } from './answer-trouble.server.ts';
import { isTextThroughout } from './incoming-text.ts';
import { isFromElsewhere } from './own-origin.server.ts';
import { isPublicRead, publicRead } from './public-read.server.ts';
import { byTurns, socketAddress } from './by-turns.server.ts';
import { recognise, visitedOrigin } from './visitor.server.ts';

/** Bodies of calls that parse JSON. */
const JSON_BODY_BYTES = 65_536;

export type Env = { Bindings: HttpBindings };

/** A call with the place it is mounted at. */
export interface Mounted {
  method: 'get' | 'post' | 'delete';
  path: string;
  call: AnyCall;
}

/** An administrator, with the cookies that a session which goes on is given. */
export interface Passed {
  administrator: Administrator;
  setCookies: string[];
}

/** The answer of a gate that lets nobody pass; `leadTo` is the page that helps, the login unless told. */
export interface NotPassed {
  refused: Answer;
  leadTo?: string;
}

/** The gate of administrators' calls and pages: who passes, or the answer that refuses. */
export type Gate = (request: Request) => Promise<Passed | NotPassed>;

/** An app with every call mounted: parsed, validated, and answered as JSON. */
export function mountCalls(mounted: Mounted[], requireAdmin: Gate): Hono<Env> {
  const app = new Hono<Env>();
  for (const { method, path, call } of mounted) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const limit = bodyLimit({
      maxSize: call.rawBodyBytes ?? JSON_BODY_BYTES,
      // The rest of the body is not read, so the connection cannot be used again.
      onError: (c) => c.json({ error: messages.BODY_TOO_LARGE }, 413, { Connection: 'close' }),
    });
    if (isPublicRead(method, call)) app.on(['GET', 'OPTIONS'], route, publicRead());
    app.on(method.toUpperCase(), route, limit, async (c, next) => {
      if (call.isLeftToPage?.(c.req.raw)) return next();
      try {
        return await answerCall(c, { call, path }, requireAdmin);
      } catch (error) {
        noteFailure(c, error, { path }, 'call failed');
        return send(c, answerTrouble(error));
      }
    });
  }
  return app;
}

/** Whom an answer is made for that is shared: it must not depend on who asks first. */
const EVERYBODY: Visitor = { browserHash: '', addressHash: '' };

async function answerCall(
  c: Context<Env>,
  { call, path }: Pick<Mounted, 'call' | 'path'>,
  requireAdmin: Gate,
): Promise<Response> {
  // An administrators' call is held to the site's own pages by whatever method: a page elsewhere could
  // else have a window ask, again and again, for what is a lot of work.
  const isHeld = call.access === 'admin' || (call.isForOwnPages && c.req.method !== 'GET');
  if (isHeld && isFromElsewhere(c.req.raw)) return send(c, refuse(403, messages.CROSS_SITE));
  const gate = call.access === 'admin' ? await requireAdmin(c.req.raw) : undefined;
  if (gate && 'refused' in gate) return send(c, gate.refused);
  const gateCookies = gate?.setCookies ?? [];
  const parsed = await parse(c, call);
  if ('status' in parsed) return send(c, parsed, gateCookies);
  const handle = async (visitor: Visitor) => {
    const answered = await call.handle({
      ...parsed,
      // What is shared can read no cookie.
      raw: call.sharedSeconds ? new Request(c.req.url) : c.req.raw,
      visitor,
      ...(gate ? { administrator: gate.administrator } : {}),
      origin: visitedOrigin(c.req.url),
    });
    holdToSchema(call, answered, path);
    return answered;
  };
  if (call.sharedSeconds) {
    const key = `${c.req.path}?${JSON.stringify(parsed.query)}`;
    const make = async () => finishedCall(await handle(EVERYBODY));
    return respond(c, await cached(key, call.sharedSeconds, () => byTurns(c, make)));
  }
  const recognised = recognise(c.req.raw.headers, socketAddress(c));
  // An administrator's may take as long as it takes.
  const { visitor } = recognised;
  const answered = gate ? await handle(visitor) : await orTooLate(handle(visitor));
  const mayGive = c.req.method !== 'GET' && !call.rawBodyBytes && !call.isAnonymous;
  const given = mayGive && recognised.setCookie ? [recognised.setCookie] : [];
  return send(c, answered, [...gateCookies, ...given]);
}

/**
 * An answer that its call does not name fails, by a field too much as by one that is missing; in
 * production it is only logged, under the pattern of its `path`: what is asked for is nobody’s business.
 */
export function holdToSchema(call: AnyCall, { status, body }: Answer, path: string): void {
  const schema = call.answers[status] ?? errorBody.extend(call.refusal?.shape ?? {});
  const { error, data } = schema.safeParse(body);
  const whys = error ? [z.prettifyError(error)] : unnamed(body, data);
  if (whys.length === 0) return;
  const misfit = new Error(`The answer does not fit its schema: ${whys.join(', ')}`);
  if (config().NODE_ENV !== 'production') throw misfit;
  log.error({ err: misfit, path, status }, 'an answer does not fit its schema');
}

/** The fields of what is sent that its schema has not read, each by its path. */
function unnamed(sent: unknown, read: unknown): string[] {
  if (sent === read || !isObject(sent) || !isObject(read)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return name in read ? unnamed(value, read[name]).map((path) => `${name}.${path}`) : [name];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The call's input, or the refusal of what does not fit its schemas. */
async function parse(c: Context<Env>, call: AnyCall) {
  const params = call.params?.safeParse(c.req.param());
  if (params && !params.success) return refusal(404, params.error);
  const query = call.query?.safeParse(c.req.query());
  if (query && !query.success) return refusal(400, query.error);
  const input = { params: params?.data, query: query?.data, body: undefined as unknown };
  const changes = c.req.method !== 'GET' && !call.rawBodyBytes;
  // Browsers say where a request comes from; a form on another site must not act for a visitor.
  const isCrossSite = c.req.header('sec-fetch-site') === 'cross-site';
  if (changes && isCrossSite) return refuse(403, messages.CROSS_SITE);
  if (!call.body) return input;
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    return refuse(415, 'The request body must be JSON (Content-Type: application/json).');
  let json: unknown;
  try {
    json = await c.req.json();
  } catch {
    return refuse(400, messages.NOT_JSON);
  }
  if (!isTextThroughout(json)) return refuse(400, messages.NO_TEXT);
  const body = call.body.safeParse(json);
  if (!body.success) return refusal(400, body.error);
  return { ...input, body: body.data };
}

export function refusal(status: 400 | 404, error: z.ZodError): Refusal {
  const [issue] = error.issues;
  const where = issue?.path.filter((part) => typeof part === 'string').join('.');
  const sentence = issue?.message ?? 'The request is not valid.';
  if (/[.!?]$/.test(sentence)) return refuse(status, sentence);
  const isUnsaid = issue && /^(Invalid|Too|Unrecognized) /.test(sentence);
  const text = isUnsaid ? ` ${ruleOf(issue)}.` : `: ${sentence}.`;
  return refuse(status, (where || 'The request') + text);
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const COUNTED: Record<string, [string, string?]> = {
  string: ['character'],
  array: ['entry', 'entries'],
};

/** What a field must be, where its schema has no sentence of its own for it. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.message.endsWith('received undefined')) return 'is missing';
  const { code } = issue;
  if (code === 'invalid_value') return `must be ${issue.values.join(' or ')}`;
  if (code === 'invalid_type' && TYPES[issue.expected]) return `must be ${TYPES[issue.expected]}`;
  if (code !== 'too_small' && code !== 'too_big') return 'is not valid';
  const size = code === 'too_big' ? issue.maximum : issue.minimum;
  const words = code === 'too_big' ? ['less than', 'at most'] : ['more than', 'at least'];
  const bound = words[Number(issue.inclusive)];
  const [one, many] = COUNTED[issue.origin] ?? [];
  return one
    ? `must have ${bound} ${counted(Number(size), one, many)}`
    : `must be ${bound} ${size}`;
}

/** Kept by nobody, unless the answer says otherwise. */
function send(c: Context, { status, body, headers = {} }: Answer, cookies: string[] = []) {
  const isText =
    (typeof body === 'string' || body instanceof Uint8Array) && headers['Content-Type'];
  c.header('Cache-Control', 'no-store');
  if (!isText) c.header('Content-Type', 'application/json');
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) c.header(name, value, { append: name === 'Set-Cookie' });
  }
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
  const content = isText ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body);
  return c.body(content ?? null, status as never);
}
