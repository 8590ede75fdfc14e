import Stripe from 'stripe';
import { emailOfLink } from './manage-link.server.ts';
import * as messages from './messages.ts';
import { subscriptionsOf } from './store.server.ts';
import { findOrderBySession } from '#app/funding/store.server.ts';
import { answer, refuse, type Visitor } from '#app/http/call.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe, whileVisitorWaits } from '#app/stripe/stripe.server.ts';

/** What a caller shows for the right to a customer's portal. */
interface PortalClaim {
  customerId?: string | undefined;
  /** The checkout session that the customer came from; good in the browser that paid it. */
  sessionId?: string | undefined;
  /** Of a mailed link. */
  token?: string | undefined;
}

/**
 * Opens the payment provider's portal for a customer: `{ url }`. A customer's id alone opens
 * nothing, and every claim that does not hold gets the same answer. `origin`
 * is where the visitor returns to.
 */
export async function createPortalSession(claim: PortalClaim, visitor: Visitor, origin: string) {
  const customer = await provenCustomer(claim, visitor);
  if (!customer) return refuse(403, messages.PORTAL_REFUSED);
  try {
    const return_url = `${origin}/donate`;
    const opening = stripe().billingPortal.sessions.create({ customer, return_url });
    const { url } = await whileVisitorWaits(opening);
    return answer(200, { url });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error({ err: error }, 'the payment provider opened no portal');
    return refuse(502, messages.PORTAL_FAILED);
  }
}

/** The customer that a claim is good for; undefined where it is good for none. */
async function provenCustomer(claim: PortalClaim, { browserHash }: Visitor) {
  const { customerId, sessionId, token } = claim;
  if (token) return customerOfLink(token, customerId);
  if (!customerId || !sessionId) return undefined;
  const order = await findOrderBySession(sessionId);
  const isOwn = order?.status === 'paid' && order.browserHash === browserHash;
  return isOwn && order.customerId === customerId ? customerId : undefined;
}

/** One of the customers behind a mailed link: the one that is named, else the first. */
async function customerOfLink(token: string, named?: string): Promise<string | undefined> {
  const email = await emailOfLink(token);
  if (!email) return undefined;
  const own = (await subscriptionsOf(email)).map((subscription) => subscription.customerId);
  return own.find((customerId) => named === undefined || customerId === named);
}
