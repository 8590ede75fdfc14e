import { z } from '@hono/zod-openapi';
import { contributionLines, differenceLines, productLines } from './audit-files.ts';
import { allEntries, findAudit } from './audit-runs.server.ts';
import { NO_SUCH_AUDIT } from '#app/admin/desk/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'A finished audit as a CSV file: a line a product, a contribution, or a difference',
  access: 'admin',
  params: z.object({ id: z.string() }),
  query: z.object({
    lines: z.enum(['products', 'contributions', 'differences']).default('products'),
  }),
  answers: { 200: z.string() },
  mediaType: 'text/csv',
  async handle({ params, query: { lines } }) {
    const run = await findAudit(params.id);
    if (!run?.report) return refuse(404, NO_SUCH_AUDIT);
    const text =
      lines === 'differences'
        ? differenceLines(run)
        : (lines === 'products' ? productLines : contributionLines)(await allEntries(run.id));
    return answer(200, text, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-${lines}-${run.id}.csv"`,
    });
  },
});
