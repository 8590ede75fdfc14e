import { z } from '@hono/zod-openapi';
import { disputeEvidence } from './dispute-evidence.server.ts';
import { NO_SUCH_DISPUTE } from '#app/admin/desk/messages.ts';
import { present } from '#app/kit/assert.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'What an administrator needs to answer a dispute',
  access: 'admin',
  params: z.object({ id: z.string() }),
  answers: { 200: z.looseObject({ dispute: z.looseObject({ id: z.string() }) }) },
  async handle({ params, administrator }) {
    const by = present(administrator, 'the administrator');
    const evidence = await disputeEvidence(by, params.id);
    return evidence ? answer(200, evidence) : refuse(404, NO_SUCH_DISPUTE);
  },
});
