import { z } from '@hono/zod-openapi';
import { listProducts } from './list-products.server.ts';
import { productsFailed } from '#app/catalogue/messages.ts';
import { pageSchema, productSchema } from '#app/catalogue/product-schema.ts';
import { PRODUCT_SORTS } from '#app/catalogue/product.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { directionSchema, pageNumberSchema, searchSchema } from '#app/platform/http/list-query.ts';
import { log } from '#app/platform/log.server.ts';

export default defineCall({
  summary: 'One page of the products that can be funded',
  access: 'anyone',
  sharedSeconds: 1,
  query: z.object({
    search: searchSchema,
    sort: z.enum(PRODUCT_SORTS, `Sort by one of ${PRODUCT_SORTS.join(', ')}.`).optional(),
    direction: directionSchema,
    page: pageNumberSchema,
    mode: z.enum(['demo'], 'The only mode is demo.').optional(),
  }),
  answers: { 200: pageSchema(productSchema) },
  async handle({ query }) {
    try {
      return answer(200, await listProducts(query));
    } catch (error) {
      log.error({ err: error }, 'listing products failed');
      return refuse(500, productsFailed('the catalog cannot be read right now'));
    }
  },
});
