import { z } from '@hono/zod-openapi';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { noteStripeClock } from '#app/stripe/clocks.server.ts';
import { verifyWebhook } from '#app/stripe/webhook-inbox.server.ts';
import { receiveEvent } from './webhooks.ts';

export default {
  webhooks: defineCall({
    summary: 'Stripe tells what happened; signed, stored once, processed later',
    access: 'anyone',
    rawBodyBytes: 1_048_576,
    answers: { 200: z.object({ received: z.literal(true) }) },
    async handle({ raw }) {
      const body = Buffer.from(await raw.arrayBuffer());
      const verified = await verifyWebhook(body, raw.headers.get('stripe-signature') ?? '');
      if (!verified.ok) return refuse(400, verified.why);
      await receiveEvent(verified.event);
      noteStripeClock(verified.event);
      return answer(200, { received: true });
    },
  }),
};
