import { z } from '@hono/zod-openapi';
import { monthlyDonations } from '#app/donations/monthly-donations.server.ts';
import { defineCall, refuse } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

const PER_ADDRESS = { name: 'monthly-donations', hits: 60, windowSeconds: 600 };

export default defineCall({
  summary: 'The monthly donations that a mailed link opens; the token is in no address',
  access: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  answers: {
    200: z.object({
      donations: z.array(
        z.object({
          customerId: z.string(),
          amount: z.number(),
          status: z.string(),
          isEnding: z.boolean(),
          periodEnd: z.string().nullable(),
          endedAt: z.string().nullable(),
        }),
      ),
    }),
  },
  async handle({ body, visitor }) {
    if (!(await withinLimit(PER_ADDRESS, visitor.addressHash))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    return monthlyDonations(body.token);
  },
});
