import { z } from '@hono/zod-openapi';
import { PRODUCT_NOT_FOUND } from '#app/catalogue/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { findLabSamples } from './lab-samples.server.ts';
import { labSampleSchema } from '#app/results/tested-schema.ts';

export default defineCall({
  summary: 'The lab samples of one product, once it is tested',
  access: 'anyone',
  sharedSeconds: 1,
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ items: z.array(labSampleSchema) }) },
  async handle({ params }) {
    const { id } = params;
    const items = /^\d{1,10}$/.test(id) ? await findLabSamples(Number(id)) : undefined;
    return items ? answer(200, { items }) : refuse(404, PRODUCT_NOT_FOUND);
  },
});
