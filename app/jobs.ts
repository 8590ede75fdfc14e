import {
  pruneAudits,
  RUN_AUDIT_JOB,
  carryOutAudit,
  startNightlyAudit,
} from '#app/admin/audit/audit-runs.server.ts';
import { tellMonth, tellWhatWaits } from '#app/admin/todo/read-todo.server.ts';
import { pruneUploads } from '#app/intake/result-uploads.server.ts';
import { pruneSentPhotos } from '#app/pictures/sent-photos.server.ts';
import { pruneSignIns } from '#app/admin/sign-in/sessions.server.ts';
import { pruneManageLinks } from '#app/donations/manage-link.server.ts';
import {
  SYNC_SUBSCRIPTION_JOB,
  syncSilentSubscriptions,
  syncSubscription,
} from '#app/donations/sync-subscription.server.ts';
import { forgetAddresses } from '#app/funding/checkout/personal-data.server.ts';
import { adoptEarlyEventsNow } from '#app/funding/reconciling/look-again.server.ts';
import { askToMove } from '#app/funding/moving/ask-to-move.server.ts';
import { pruneMoveLinks } from '#app/funding/moving/move-link.server.ts';
import { SEND_REFUND_JOB } from '#app/funding/transfers/refund.server.ts';
import { refundRemovedProducts } from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { sendRefund } from '#app/funding/refunds/send-refund.server.ts';
import {
  settleLostOrders,
  settleOverdueOrders,
} from '#app/funding/checkout/settle-order.server.ts';
import { TAKE_UP_JOB } from '#app/funding/unmatched/adopt-early-events.server.ts';
import { pruneCodes } from '#app/contributions/code.server.ts';
import { pruneSessions } from '#app/contributions/session.server.ts';
import { pruneMessages } from '#app/contact/contact-message.server.ts';
import { RETENTION_DAYS } from '#app/emails/mails.server.tsx';
import { sendDigestByClock } from '#app/emails/digest/send-digest.server.ts';
import { sendDueMails, sendMail } from '#app/emails/send-mails.server.ts';
import { pruneMailboxes, pruneSubscribers } from '#app/subscriptions/store.server.ts';
import { backUpByClock } from '#app/database/backups/back-up.server.ts';
import { foldEvents } from '#app/analytics/analytics-store.server.ts';
import { reportClocks } from '#app/stripe/clocks.server.ts';
import { makeRelease, releaseWhenDue } from '#app/data/releases/make-release.server.ts';
import { askWitnesses } from '#app/log/ask-witnesses.server.ts';
import { reportLog } from '#app/log/log-trouble.server.ts';
import { SIGN_JOB } from '#app/log/seal.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { pruneMails } from '#app/mail/mail-outbox.server.ts';
import { SEND_MAIL_JOB } from '#app/mail/mail-queue.server.ts';
import { pruneNotices, queueDailyNotices } from '#app/mail/notify-administrators.server.ts';
import { pruneMailboxTokens } from '#app/mail/mailbox.server.ts';
import { pruneOwnBrowsers } from '#app/mail/own-browsers.server.ts';
import type { Job } from '#app/database/queue.server.ts';
import { pruneRateLimits } from '#app/http/limits/rate-limit.server.ts';
import { pruneWebhookEvents } from '#app/stripe/webhook-inbox.server.ts';
import { reportHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import { reconcile } from './reconcile.ts';
import { nameSubmission, NAME_SUBMISSION_JOB } from '#app/submissions/submission-kind.server.ts';
import { handleEvent, WEBHOOK_JOB } from './webhooks.ts';

export const RECONCILE_JOB = 'reconcile';

/** Every background job and its clock (UTC). Any process may run any of them; each runs once. */
export const jobs: Job[] = [
  {
    name: WEBHOOK_JOB,
    batch: 25,
    run: ({ eventId }) => handleEvent(String(eventId)),
  },
  {
    name: 'settle-open-orders',
    cron: '* * * * *',
    run: async () => {
      await settleLostOrders();
      await settleOverdueOrders('open');
    },
  },
  {
    name: 'settle-awaiting-orders',
    cron: '7 * * * *',
    run: async () => void (await settleOverdueOrders('awaiting')),
  },
  {
    name: SEND_MAIL_JOB,
    batch: 50,
    // Many may wait for a slow mail server; an email itself is another process's after a minute.
    expireSeconds: 900,
    run: async ({ mailId }) => void (await (mailId ? sendMail(String(mailId)) : sendDueMails())),
  },
  { name: 'send-due-mails', cron: '* * * * *', run: async () => void (await sendDueMails()) },
  // In the morning of the United States; a week apart at least.
  { name: 'send-digest', cron: '0 15 * * *', run: sendDigestByClock },
  { name: SEND_REFUND_JOB, run: ({ refundId }) => sendRefund(String(refundId)) },
  { name: TAKE_UP_JOB, run: ({ paymentIntentId }) => adoptEarlyEventsNow(String(paymentIntentId)) },
  { name: NAME_SUBMISSION_JOB, run: ({ orderId }) => nameSubmission(String(orderId)) },
  {
    name: 'refund-unfunded',
    cron: '17 * * * *',
    run: async () => {
      await askToMove();
      await refundUnfunded();
      await refundRemovedProducts();
    },
  },
  {
    name: SYNC_SUBSCRIPTION_JOB,
    run: ({ subscriptionId }) => syncSubscription(String(subscriptionId)),
  },
  { name: 'sync-silent-subscriptions', cron: '47 * * * *', run: syncSilentSubscriptions },
  { name: RUN_AUDIT_JOB, isLong: true, run: ({ runId }) => carryOutAudit(String(runId)) },
  { name: 'start-audit', cron: '53 3 * * *', run: startNightlyAudit },
  {
    name: 'tell-administrators',
    cron: '0 12 * * *',
    run: async () => {
      await tellMonth();
      await tellWhatWaits();
      await queueDailyNotices();
    },
  },
  { name: SIGN_JOB, run: async () => void (await signCheckpoint()) },
  { name: 'sign-by-clock', cron: '* * * * *', run: async () => void (await signCheckpoint()) },
  { name: 'ask-witnesses', cron: '* * * * *', run: askWitnesses },
  { name: 'check-log', cron: '*/15 * * * *', run: reportLog },
  { name: 'release-when-due', cron: '* * * * *', run: releaseWhenDue },
  // On Mondays, whatever was published or not.
  { name: 'release-weekly', cron: '29 4 * * 1', run: async () => void (await makeRelease()) },
  { name: RECONCILE_JOB, cron: '37 * * * *', run: async () => void (await reconcile()) },
  { name: 'check-clocks', cron: '*/15 * * * *', run: reportClocks },
  { name: 'check-webhooks', cron: '*/15 * * * *', run: reportHeartbeat },
  { name: 'back-up', cron: '11 * * * *', run: backUpByClock },
  { name: 'fold-events', cron: '11 * * * *', run: () => foldEvents() },
  {
    name: 'prune',
    cron: '23 3 * * *',
    run: async () => {
      await pruneRateLimits();
      await pruneOwnBrowsers();
      await pruneMailboxTokens();
      await forgetAddresses();
      await pruneWebhookEvents();
      await pruneManageLinks();
      await pruneMoveLinks();
      await pruneSignIns();
      await pruneAudits();
      await pruneUploads();
      await pruneSentPhotos();
      await pruneCodes();
      await pruneSessions();
      await pruneSubscribers();
      await pruneMessages();
      await pruneMails(RETENTION_DAYS);
      await pruneMailboxes();
      await pruneNotices();
    },
  },
];
