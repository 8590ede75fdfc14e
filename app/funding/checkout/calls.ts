import { z } from '@hono/zod-openapi';
import { cancelCheckout, checkoutSuccess } from './after-checkout.server.ts';
import { cartBody, cartValidation } from '#app/funding/cart-schema.ts';
import { checkoutLimit } from './check-out.server.ts';
import { createCheckout } from './create-checkout.server.ts';
import { hasOddCents, validateFreed } from './validate-cart.server.ts';
import { AMOUNT_NOT_WHOLE, CANCEL_NOT_VISITED } from '#app/funding/messages.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { CHECKOUT_SUCCESS } from '#app/http/limits/limits.ts';

export default {
  validateCart: defineCall({
    summary: 'What of a funding list can be paid for now',
    access: 'anyone',
    body: cartBody,
    answers: { 200: cartValidation },
    async handle({ body, visitor }) {
      if (await hasOddCents(body.cart)) return refuse(400, AMOUNT_NOT_WHOLE);
      return answer(200, await validateFreed(body.cart, visitor));
    },
  }),
  createCheckout: defineCall({
    summary: 'Reserve a funding list and open its checkout session',
    access: 'anyone',
    body: cartBody,
    answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
    refusal: cartValidation.partial(),
    handle: async ({ body, visitor, origin }) =>
      (await checkoutLimit(visitor)) ?? createCheckout(body.cart, visitor, origin),
  }),
  cancelCheckout: defineCall({
    summary:
      "Where the hosted page's way back leads: ends the checkout of this browser's own order",
    access: 'anyone',
    query: z.object({ order: z.string().max(100).default('') }),
    answers: { 303: z.object({}) },
    async handle({ query, visitor, raw }) {
      if (!isVisit(raw)) return refuse(403, CANCEL_NOT_VISITED);
      return answer(303, {}, { Location: await cancelCheckout(query.order, visitor) });
    },
  }),
  checkoutSuccess: defineCall({
    summary: 'The order of a checkout session, recorded if it was not yet',
    access: 'anyone',
    query: z.object({ session_id: z.string().optional() }),
    answers: {
      200: z.object({
        success: z.literal(true),
        checkoutData: z.object({
          totalAmount: z.number(),
          /** Null once its payer has had themselves erased; masked for another browser than theirs. */
          email: z.string().nullable(),
          products: z.array(
            z.object({
              productId: z.int(),
              name: z.string(),
              brand: z.string().openapi({ description: 'empty where it is not known' }),
              amount: z.number(),
              /** Dollars of the amount that were more than was needed, and go back. */
              excess: z.number().optional(),
            }),
          ),
          /** Where nothing of it counts anymore. */
          isTakenBack: z.boolean().optional().openapi({ description: 'disputed, or refunded' }),
          /** funding, submission, donation or subscription. */
          kind: z.string(),
          subscriptionId: z.string().nullable(),
          customerId: z.string().nullable(),
          /** Whether this browser paid. */
          isOwn: z.boolean(),
        }),
      }),
    },
    refusal: z.object({ success: z.literal(false).optional() }),
    handle: async ({ query, visitor }) =>
      (await admit(CHECKOUT_SUCCESS, visitor)) ?? checkoutSuccess(query.session_id ?? '', visitor),
  }),
};

/**
 * Whether somebody goes there: what a browser fetches ahead, or for another page, ends nothing.
 * A link on another site ends nothing either, since nobody but the payer knows the order's id.
 */
function isVisit({ method, headers }: Request): boolean {
  const target = headers.get('sec-fetch-dest') ?? 'document';
  const purpose = `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')}`;
  return method === 'GET' && target === 'document' && !/prefetch|prerender|preview/i.test(purpose);
}
