import { z } from '@hono/zod-openapi';

/** Audit entry: amounts in dollars. */
export const auditEntry = z.object({
  product_id: z.int(),
  product_name: z.string(),
  /** Paid for the product at Stripe, less what went back by any means, goes back, or is contested. */
  stripe_total: z.number(),
  /** The stored amount raised. */
  supabase_amount: z.number(),
  /** stripe_total - supabase_amount; zero where all is well. */
  discrepancy: z.number(),
  contributions: z.array(
    z.object({ amount: z.number(), date: z.string(), session_id: z.string() }),
  ),
  /** Made-up money of a `[TEST]` product: listed apart, never compared with Stripe. */
  is_demo: z.boolean(),
});

export type AuditEntry = z.infer<typeof auditEntry>;
