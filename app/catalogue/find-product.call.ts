import { z } from '@hono/zod-openapi';
import { findProduct } from './find-product.server.ts';
import { PRODUCT_NOT_FOUND } from './messages.ts';
import { productSchema } from './product-schema.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'One product',
  access: 'anyone',
  sharedSeconds: 1,
  params: z.object({ id: z.string() }),
  answers: { 200: productSchema },
  async handle({ params }) {
    const product = /^\d{1,10}$/.test(params.id) ? await findProduct(Number(params.id)) : undefined;
    return product ? answer(200, product) : refuse(404, PRODUCT_NOT_FOUND);
  },
});
