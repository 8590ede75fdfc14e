import * as messages from './messages.ts';
import { findOrderBySession } from '#app/funding/store.server.ts';
import { isErased } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { MANAGE_LINKS } from '#app/http/limits/limits.ts';
import { requestMail } from '#app/http/limits/request-mail.server.ts';

/** Takes the request for a link to manage monthly donations. */
export async function askForManageLink(email: string, visitor: Visitor) {
  const asked = { limit: MANAGE_LINKS, message: messages.LINK_SENT };
  return requestMail('manage-link', email, visitor, asked);
}

/**
 * The same for whoever holds a checkout session and not its browser: the link goes to the address
 * that paid, which is not told. Any other session gets the same answer, and nothing is sent.
 */
export async function askForOrderLink(sessionId: string, visitor: Visitor) {
  const order = /^\w+$/.test(sessionId) ? await findOrderBySession(sessionId) : undefined;
  const isMonthly = order?.kind === 'subscription' && order.status === 'paid';
  const email = isMonthly && order.email && !isErased(order.email) ? order.email : undefined;
  if (email) return askForManageLink(email, visitor);
  const refused = await admit(MANAGE_LINKS, visitor, { email: sessionId });
  return refused ?? answer(200, { message: messages.LINK_SENT });
}
