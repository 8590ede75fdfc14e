import Stripe from 'stripe';
import { emailOfLink } from './manage-link.server.ts';
import * as messages from './messages.ts';
import { readPurpose } from '#app/funding/gift-purpose.ts';
import { subscriptionsOf } from './store.server.ts';
import { syncSubscription } from './sync-subscription.server.ts';
import { answer, refuse } from '#app/http/call.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';

/**
 * Changes what the payments to come of a monthly donation are for: at Stripe, whose word of it is then
 * written down as whatever else it says, so that it comes back with a subscription that was lost here.
 */
export async function changePurpose(command: {
  token: string;
  subscriptionId: string;
  purpose: string;
}) {
  const { token, subscriptionId } = command;
  const email = await emailOfLink(token);
  if (!email) return refuse(403, messages.LINK_INVALID);
  const own = (await subscriptionsOf(email)).find(({ id }) => id === subscriptionId);
  if (!own || own.endedAt) return refuse(404, messages.NO_SUCH_DONATION);
  const purpose = readPurpose(command.purpose);
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
