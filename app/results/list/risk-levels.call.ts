import { z } from '@hono/zod-openapi';
import { pageSchema } from '#app/catalogue/product-schema.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { directionSchema, pageNumberSchema, searchSchema } from '#app/platform/http/list-query.ts';
import { log } from '#app/platform/log.server.ts';
import { RESULTS_UNREADABLE, testedProductsFailed } from '#app/results/messages.ts';
import { RISK_SORTS } from '#app/results/risk-level-row.ts';
import { listRiskLevels } from '#app/results/risk-levels.server.ts';
import { RISK_SORT_NAMES, riskSortOf } from './tested-query.ts';
import { riskLevelSchema } from '#app/results/tested-schema.ts';

export default defineCall({
  summary: 'One page of the tested products with their risk levels (child of 14 kg, EFSA)',
  access: 'anyone',
  sharedSeconds: 1,
  query: z.object({
    search: searchSchema,
    sort: z.enum(RISK_SORT_NAMES, `Sort by one of ${RISK_SORTS.join(', ')}.`).optional(),
    direction: directionSchema,
    page: pageNumberSchema,
  }),
  answers: { 200: pageSchema(riskLevelSchema) },
  async handle({ query }) {
    try {
      return answer(200, await listRiskLevels({ ...query, sort: riskSortOf(query.sort) }));
    } catch (error) {
      log.error({ err: error }, 'listing tested products failed');
      return refuse(500, testedProductsFailed(RESULTS_UNREADABLE));
    }
  },
});
