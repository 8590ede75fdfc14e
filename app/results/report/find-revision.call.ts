import { z } from '@hono/zod-openapi';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { findRevision } from './find-revision.server.ts';
import { PRODUCT_NOT_FOUND, REVISION_NOT_FOUND } from '#app/results/messages.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import { revisionSchema, testedReportSchema } from '#app/results/tested-schema.ts';

export default defineCall({
  summary: 'One tested product as its results stood at one publication',
  access: 'anyone',
  sharedSeconds: 1,
  params: z.object({ original_id: z.string(), number: z.string() }),
  answers: { 200: z.object({ revision: revisionSchema, product: testedReportSchema }) },
  async handle({ params }) {
    const number = /^\d{1,9}$/.test(params.number) ? Number(params.number) : 0;
    const found = await findRevision(params.original_id, number);
    if (found) return answer(200, { revision: found.revision, product: found.report });
    const isKnown = await findTestedReport(params.original_id);
    return refuse(404, isKnown ? REVISION_NOT_FOUND : PRODUCT_NOT_FOUND);
  },
});
