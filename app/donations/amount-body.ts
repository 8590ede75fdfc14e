import { z } from '@hono/zod-openapi';
import { MAX_DOLLARS, MIN_DOLLARS } from './donation-amount.ts';

/**
 * The body of both donation calls. Whatever is no amount gets the sentence of
 * `readDonationAmount`, so the schema lets everything pass.
 */
export const amountBody = z.object({
  amount: z
    .unknown()
    .optional()
    .openapi({ type: 'integer', minimum: MIN_DOLLARS, maximum: MAX_DOLLARS }),
});

export const checkoutAnswer = z.object({ sessionId: z.string(), url: z.string() });
