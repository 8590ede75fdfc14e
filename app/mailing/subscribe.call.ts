import { z } from '@hono/zod-openapi';
import { normaliseEmail } from '#app/kit/text.ts';
import { ALREADY_SUBSCRIBED, SUBSCRIBED } from '#app/mailing/messages.ts';
import { subscribe } from '#app/mailing/subscribe.server.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { emailInput } from '#app/platform/email-input.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, EVERYBODY, withinLimits } from '#app/platform/rate-limit.server.ts';

/** The sentence for a known address tells that it is known (decision 0018): few may be asked. */
const PER_ADDRESS = { name: 'subscribe:address', hits: 10, windowSeconds: 3600 };
const PER_EMAIL = { name: 'subscribe:email', hits: 5, windowSeconds: 86_400 };
const OVERALL = { name: 'subscribe:overall', hits: 1_000, windowSeconds: 3600 };

export default defineCall({
  summary: 'Subscribe to the newsletter; a mailed link confirms it',
  access: 'anyone',
  body: z.object({
    email: emailInput,
    query: z
      .string()
      .max(200)
      .refine((text) => !text.includes('\0'), 'The search text cannot carry a zero byte.')
      .optional(),
    status: z.literal('new').optional(),
  }),
  answers: { 201: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    const isAllowed = await withinLimits(
      [PER_ADDRESS, visitor.addressHash],
      [PER_EMAIL, emailKey(normaliseEmail(body.email))],
      [OVERALL, EVERYBODY],
    );
    if (!isAllowed) return refuse(429, TOO_MANY_REQUESTS);
    const isNew = await subscribe(body);
    return isNew ? answer(201, { message: SUBSCRIBED }) : refuse(409, ALREADY_SUBSCRIBED);
  },
});
