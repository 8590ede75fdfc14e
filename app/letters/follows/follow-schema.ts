import { z } from '@hono/zod-openapi';
import { UNKNOWN_PRODUCT } from '#app/letters/messages.ts';

/** A follow as the calls answer it. */
export const followSchema = z.object({
  id: z.string(),
  product_id: z.number().optional(),
  kind: z.string().optional(),
});

/** A product's code in a body; what is a number and no code is unknown. */
export const productCode = z.number(UNKNOWN_PRODUCT);

/** The key of a kind of products. */
export const kindKey = z.string().max(40).openapi({
  description: 'In the place of product_id: a kind of products, such as infant-formula',
});
