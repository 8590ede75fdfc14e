import { z } from '@hono/zod-openapi';
import { normaliseEmail } from '#app/kit/text.ts';
import { followProduct } from '#app/mailing/follow-product.server.ts';
import { followSchema, productCode } from '#app/mailing/follow-schema.ts';
import { UNKNOWN_PRODUCT } from '#app/mailing/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { emailInput } from '#app/platform/email-input.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, withinLimits } from '#app/platform/rate-limit.server.ts';

const PER_ADDRESS = { name: 'follow:address', hits: 60, windowSeconds: 3600 };
/** Somebody else's mailbox must not be filled by following things in its name. */
const PER_EMAIL = { name: 'follow:email', hits: 50, windowSeconds: 86_400 };

export default defineCall({
  summary: 'Follow a product by email; a repeated follow answers as a new one',
  access: 'anyone',
  body: z.object({ product_id: productCode, email: emailInput }),
  answers: { 201: followSchema },
  async handle({ body, visitor: { addressHash, browserHash } }) {
    const { product_id: productId, email } = body;
    const who = emailKey(normaliseEmail(email));
    if (!(await withinLimits([PER_ADDRESS, addressHash], [PER_EMAIL, who]))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    const follow = await followProduct({ productId, email, browserHash });
    if (!follow) return refuse(404, UNKNOWN_PRODUCT);
    return answer(201, { id: follow.id, product_id: follow.productId });
  },
});
