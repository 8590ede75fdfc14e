import { z } from '@hono/zod-openapi';
import { audit } from './audit.server.ts';
import { AUDIT_FAILED } from '#app/admin/desk/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { log } from '#app/platform/log.server.ts';

let underWay: ReturnType<typeof audit> | undefined;

/** The audit that is under way, else a new one: asked for twice at once, it is made once. */
function oneAudit(): ReturnType<typeof audit> {
  underWay ??= audit().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

export default defineCall({
  summary: 'Stripe-side total against stored amount, per product',
  access: 'admin',
  answers: {
    200: z.array(
      z.object({
        product_id: z.int(),
        product_name: z.string(),
        stripe_total: z.number(),
        supabase_amount: z.number(),
        discrepancy: z.number(),
        ledger_amount: z.number(),
        refunded: z.number(),
        refunded_otherwise: z.number().optional(),
        owed: z.number(),
        disputed: z.number(),
        fees: z.number(),
        is_demo: z.boolean(),
        differing: z.int().optional(),
        contributions: z.array(
          z.object({ amount: z.number(), date: z.string(), session_id: z.string() }),
        ),
      }),
    ),
  },
  async handle() {
    try {
      return answer(200, (await oneAudit()).entries);
    } catch (error) {
      log.error({ err: error }, 'audit failed');
      return refuse(502, AUDIT_FAILED);
    }
  },
});
