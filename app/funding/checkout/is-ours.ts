import { isUuid } from '#app/kit/text.ts';

/**
 * Whether something at Stripe (a session, a payment intent, a subscription) says that it is of an
 * order of this site. A subscription's payments say nothing: their subscription does.
 */
export function isOurs(made: { metadata?: Record<string, string> | null }): boolean {
  return isUuid(made.metadata?.order_id ?? '');
}
