import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Administrator } from '#app/http/call.ts';
import { administratorContext, tooLargeContext } from '#app/http/page-context.server.ts';
import { LOGIN_PATH } from '#app/http/private-pages.server.ts';

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
