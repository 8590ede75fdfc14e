import { data, redirect } from 'react-router';
import type { Answer } from '#app/http/call.ts';
import { headersOf } from '#app/http/form-door.server.ts';

/** Of a form that was sent twice. */
export const REPEATED = 'This was already recorded. Nothing was saved twice.';

/** What a form has brought about, as its page shows it. */
export type Shown = Record<string, unknown> & { error?: string };

/** An operation's answer as what a page's action returns: status, cookies, how long to wait, words. */
export function asPage(answered: Answer, more: Shown = {}) {
  const body = { ...(answered.body as Shown), ...more };
  return data(body, { status: answered.status, headers: headersOf(answered) });
}

/** Leads on to another page, with the cookies of the answer. */
export function leadTo(path: string, answered: Answer): Response {
  return redirect(path, { status: 303, headers: headersOf(answered) });
}
