import { z } from '@hono/zod-openapi';
import { checkoutSuccess } from './checkout-success.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { defineCall } from '#app/platform/http/call.ts';
import { CHECKOUT_SUCCESS } from '#app/platform/limits/limits.ts';

export default defineCall({
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
            brand: z.string(),
            amount: z.number(),
          }),
        ),
        /** funding, submission, donation or subscription. */
        kind: z.string(),
        subscriptionId: z.string().nullable(),
        customerId: z.string().nullable(),
        /** Whether this browser paid. */
        isOwn: z.boolean(),
      }),
    }),
  },
  async handle({ query, visitor }) {
    const refused = await admit(CHECKOUT_SUCCESS, visitor);
    if (refused) return refused;
    return checkoutSuccess(query.session_id ?? '', visitor);
  },
});
