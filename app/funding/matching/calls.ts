import { z } from '@hono/zod-openapi';
import { payMatch } from './pay-match.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default {
  createSponsorCheckout: defineCall({
    summary:
      'Open the checkout session of what a sponsor has not paid in yet, by the key of their match',
    access: 'anyone',
    body: z.object({ match: z.int().min(1).max(2_000_000_000), key: z.string().max(100) }),
    answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
    async handle({ body, visitor, origin }) {
      return payMatch(body.match, body.key, visitor, origin);
    },
  }),
};
