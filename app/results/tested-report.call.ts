import { z } from '@hono/zod-openapi';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { PRODUCT_NOT_FOUND } from './messages.ts';
import { findTestedReport } from './tested-report.server.ts';
import { testedReportSchema } from './tested-schema.ts';

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
