import { z } from '@hono/zod-openapi';
import { askForRefund } from '#app/funding/ask-for-refund.server.ts';
import { refundRequestSchema } from '#app/lookup/contribution-schema.ts';
import { findContribution } from '#app/lookup/list-contributions.server.ts';
import * as messages from '#app/lookup/messages.ts';
import { sessionOf } from '#app/lookup/session.server.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, withinLimit } from '#app/platform/rate-limit.server.ts';

const PER_EMAIL = { name: 'refund-request', hits: 50, windowSeconds: 86_400 };

export default defineCall({
  summary: 'Ask for a contribution back; an administrator decides',
  access: 'anyone',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    reason: z
      .string()
      .max(1_000, messages.REASON_TOO_LONG)
      .transform((text) => text.replaceAll('\0', '').trim())
      .default(''),
  }),
  answers: { 201: z.object({ refund_request: refundRequestSchema.nullable() }) },
  async handle({ params, body, raw }) {
    const session = await sessionOf(raw);
    if (!session) return refuse(401, messages.NOT_SIGNED_IN);
    const { emailNormalised } = session;
    if (!(await withinLimit(PER_EMAIL, emailKey(emailNormalised)))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    const id = params.id.toLowerCase();
    const asked = await askForRefund(id, emailNormalised, body.reason);
    if (!asked.ok) {
      const { why } = asked;
      if (why === 'unknown') return refuse(404, messages.NOT_YOURS);
      return refuse(409, messages.REFUND_REFUSALS[why]);
    }
    const contribution = await findContribution(emailNormalised, id);
    return answer(201, { refund_request: contribution?.refund_request ?? null });
  },
});
