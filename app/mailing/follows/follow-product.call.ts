import { z } from '@hono/zod-openapi';
import { normaliseEmail } from '#app/kit/text.ts';
import { followProduct } from './follow-product.server.ts';
import { followSchema, productCode } from './follow-schema.ts';
import { UNKNOWN_PRODUCT } from '#app/mailing/messages.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { emailInput } from '#app/platform/http/email-input.ts';
import { FOLLOWS } from '#app/platform/limits/limits.ts';

export default defineCall({
  summary: 'Follow a product by email; a repeated follow answers as a new one',
  access: 'anyone',
  body: z.object({ product_id: productCode, email: emailInput }),
  answers: { 201: followSchema },
  async handle({ body, visitor }) {
    const { product_id: productId, email } = body;
    const refused = await admit(FOLLOWS, visitor, { email: normaliseEmail(email) });
    if (refused) return refused;
    const { browserHash } = visitor;
    const follow = await followProduct({ productId, email, browserHash });
    if (!follow) return refuse(404, UNKNOWN_PRODUCT);
    return answer(201, { id: follow.id, product_id: follow.productId });
  },
});
