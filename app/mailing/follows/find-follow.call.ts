import { z } from '@hono/zod-openapi';
import { findFollow } from './follow-product.server.ts';
import { followSchema } from './follow-schema.ts';
import { UNKNOWN_PRODUCT } from '#app/mailing/messages.ts';
import { answer, defineCall } from '#app/platform/http/call.ts';
import { emailInput } from '#app/platform/http/email-input.ts';

export default defineCall({
  summary: "Whether this browser follows a product under an address; never another browser's",
  access: 'anyone',
  query: z.object({
    product_id: z
      .string()
      .regex(/^\d{1,10}$/, UNKNOWN_PRODUCT)
      .transform(Number),
    email: emailInput,
  }),
  answers: { 200: z.object({ follow: followSchema.nullable() }) },
  async handle({ query, visitor: { browserHash } }) {
    const { product_id: productId, email } = query;
    const found = await findFollow({ productId, email, browserHash });
    return answer(200, { follow: found ? { id: found.id, product_id: found.productId } : null });
  },
});
