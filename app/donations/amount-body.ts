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

/** A monthly donation as its donor sees it; dollars, and moments in ISO 8601. */
export const monthlyDonation = z.object({
  customerId: z.string(),
  amount: z.number(),
  /** As Stripe names it. */
  status: z.string(),
  /** It ends with the period that runs. */
  isEnding: z.boolean(),
  /** When the running period ends: the next payment, or the end. */
  periodEnd: z.string().nullable(),
  endedAt: z.string().nullable(),
});

export type MonthlyDonation = z.infer<typeof monthlyDonation>;
