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

export const refundRequestSchema = z.object({
  status: z.enum(['open', 'granted', 'declined']),
  requested_at: z.string(),
  decided_at: z.string().nullable(),
  note: z.string().nullable(),
});

/** `Contribution`, as the call answers it. */
export const contributionSchema = z.object({
  id: z.string(),
  product_id: z.number().nullable(),
  email: z.string(),
  amount: z.number(),
  stripe_payment_id: z.string().nullable(),
  status,
  created_at: z.string(),
  kind,
  is_excess: z.boolean(),
  refund_due_at: z.string().nullable(),
  refunded_at: z.string().nullable(),
  is_refunded_otherwise: z.boolean(),
  refund_request: refundRequestSchema.nullable(),
  can_request_refund: z.boolean(),
  product: z
    .object({
      id: z.number(),
      name: z.string(),
      brand: z.string().nullable(),
      testing_status: z.string(),
      test_ended_on: z.iso.date().nullable(),
      image_url: z.string().nullable(),
      is_removed: z.boolean(),
      is_hidden: z.boolean(),
      has_testing_begun: z.boolean(),
      is_contested: z.boolean(),
    })
    .nullable(),
});

/** `Receipt`, as the call answers it. */
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
      brand: z.string().nullable(),
      product_id: z.number().nullable(),
      merged_into: z.object({ id: z.number(), name: z.string() }).nullable(),
      amount: z.number(),
      is_excess: z.boolean(),
      status,
      refunded_at: z.string().nullable(),
      is_refunded_otherwise: z.boolean(),
    }),
  ),
});
