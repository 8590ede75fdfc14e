import { data, redirect, type RouterContext } from 'react-router';
import type { Api, Asked, Contract, FormOutcome } from './ask.ts';
import type { Answer, Visitor } from './call.ts';
import { answerTrouble, logFailure, orTooLate } from './answer-trouble.server.ts';
import { holdToSchema, refusal, type Mounted } from './mount-calls.server.ts';
import { onceOverCopies } from './page-context.server.ts';
import { visitedOrigin } from './visitor.server.ts';
import { present } from '#app/kit/assert.ts';

/** Makes a call for whoever sent a form, by the name that `ask` knows it by. */
export type FormAdapter = <Place extends keyof Api>(
  place: Place,
  body: Fields<Contract<Place>['input']>,
  besides?: {
    /** The parameters of its path. */
    params?: Record<string, string | undefined>;
    query?: Record<string, string>;
    /** An answer whose cookie goes along, as a browser would send it. */
    after?: Answer | undefined;
  },
) => Promise<Answer>;

/** What a form sends is held to the call's schema, whatever was typed into it. */
type Fields<Input> = Input extends { body: infer Body }
  ? { [Name in keyof Body]: unknown }
  : undefined;

/** Pages' actions find their adapter here. */
export const formAdapterContext: RouterContext<FormAdapter> =
  onceOverCopies<FormAdapter>('form-adapter');

/**
 * Adapts a page's form to the calls: the same schema reads it, the same operation answers, and the same
 * limits hold. No gate is passed here, so it knows nothing but the calls that are anyone's.
 */
export function formAdapter(calls: Mounted[], request: Request, visitor: Visitor): FormAdapter {
  const open = calls.filter(({ call }) => call.access === 'anyone');
  return async (place, body, { params, query, after } = {}) => {
    const named = open.find(({ method, path }) => `${method} ${path}` === place);
    const { call, path } = present(named, 'a call of anyone’s for a form');
    const found = call.params?.safeParse(params);
    if (found && !found.success) return refusal(404, found.error);
    const searched = call.query?.safeParse(query);
    if (searched && !searched.success) return refusal(400, searched.error);
    const parsed = call.body?.safeParse(body);
    if (parsed && !parsed.success) return refusal(400, parsed.error);
    try {
      const origin = visitedOrigin(request.url);
      const raw = after ? withCookiesOf(after, request) : request;
      const answered = await orTooLate(
        call.handle({
          params: found?.data,
          query: searched?.data,
          body: parsed?.data,
          raw,
          visitor,
          origin,
        }),
      );
      holdToSchema(call, answered, path);
      return answered;
    } catch (error) {
      logFailure(error, { path }, 'call failed');
      return answerTrouble(error);
    }
  };
}

function withCookiesOf({ headers = {} }: Answer, request: Request): Request {
  const set = [headers['Set-Cookie'] ?? []].flat();
  const cookie = set.map((one) => one.split(';')[0]).join('; ');
  return new Request(request.url, { headers: { Cookie: cookie } });
}

/** Leads a browser without scripts to the hosted page that a call opened; nothing where it opened none. */
export function leadToPayment({ status, body }: Answer): Response | undefined {
  const { url } = body as { url?: string };
  return status === 200 && url ? redirect(url, { status: 303 }) : undefined;
}

/** A field of a form as text; empty where it is missing or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** A sum in cents that a form brings back as it was shown; NaN, which equals nothing, where it is none. */
export function centsIn(form: FormData, name: string): number {
  const text = fieldOf(form, name);
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}

/** All of them. */
export function formFieldsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form.keys()].map((name) => [name, fieldOf(form, name)]));
}

interface Outcome {
  field?: string;
  message?: string;
  error?: string;
}

/**
 * A call's answer as the page shows it at the form that was sent; a refused form stays as it was typed.
 * `failed` has the form's own sentence, given what the call said and its status; how long to wait is
 * said in any case.
 */
export function formAnswer<Besides = object>(
  answered: Answer,
  typed: Record<string, string>,
  failed: (shown: string, status: number) => string = (shown) => shown,
) {
  const { status } = answered;
  const { message = '', error = '', ...besides } = answered.body as Outcome & Partial<Besides>;
  const { field } = answered.body as Outcome;
  const body = besides as Partial<Besides>;
  const sentence = answered.headers?.['Retry-After'] ? error : failed(error, status);
  const { intent } = typed;
  const outcome: FormOutcome<Besides> =
    status < 300
      ? { ok: true, sentence: message, intent, typed: {} }
      : { ok: false, sentence, status, body, intent, field, typed };
  return data(outcome, { status, headers: headersOf(answered) });
}

/** What a call answers, as its page shows it: the same as the browser's `ask` has it. */
export function loaded<Place extends keyof Api>(
  answered: Answer,
  failed: (shown?: string, status?: number) => string,
) {
  const { status, headers } = answered;
  const body = answered.body as Contract<Place>['answer'] & Outcome;
  const { error: shown } = body;
  const sentence = shown && headers?.['Retry-After'] ? shown : failed(shown, status);
  const outcome: Asked<Place> =
    status < 300 ? { ok: true, body, date: null } : { ok: false, sentence, status, shown };
  return data(outcome, { status, headers: headersOf(answered) });
}

/** What of an answer's headers a page passes on. */
export function headersOf({ headers = {} }: Answer): Headers {
  const passed = new Headers();
  for (const name of ['Set-Cookie', 'Retry-After']) {
    for (const value of [headers[name] ?? []].flat()) passed.append(name, value);
  }
  return passed;
}
