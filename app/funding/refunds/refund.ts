import type { refunds } from '#db/schema.ts';

/** Money on its way back, as stored. */
export type Refund = typeof refunds.$inferSelect;
