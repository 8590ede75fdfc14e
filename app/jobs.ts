import { settleOverdueOrders } from '#app/funding/settle-order.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { pruneAnalyticsEvents } from '#app/platform/analytics-store.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Job } from '#app/platform/queue.server.ts';
import { pruneRateLimits } from '#app/platform/rate-limit.server.ts';
import { pruneWebhookEvents } from '#app/platform/webhook-inbox.server.ts';
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
  { name: 'check-ledger', cron: '41 2 * * *', run: reportLedgerProblems },
  {
    name: 'prune',
    cron: '23 3 * * *',
    run: async () => {
      await pruneRateLimits();
      await pruneWebhookEvents();
      await pruneAnalyticsEvents();
    },
  },
];

/** Nightly: what does not hold in the books is an error in the log (design "Money" 2). */
async function reportLedgerProblems(): Promise<void> {
  for (const problem of await checkLedger()) log.error(problem, 'the books are not right');
}
