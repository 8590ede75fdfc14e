import { z } from '@hono/zod-openapi';
import { cartBody } from './cart-schema.ts';
import { checkoutLimit } from './check-out.server.ts';
import { createCheckout } from './create-checkout.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Reserve a funding list and open its checkout session',
  access: 'anyone',
  body: cartBody,
  answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
  async handle({ body, visitor, origin }) {
    return (await checkoutLimit(visitor)) ?? createCheckout(body.cart, visitor, origin);
  },
});
