import { z } from '@hono/zod-openapi';
import { UNKNOWN_PRODUCT } from '#app/letters/messages.ts';

/** A follow as the calls answer it. */
export const followSchema = z.object({ id: z.string(), product_id: z.number() });

/** A product's code in a body; what is a number and no code is unknown. */
export const productCode = z.number(UNKNOWN_PRODUCT);
