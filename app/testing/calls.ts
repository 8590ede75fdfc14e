import { z } from '@hono/zod-openapi';
import { PRODUCT_NOT_FOUND } from '#app/catalogue/messages.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { findTesting } from './find-testing.server.ts';
import { testingSchema } from './testing-schema.ts';

export default {
  findTesting: defineCall({
    summary: 'How far a product’s test is, sample by sample, and where its money went',
    access: 'anyone',
    sharedSeconds: 1,
    params: z.object({ id: z.string() }),
    answers: { 200: testingSchema },
    async handle({ params }) {
      const testing = /^\d{1,10}$/.test(params.id)
        ? await findTesting(Number(params.id))
        : undefined;
      return testing ? answer(200, testing) : refuse(404, PRODUCT_NOT_FOUND);
    },
  }),
};
