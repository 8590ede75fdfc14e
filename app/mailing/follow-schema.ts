import { z } from '@hono/zod-openapi';
import { UNKNOWN_PRODUCT } from '#app/mailing/messages.ts';

/** A follow as the calls answer it. */
export const followSchema = z.object({ id: z.string(), product_id: z.number() });

/** A product's code, in an address or in a body. */
export const productCode = z.coerce
  .number(UNKNOWN_PRODUCT)
  .int(UNKNOWN_PRODUCT)
  .min(1, UNKNOWN_PRODUCT)
  .max(2_147_483_647, UNKNOWN_PRODUCT);
