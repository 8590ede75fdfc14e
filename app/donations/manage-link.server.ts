import Stripe from 'stripe';
import { siteUrl } from '#app/config.ts';
import type { MonthlyDonation } from './amount-body.ts';
import * as messages from './messages.ts';
import { purposesOffered } from './purposes.server.ts';
import { subscriptionsOf, type Subscription } from './store.server.ts';
import { syncSubscription } from './sync-subscription.server.ts';
import { readPurpose } from '#app/funding/gift-purpose.ts';
import { findOrderBySession } from '#app/funding/store.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isErased } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, refuse, type Visitor } from '#app/http/call.ts';
import { MANAGE_LINKS } from '#app/http/limits/limits.ts';
import { requestMail } from '#app/http/limits/request-mail.server.ts';
import { createToken, findToken, noteProven } from '#app/mail/tokens.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe, whileVisitorWaits } from '#app/stripe/stripe.server.ts';

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

/** Makes a link that opens a person's monthly donations. */
export async function createManageLink(emailNormalised: string): Promise<string> {
  const token = await createToken('manage-link', emailNormalised);
  return `${siteUrl()}/donate/manage?token=${token}`;
}

/** The mailbox that a link was sent to; undefined where it is unknown or has expired. */
async function emailOfLink(token: string): Promise<string | undefined> {
  return (await findToken('manage-link', token))?.subject;
}

/** The monthly donations that a mailed link opens. It changes nothing of them, however often it is asked. */
export async function monthlyDonations(token: string, { browserHash }: Visitor) {
  const email = await emailOfLink(token);
  if (!email) return refuse(403, messages.LINK_INVALID);
  await noteProven(email, browserHash);
  const donations = (await subscriptionsOf(email)).map(shown);
  const own = donations.map(({ purpose }) => purpose);
  return answer(200, { donations, purposes: await purposesOffered(own) });
}

function shown(row: Subscription): MonthlyDonation {
  return {
    id: row.id,
    customerId: row.customerId,
    purpose: row.purpose,
    amount: dollarsFromCents(row.amountCents),
    status: row.status,
    isEnding: row.cancelAtPeriodEnd,
    periodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/**
 * Changes what the payments to come of a monthly donation are for: at Stripe, whose word of it is then
 * written down as whatever else it says, so that it comes back with a subscription that was lost here.
 */
export async function changePurpose({
  token,
  subscriptionId,
  purpose: asked,
}: Record<'token' | 'subscriptionId' | 'purpose', string>) {
  const email = await emailOfLink(token);
  if (!email) return refuse(403, messages.LINK_INVALID);
  const own = (await subscriptionsOf(email)).find(({ id }) => id === subscriptionId);
  if (!own || own.endedAt) return refuse(404, messages.NO_SUCH_DONATION);
  const purpose = readPurpose(asked);
  if (!purpose) return refuse(400, messages.PURPOSE_UNKNOWN);
  try {
    await stripe().subscriptions.update(subscriptionId, { metadata: { purpose } });
    await syncSubscription(subscriptionId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error({ err: error, subscriptionId }, 'the purpose of a monthly donation was not changed');
    return refuse(502, messages.PURPOSE_FAILED);
  }
  return answer(200, { message: messages.PURPOSE_CHANGED });
}

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
  if (token) {
    // Of those behind a mailed link, the one that is named, else the first.
    const email = await emailOfLink(token);
    const own = email ? await subscriptionsOf(email) : [];
    return own.map((one) => one.customerId).find((one) => one === (customerId ?? one));
  }
  if (!customerId || !sessionId) return undefined;
  const order = await findOrderBySession(sessionId);
  const isOwn = order?.status === 'paid' && order.browserHash === browserHash;
  return isOwn && order.customerId === customerId ? customerId : undefined;
}
