import { z } from '@hono/zod-openapi';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { refundRequestSchema } from './contribution-schema.ts';
import { findContribution } from './list-contributions.server.ts';
import * as messages from './messages.ts';
import { sessionOf } from './session.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { REFUND_REQUESTS } from '#app/platform/limits/limits.ts';

export default defineCall({
  summary: 'Ask for a contribution back; an administrator decides',
  access: 'anyone',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({
    reason: z.string().max(1_000, messages.REASON_TOO_LONG).trim().default(''),
  }),
  answers: { 201: z.object({ refund_request: refundRequestSchema.nullable() }) },
  async handle({ params, body, raw, visitor }) {
    const session = await sessionOf(raw);
    if (!session) return refuse(401, messages.NOT_SIGNED_IN);
    const { emailNormalised } = session;
    const refused = await admit(REFUND_REQUESTS, visitor, { email: emailNormalised });
    if (refused) return refused;
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
