import { z } from '@hono/zod-openapi';

const status = z.enum([
  'pending',
  'paid',
  'refund_pending',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
]);
const kind = z.enum(['funding', 'submission', 'donation', 'subscription', 'renewal']);

export type ContributionStatus = z.infer<typeof status>;

export const refundRequestSchema = z.object({
  status: z.enum(['open', 'granted', 'declined']),
  requested_at: z.string(),
  decided_at: z.string().nullable(),
  /** What an administrator said to it. */
  note: z.string().nullable(),
});

export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** A past contribution as its giver sees it; amounts in dollars. */
const contributionSchema = z.object({
  id: z.string(),
  /** null: a donation. */
  product_id: z.number().nullable(),
  email: z.string(),
  amount: z.number(),
  stripe_payment_id: z.string().nullable(),
  status,
  /** Moments are in ISO 8601. */
  created_at: z.string(),
  kind,
  /** More than the product needed: it goes back. */
  is_excess: z.boolean(),
  /** When it goes back by itself, if the goal is not reached by then. */
  refund_due_at: z.string().nullable(),
  refunded_at: z.string().nullable(),
  /** It did not go back to what it was paid with, but by other means, on that day. */
  is_refunded_otherwise: z.boolean(),
  /** The latest request to have it back. */
  refund_request: refundRequestSchema.nullable(),
  can_request_refund: z.boolean(),
  /** What was paid for, where it has moved since. */
  moved_from: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Its giver can move it to another product or to the project. */
  can_move: z.boolean(),
  product: z
    .object({
      id: z.number(),
      name: z.string(),
      brand: z.string().nullable().openapi({ description: 'null where it is not known' }),
      testing_status: z.string(),
      /** The day on which its test was ended without results, as `2026-11-21`; null where it was not. */
      test_ended_on: z.iso.date().nullable(),
      image_url: z.string().nullable(),
      is_removed: z.boolean(),
      /** Nobody can give to it while it is looked into. */
      is_hidden: z.boolean(),
      /** Its first sample is bought: nothing given to it goes back any more. */
      has_testing_begun: z.boolean(),
      /** A dispute alone keeps it from its goal: nothing goes back by age until that is decided. */
      is_contested: z.boolean(),
    })
    .nullable(),
});

export type Contribution = z.infer<typeof contributionSchema>;

/** Everything that was given under one address, the newest first. */
export const contributionsSchema = z.object({
  email: z.string(),
  /** Until when this browser may look. */
  expires_at: z.string(),
  contributions: z.array(contributionSchema),
  /** The page on which the person says what mails they get. */
  preferences_url: z.string(),
});

export type Contributions = z.infer<typeof contributionsSchema>;

export const receiptSchema = z.object({
  site: z.string(),
  reference: z.string(),
  paid_at: z.string(),
  total: z.number(),
  kind,
  stripe_payment_id: z.string().nullable(),
  email: z.string(),
  lines: z.array(
    z.object({
      name: z.string(),
      brand: z.string().nullable().openapi({ description: 'null where it is not known' }),
      /** The product that was paid for; null: a donation. */
      product_id: z.number().nullable(),
      /** The one that it is now, where it was a duplicate of another. */
      merged_into: z.object({ id: z.number(), name: z.string() }).nullable(),
      /** Where its giver has moved it; a number of null is the project. */
      moved_to: z.object({ id: z.number().nullable(), name: z.string() }).nullable(),
      amount: z.number(),
      is_excess: z.boolean(),
      status,
      refunded_at: z.string().nullable(),
      is_refunded_otherwise: z.boolean(),
    }),
  ),
});

export type Receipt = z.infer<typeof receiptSchema>;
export type ReceiptLine = Receipt['lines'][number];
