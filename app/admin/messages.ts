/** The sentences of spec §8 that administrators read. */

export const AUDIT_FAILED = 'Audit failed';
export const AMOUNTS_MATCH = 'Amounts match';
export const NO_SUCH_DISPUTE = 'There is no such dispute at Stripe.';
