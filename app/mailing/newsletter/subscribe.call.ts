import { z } from '@hono/zod-openapi';
import { normaliseEmail } from '#app/kit/text.ts';
import { ALREADY_SUBSCRIBED, SUBSCRIBED } from '#app/mailing/messages.ts';
import { subscribe } from './subscribe.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { emailInput } from '#app/platform/http/email-input.ts';
import { SUBSCRIPTIONS } from '#app/platform/limits/limits.ts';

export default defineCall({
  summary: 'Subscribe to the newsletter; a mailed link confirms it',
  access: 'anyone',
  body: z.object({
    email: emailInput,
    query: z.string().max(200).optional(),
    status: z.literal('new').optional(),
  }),
  answers: { 201: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    const refused = await admit(SUBSCRIPTIONS, visitor, { email: normaliseEmail(body.email) });
    if (refused) return refused;
    const isTaken = await subscribe({ ...body, browserHash: visitor.browserHash });
    return isTaken ? answer(201, { message: SUBSCRIBED }) : refuse(409, ALREADY_SUBSCRIBED);
  },
});
