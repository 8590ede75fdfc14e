import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Answer, Administrator } from '#app/http/call.ts';
import { headersOf } from '#app/http/form-adapter.server.ts';
import { administratorContext, tooLargeContext } from '#app/http/page-context.server.ts';
import { LOGIN_PATH } from '#app/http/private-pages.server.ts';

/** What a form has brought about, as its page shows it. */
type Shown = Record<string, unknown> & { error?: string };

/** An operation's answer as what a page's action returns: status, cookies, how long to wait, words. */
export function asPage(answered: Answer, more: Shown = {}) {
  const body = { ...(answered.body as Shown), ...more };
  return data(body, { status: answered.status, headers: headersOf(answered) });
}

/** Leads on to another page, with the cookies of the answer. */
export function leadTo(path: string, answered: Answer): Response {
  return redirect(path, { status: 303, headers: headersOf(answered) });
}

/** Leads back to the page at `path`, which says by its address what was done; refused, as `asPage`. */
export function asDone(path: string, answered: Answer, more: Shown = {}) {
  if (answered.status !== 200) return asPage(answered, more);
  const { done } = answered.body as { done: string };
  return leadTo(`${path}?${new URLSearchParams({ done })}`, answered);
}

/**
 * Who a page below /admin is drawn for, as the gate in front of it has found out for this request.
 * Every loader and action there begins with it: reached in any other way, it leads to the login. Where
 * more was sent than the page takes, the page that says so stands in its place.
 */
export function administratorOf(context: Readonly<RouterContextProvider>): Administrator {
  const administrator = context.get(administratorContext);
  if (!administrator) throw redirect(LOGIN_PATH);
  if (context.get(tooLargeContext))
    throw data(
      'What you sent is larger than this page accepts. None of it was read, and nothing was saved. The form says how large a file may be.',
      { status: 413 },
    );
  return administrator;
}
