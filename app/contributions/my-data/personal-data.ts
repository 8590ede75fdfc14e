import { randomUUID } from 'node:crypto';
import { administrationUnder } from '#app/admin-log/personal-data.server.ts';
import {
  cancelSubscriptions,
  eraseDonations,
  subscriptionsUnder,
} from '#app/donations/personal-data.server.ts';
import {
  erasePayments,
  hasPaymentUnderWay,
  lockOrdersUnder,
  paymentsUnder,
  settleOpenCheckouts,
} from '#app/funding/checkout/personal-data.server.ts';
import { erasedEmail } from '#app/kit/text.ts';
import { eraseMessages, messagesUnder } from '#app/contact/personal-data.server.ts';
import { eraseTopics, topicsUnder } from '#app/subscriptions/personal-data.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { lockAddresses } from '#app/database/address-lock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { noteErasure } from '#app/database/backups/erasure-list.server.ts';
import { log } from '#app/platform/log.server.ts';
import { eraseMails, hasEventUnderWay, mailsUnder } from '#app/mail/personal-data.server.ts';
import { site } from '#app/site.ts';
import { eraseSubmissions, submissionsUnder } from '#app/submissions/personal-data.server.ts';

/*
 * Every room that keeps something under an address: how its owner sees it, and how it goes. A test
 * looks through the whole database for what was left out (`test/stories/my-data.test.ts`).
 */

/** Everything that is stored under an address, as its owner downloads it; amounts are in cents. */
export async function everythingUnder(emailNormalised: string) {
  return {
    site: site.name,
    email: emailNormalised,
    exported_at: now().toISOString(),
    ...(await paymentsUnder(emailNormalised)),
    submissions: await submissionsUnder(emailNormalised),
    subscriptions: await subscriptionsUnder(emailNormalised),
    ...(await topicsUnder(emailNormalised)),
    ...(await messagesUnder(emailNormalised)),
    ...(await mailsUnder(emailNormalised)),
    ...(await administrationUnder(emailNormalised)),
  };
}

/**
 * Erases a person: checkouts of theirs that may have been paid are settled, monthly donations are
 * cancelled at Stripe and seen to be, and only then, in one transaction, the address goes from every
 * room, and what was given stays in the books under a name that means nobody. Nothing is erased while
 * a payment is under way, or where Stripe cannot be asked. It is noted beside the backups, so that a
 * database that is restored does not bring the person back. `browserHash` is the browser that asks.
 * Stripe keeps its own records of payments, as it must. Of somebody who came back after an erasure at
 * `until`, which a restored database knows nothing of, it erases what stood by then.
 */
export async function erasePerson(
  emailNormalised: string,
  browserHash: string,
  until?: Date,
): Promise<'erased' | 'under_way' | 'not_asked'> {
  try {
    await settleOpenCheckouts(emailNormalised, browserHash);
    if (await isUnderWay(db(), emailNormalised, until)) return 'under_way';
    await cancelSubscriptions(emailNormalised, until);
  } catch (error) {
    log.error({ err: error }, 'a person could not be erased: the payment provider was not asked');
    return 'not_asked';
  }
  return inTransaction(async (tx) => {
    // Whoever records a payment, a renewal or a refund of theirs holds the order.
    const orderIds = await lockOrdersUnder(tx, emailNormalised, until);
    await lockAddresses(tx);
    if (await isUnderWay(tx, emailNormalised, until)) return 'under_way';
    const alias = erasedEmail(randomUUID());
    await eraseSubmissions(tx, orderIds);
    await eraseDonations(tx, emailNormalised, orderIds, alias, until);
    await erasePayments(tx, orderIds, alias, until !== undefined);
    await eraseTopics(tx, emailNormalised, until);
    await eraseMessages(tx, emailNormalised, until);
    await eraseMails(tx, emailNormalised, orderIds, until);
    noteErasure(emailNormalised, until ?? now());
    return 'erased';
  });
}

async function isUnderWay(tx: Tx, emailNormalised: string, until?: Date): Promise<boolean> {
  return (
    (await hasPaymentUnderWay(tx, emailNormalised, until)) ||
    (await hasEventUnderWay(tx, emailNormalised))
  );
}
