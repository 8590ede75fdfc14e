import { z } from '@hono/zod-openapi';
import { MAX_DOLLARS, MIN_DOLLARS } from './donation-amount.ts';

/** What a gift is for: `project`, `closest`, or that of a group such as `closest:dairy`; or a sentence. */
export const purposeInput = z.string().max(40);

/**
 * The body of both donation calls. Whatever is no amount gets the sentence of
 * `readDonationAmount`, so the schema lets everything pass. It is for the project where nothing is said.
 */
export const giftBody = z.object({
  amount: z
    .unknown()
    .optional()
    .openapi({ type: 'integer', minimum: MIN_DOLLARS, maximum: MAX_DOLLARS }),
  purpose: purposeInput.optional(),
});

/** One of the things that a gift may be for, with its words. */
export const purposeOffered = z.object({ value: z.string(), text: z.string() });

/** A monthly donation as its donor sees it; dollars, and moments in ISO 8601. */
export const monthlyDonation = z.object({
  /** Of the subscription. */
  id: z.string(),
  customerId: z.string(),
  /** What each payment funds, as `purposeInput` says it. */
  purpose: z.string(),
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

export type PurposeOffered = z.infer<typeof purposeOffered>;
