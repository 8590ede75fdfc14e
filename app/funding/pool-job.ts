/** Spends what pools have; queued with money that comes to one, and by a clock for what changes elsewhere. */
export const SPEND_POOLS_JOB = 'spend-pools';
