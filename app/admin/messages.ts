/** The sentences of spec §8 that administrators read. */

export const AUDIT_FAILED = 'Audit failed';
export const AMOUNTS_MATCH = 'Amounts match';
