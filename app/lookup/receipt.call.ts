import { z } from '@hono/zod-openapi';
import { receiptSchema } from './contribution-schema.ts';
import { NOT_SIGNED_IN, NOT_YOURS } from './messages.ts';
import { receiptFor } from './receipt.server.ts';
import { sessionOf } from './session.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: "The receipt of the payment behind one of this person's contributions",
  access: 'anyone',
  params: z.object({ id: z.string().max(64) }),
  answers: { 200: receiptSchema },
  async handle({ params, raw }) {
    const session = await sessionOf(raw);
    if (!session) return refuse(401, NOT_SIGNED_IN);
    const receipt = await receiptFor(session.emailNormalised, params.id.toLowerCase());
    return receipt ? answer(200, receipt) : refuse(404, NOT_YOURS);
  },
});
