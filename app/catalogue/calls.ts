import { z } from '@hono/zod-openapi';
import { findProduct } from './find-product.server.ts';
import { groups } from './groups.ts';
import { FUNDING_STATES } from '#app/catalogue/list/funding-states.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import { CATALOGUE_UNREADABLE, PRODUCT_NOT_FOUND, productsFailed } from './messages.ts';
import { PRODUCT_DETAILS_FAILED } from './product-messages.ts';
import { pageSchema, productSchema } from './product-schema.ts';
import { PRODUCT_SORTS } from './product.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';
import { answerTrouble, logFailure } from '#app/http/answer-trouble.server.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { directionSchema, pageNumberSchema, searchSchema } from '#app/http/list-query.ts';

const FUNDING_KEYS = FUNDING_STATES.map(({ key }) => key);
const GROUP_KEYS = groups.map(({ key }) => key);

export default {
  listProducts: defineCall({
    summary: 'One page of the products that can be funded',
    access: 'anyone',
    sharedSeconds: 1,
    query: z.object({
      search: searchSchema,
      sort: z.enum(PRODUCT_SORTS, `Sort by one of ${PRODUCT_SORTS.join(', ')}.`).optional(),
      direction: directionSchema,
      page: pageNumberSchema,
      panel: z.enum(PANEL_KEYS, `Choose one of ${PANEL_KEYS.join(', ')}.`).optional(),
      mode: z.enum(['demo'], 'The only mode is demo.').optional(),
      funding: z
        .enum(FUNDING_KEYS, `Choose one of ${FUNDING_KEYS.join(', ')}.`)
        .openapi({ description: 'products in one state of funding; a search covers all of them' })
        .optional(),
      category: z.enum(GROUP_KEYS, `Choose one of ${GROUP_KEYS.join(', ')}.`).optional(),
    }),
    answers: { 200: pageSchema(productSchema) },
    async handle({ query }) {
      try {
        const funding = query.search ? undefined : query.funding;
        return answer(200, await listProducts({ ...query, funding }));
      } catch (error) {
        logFailure(error, {}, 'listing products failed');
        return answerTrouble(error, productsFailed(CATALOGUE_UNREADABLE));
      }
    },
  }),
  findProduct: defineCall({
    summary: 'One product',
    access: 'anyone',
    sharedSeconds: 1,
    params: z.object({ id: z.string() }),
    answers: { 200: productSchema },
    async handle({ params }) {
      try {
        const product = /^\d{1,10}$/.test(params.id)
          ? await findProduct(Number(params.id))
          : undefined;
        return product ? answer(200, product) : refuse(404, PRODUCT_NOT_FOUND);
      } catch (error) {
        logFailure(error, {}, 'reading a product failed');
        return answerTrouble(error, PRODUCT_DETAILS_FAILED);
      }
    },
  }),
};
