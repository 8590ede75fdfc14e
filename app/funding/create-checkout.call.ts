import { z } from '@hono/zod-openapi';
import { config } from '#app/config.ts';
import { cartBody } from '#app/funding/cart-schema.ts';
import { createCheckout } from '#app/funding/create-checkout.server.ts';
import { TOO_MANY_CHECKOUTS } from '#app/funding/messages.ts';
import { defineCall, refuse } from '#app/platform/call.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

/** Against card testing and hoarding (design "Money" 3). */
const PER_BROWSER = { name: 'create-checkout:browser', hits: 30, windowSeconds: 600 };

export default defineCall({
  summary: 'Reserve a funding list and open its checkout session',
  access: 'anyone',
  body: cartBody,
  answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
  async handle({ body, visitor, origin }) {
    const perAddress = {
      name: 'create-checkout:address',
      hits: config().CHECKOUTS_PER_ADDRESS,
      windowSeconds: 600,
    };
    // The address first: who brings no cookie is a new browser every time.
    const allowed =
      (await withinLimit(perAddress, visitor.addressHash)) &&
      (await withinLimit(PER_BROWSER, visitor.browserHash));
    if (!allowed) return refuse(429, TOO_MANY_CHECKOUTS);
    return createCheckout(body.cart, visitor, origin);
  },
});
