import { z } from '@hono/zod-openapi';
import { auditFile } from './audit-files.ts';
import { allEntries, findAudit } from './audit-runs.server.ts';
import { NO_SUCH_AUDIT } from '#app/admin/desk/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'A finished audit with all it found, to keep',
  access: 'admin',
  params: z.object({ id: z.string() }),
  answers: {
    200: z.looseObject({
      audit: z.string(),
      matches: z.boolean(),
      entries: z.array(z.looseObject({ product_id: z.int(), discrepancy: z.number() })),
    }),
  },
  async handle({ params }) {
    const run = await findAudit(params.id);
    if (!run?.report) return refuse(404, NO_SUCH_AUDIT);
    return answer(200, auditFile(run, run.report, await allEntries(run.id)), {
      'Content-Disposition': `attachment; filename="audit-${run.id}.json"`,
    });
  },
});
