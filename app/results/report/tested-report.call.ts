import { z } from '@hono/zod-openapi';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { PRODUCT_NOT_FOUND } from '#app/results/messages.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import { testedReportSchema } from '#app/results/tested-schema.ts';

export default defineCall({
  summary: 'One tested product: samples, lots, concentrations and risk levels',
  access: 'anyone',
  sharedSeconds: 1,
  params: z.object({ original_id: z.string() }),
  answers: { 200: testedReportSchema },
  async handle({ params }) {
    const report = await findTestedReport(params.original_id);
    return report ? answer(200, report) : refuse(404, PRODUCT_NOT_FOUND);
  },
});
