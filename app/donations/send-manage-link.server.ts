import { randomUUID } from 'node:crypto';
import * as messages from './messages.ts';
import { findOrderBySession } from '#app/funding/store.server.ts';
import { isErased, normaliseEmail } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, type Visitor } from '#app/http/call.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { MANAGE_LINKS } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';

/**
 * Takes the request for a link to manage monthly donations. Known and unknown addresses get the same
 * answer for the same work, a queued mail: whether there is anything to write is looked up when it
 * is written.
 */
export async function askForManageLink(email: string, visitor: Visitor) {
  const emailNormalised = normaliseEmail(email);
  const refused = await admit(MANAGE_LINKS, visitor, { email: emailNormalised });
  if (refused) return refused;
  await inTransaction((tx) =>
    queueMails(tx, [
      {
        name: 'manage-link',
        toEmail: emailNormalised,
        params: { browserHash: visitor.browserHash },
        dedupeKey: `manage-link:${randomUUID()}`,
      },
    ]),
  );
  return answer(200, { message: messages.LINK_SENT });
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
