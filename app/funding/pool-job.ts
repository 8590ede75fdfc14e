/**
 * Keeps what matches have promised, and spends what pools have; queued with money that comes to
 * either, and by a clock for what changes elsewhere.
 */
export const SPEND_POOLS_JOB = 'spend-pools';
