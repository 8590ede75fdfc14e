import { z } from '@hono/zod-openapi';

/** Audit entry (spec §3): amounts in dollars. */
export const auditEntry = z.object({
  product_id: z.int(),
  product_name: z.string(),
  /** Paid for the product at Stripe, less what went back by any means, goes back, or is contested. */
  stripe_total: z.number(),
  /** The stored amount raised. */
  supabase_amount: z.number(),
  /** stripe_total - supabase_amount; zero where all is well. */
  discrepancy: z.number(),
  /** The product's account in the ledger: a third witness. */
  ledger_amount: z.number(),
  /** Of what was paid: refunded at Stripe, or by ourselves; owed back and not sent yet; withdrawn by disputes. */
  refunded: z.number(),
  /** Left out by audits of before it was counted. */
  refunded_otherwise: z.number().optional(),
  owed: z.number(),
  disputed: z.number(),
  /** Paid for other products and moved here, less what was moved away. Left out by audits of before it was counted. */
  moved: z.number().optional(),
  /** What Stripe kept, by its own figures; nobody's raised amount is less for it. */
  fees: z.number(),
  /** Made-up money of a `[TEST]` product: listed apart, never compared with Stripe. */
  is_demo: z.boolean(),
  /** Payments of which its share differs. Left out by audits of before they were held one by one. */
  differing: z.int().optional(),
  contributions: z.array(
    z.object({ amount: z.number(), date: z.string(), session_id: z.string() }),
  ),
});

export type AuditEntry = z.infer<typeof auditEntry>;
