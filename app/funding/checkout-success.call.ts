import { z } from '@hono/zod-openapi';
import { checkoutSuccess } from '#app/funding/checkout-success.server.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { defineCall, refuse } from '#app/platform/call.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

const PER_ADDRESS = { name: 'checkout-success', hits: 300, windowSeconds: 600 };

export default defineCall({
  summary: 'The order of a checkout session, recorded if it was not yet',
  access: 'anyone',
  query: z.object({ session_id: z.string().optional() }),
  answers: {
    200: z.object({
      success: z.literal(true),
      checkoutData: z.object({
        totalAmount: z.number(),
        /** Null once its payer has had themselves erased. */
        email: z.string().nullable(),
        products: z.array(
          z.object({
            productId: z.int(),
            name: z.string(),
            brand: z.string(),
            amount: z.number(),
          }),
        ),
        /** funding, submission, donation or subscription. */
        kind: z.string(),
        subscriptionId: z.string().nullable(),
        customerId: z.string().nullable(),
      }),
    }),
  },
  async handle({ query, visitor }) {
    if (!(await withinLimit(PER_ADDRESS, visitor.addressHash))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    return checkoutSuccess(query.session_id ?? '');
  },
});
