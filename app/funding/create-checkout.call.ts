import { z } from '@hono/zod-openapi';
import { cartBody } from '#app/funding/cart-schema.ts';
import { checkoutLimit } from '#app/funding/check-out.server.ts';
import { createCheckout } from '#app/funding/create-checkout.server.ts';
import { defineCall } from '#app/platform/call.ts';

export default defineCall({
  summary: 'Reserve a funding list and open its checkout session',
  access: 'anyone',
  body: cartBody,
  answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
  async handle({ body, visitor, origin }) {
    return (await checkoutLimit(visitor)) ?? createCheckout(body.cart, visitor, origin);
  },
});
