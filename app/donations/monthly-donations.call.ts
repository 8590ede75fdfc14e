import { z } from '@hono/zod-openapi';
import { monthlyDonations } from './monthly-donations.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { defineCall } from '#app/platform/http/call.ts';
import { MONTHLY_DONATIONS } from '#app/platform/limits/limits.ts';

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
    const refused = await admit(MONTHLY_DONATIONS, visitor);
    if (refused) return refused;
    return monthlyDonations(body.token, visitor);
  },
});
