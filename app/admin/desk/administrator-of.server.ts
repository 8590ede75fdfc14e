import { redirect, type RouterContextProvider } from 'react-router';
import type { Administrator } from '#app/platform/http/call.ts';
import { administratorContext } from '#app/platform/http/page-context.server.ts';
import { LOGIN_PATH } from '#app/platform/http/private-pages.server.ts';

/**
 * Who a page below /admin is drawn for, as the gate in front of it has found out for this request.
 * Every loader and action there begins with it: reached in any other way, it leads to the login.
 */
export function administratorOf(context: Readonly<RouterContextProvider>): Administrator {
  const administrator = context.get(administratorContext);
  if (!administrator) throw redirect(LOGIN_PATH);
  return administrator;
}
