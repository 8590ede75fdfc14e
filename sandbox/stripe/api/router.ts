import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { StripeError, invalidRequest, notBuilt } from './errors.ts';
import { expandPaths } from './expand.ts';
import { countFault, readFaults, strikes } from '#sandbox/stripe/controls/faults.ts';
import { checkKey, readBody, sendJson, toStripeError } from './http.ts';
import { holdKey, saveAnswer, savedAnswer } from './idempotency.ts';
import { checkParams, decodeForm } from './params.ts';
import { includables, routes } from '#sandbox/stripe/routes.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { API_VERSION, findKnownRoute, type KnownRoute } from './schema.ts';
import type { Store } from '#sandbox/stripe/store.ts';

type Received = {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  path: string;
  query: string;
  requestId: string;
};

type Answer = { status: number; body: string };

/**
 * Serves one call of Stripe's API: finds the route, checks key, version, parameters, runs the
 * handler in one transaction with its saved answer, and expands what was asked for.
 */
export async function serveApi(sandbox: Sandbox, received: Received): Promise<void> {
  const { request, response, method, path } = received;
  const { store } = sandbox;
  const faults = readFaults(store);
  if (strikes(store, faults, 'hang', method, path)) {
    const { executed, ms } = faults.api.hang!;
    countFault(store, executed ? 'hung_executed' : 'hung_unexecuted');
    if (executed) await answerOf(sandbox, received);
    setTimeout(() => request.socket.destroy(), ms).unref();
    return;
  }
  const isFailed = strikes(store, faults, 'fail', method, path);
  const isLate = !isFailed && strikes(store, faults, 'late', method, path);
  const failure = isFailed ? failureOf(store, response, faults.api.fail!.status) : undefined;
  const isKept = failure && faults.api.fail?.stored;
  const { status, body } =
    failure && !isKept ? answerTo(failure) : await answerOf(sandbox, received, failure);
  if (isLate) {
    countFault(store, 'late');
    await sleep(faults.api.late!.ms, undefined, { ref: false });
  }
  // Without this, the SDK repeats what will never be built while it waits.
  if (status === 501) response.setHeader('Stripe-Should-Retry', 'false');
  sendJson(response, status, body);
  sandbox.options.onExchange?.({ method, path, status, body: JSON.parse(body) });
}

/** What Stripe answers when it can't: too many requests, or a fault of its own. */
function failureOf(store: Store, response: ServerResponse, status: number): StripeError {
  const isBusy = status === 429;
  countFault(store, isBusy ? 'failed_429' : 'failed_5xx');
  if (!isBusy) return new StripeError(status, 'api_error', 'Something went wrong on our side.');
  response.setHeader('Stripe-Rate-Limited-Reason', 'global-rate');
  response.setHeader('Retry-After', '1');
  return new StripeError(429, 'invalid_request_error', 'Request rate limit exceeded.', {
    code: 'rate_limit',
  });
}

function answerTo(refusal: StripeError): Answer {
  return { status: refusal.status, body: JSON.stringify(refusal.toBody(), null, 2) };
}

/** With `failure` it begins to run, and fails so. */
async function answerOf(
  sandbox: Sandbox,
  received: Received,
  failure?: StripeError,
): Promise<Answer> {
  const { request, response, method, path, query } = received;
  try {
    const route = findKnownRoute(method, path);
    if (!route) throw unrecognized(method, path);
    checkKey(request, sandbox.options.secretKey);
    checkVersion(request, response);
    const key = method === 'POST' ? header(request, 'idempotency-key') : undefined;
    if (key) {
      response.once('close', holdKey(sandbox, key));
      response.setHeader('Idempotency-Key', key);
    }
    checkContentType(request);
    const form = [query, await readBody(request)].filter(Boolean).join('&');
    return runOnce(sandbox, route, received, form, key, failure);
  } catch (error) {
    return answerTo(toStripeError(error));
  }
}

/**
 * The saved answer of the key, or what the handler says now, saved with all that it wrote. A refusal
 * is saved too, once the handler has begun: what it wrote is gone.
 */
function runOnce(
  sandbox: Sandbox,
  route: KnownRoute,
  { response, method, path, requestId }: Received,
  form: string,
  key: string | undefined,
  failure: StripeError | undefined,
): Answer {
  const endpoint = `${method} ${path}`;
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    if (failure) throw failure;
  };
  try {
    sandbox.cause = { id: requestId, idempotency_key: key ?? null };
    return sandbox.store.transaction(() => {
      const saved = key && savedAnswer(sandbox, key, endpoint, form);
      if (saved) {
        response.setHeader('Idempotent-Replayed', 'true');
        response.setHeader('Original-Request', saved.requestId);
        return saved;
      }
      const answer = { status: 200, body: run(sandbox, route, method, path, form, begin) };
      if (key) saveAnswer(sandbox, key, endpoint, form, { ...answer, requestId });
      return answer;
    });
  } catch (error) {
    const refusal = toStripeError(error);
    const answer = answerTo(refusal);
    if (key && hasBegun && isKept(refusal)) {
      saveAnswer(sandbox, key, endpoint, form, { ...answer, requestId });
    }
    return answer;
  } finally {
    sandbox.cause = null;
  }
}

/** Not what a check of the parameters refused, nor what is missing here and not at Stripe. */
function isKept({ status, details }: StripeError): boolean {
  return status !== 501 && !details.code?.startsWith('parameter_');
}

function run(
  sandbox: Sandbox,
  route: KnownRoute,
  method: string,
  path: string,
  form: string,
  begin: () => void,
): string {
  const name = `${method} ${route.template}`;
  const handler = routes[name];
  if (!handler) throw notBuilt(name);
  const params = checkParams(route.params, decodeForm(form));
  begin();
  const body = handler({ sandbox, path, id: route.id, params });
  const paths = (params.expand ?? []) as string[];
  expandPaths(sandbox.store, includables, route.response, body, paths);
  return JSON.stringify(body, null, 2);
}

/** Answers are shaped by one version only, so another is refused rather than ignored. */
function checkVersion(request: IncomingMessage, response: ServerResponse): void {
  const version = header(request, 'stripe-version') ?? API_VERSION;
  if (version !== API_VERSION) {
    const message = `Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION}.`;
    throw invalidRequest(message);
  }
  response.setHeader('Stripe-Version', version);
}

function checkContentType(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (!type || type.startsWith('application/x-www-form-urlencoded')) return;
  throw invalidRequest(
    `Invalid request: unsupported content type ${type}. ` +
      'Send parameters as application/x-www-form-urlencoded.',
  );
}

function unrecognized(method: string, path: string): StripeError {
  return new StripeError(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`,
  );
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
