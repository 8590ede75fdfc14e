import type { refunds } from '#db/schema.ts';

type Refund = Pick<typeof refunds.$inferSelect, 'status' | 'settledAt'>;

/** When a contribution went back, and whether by other means than it was paid with. */
export function refundedOf(refund: Refund | null) {
  const isOtherwise = refund?.status === 'paid_otherwise';
  const isBack = isOtherwise || refund?.status === 'succeeded';
  return {
    refunded_at: isBack ? (refund?.settledAt?.toISOString() ?? null) : null,
    is_refunded_otherwise: isOtherwise,
  };
}
