import { settleOverdueOrders } from '#app/funding/settle-order.server.ts';
import type { Job } from '#app/platform/queue.server.ts';
import { pruneRateLimits } from '#app/platform/rate-limit.server.ts';
import { handleEvent, WEBHOOK_JOB } from '#app/webhooks.ts';

/** Every background job and its clock (UTC). Any process may run any of them; each runs once. */
export const jobs: Job[] = [
  {
    name: WEBHOOK_JOB,
    batchSize: 20,
    run: ({ eventId }) => handleEvent(String(eventId)),
  },
  {
    name: 'settle-open-orders',
    cron: '* * * * *',
    run: async () => void (await settleOverdueOrders('open')),
  },
  {
    name: 'settle-awaiting-orders',
    cron: '7 * * * *',
    run: async () => void (await settleOverdueOrders('awaiting')),
  },
  { name: 'prune-rate-limits', cron: '23 3 * * *', run: pruneRateLimits },
];
