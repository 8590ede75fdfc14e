import { randomUUID } from 'node:crypto';
import { cancelSubscriptions } from '#app/donations/cancel-subscriptions.server.ts';
import { donationsUnder, eraseDonations } from '#app/donations/personal-data.server.ts';
import {
  erasePayments,
  hasPaymentUnderWay,
  paymentsUnder,
} from '#app/funding/personal-data.server.ts';
import { erasedEmail } from '#app/kit/text.ts';
import { eraseLookups, lookupsUnder } from '#app/lookup/personal-data.server.ts';
import { eraseWishes, wishesUnder } from '#app/mailing/personal-data.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { eraseMails, hasEventUnderWay, mailsUnder } from '#app/platform/personal-data.server.ts';
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
    ...(await donationsUnder(emailNormalised)),
    ...(await wishesUnder(emailNormalised)),
    ...(await lookupsUnder(emailNormalised)),
    ...(await mailsUnder(emailNormalised)),
  };
}

export type Erasure = 'erased' | 'under_way' | 'not_cancelled';

/**
 * Erases a person: monthly donations are cancelled at Stripe and seen to be, before anything else;
 * then, in one transaction, the address goes from every room, and what was given stays in the books
 * under a name that means nobody. Nothing is erased while a payment is under way, or where Stripe
 * cannot be asked. Stripe keeps its own records of payments, as it must.
 */
export async function erasePerson(emailNormalised: string): Promise<Erasure> {
  if (await isUnderWay(emailNormalised)) return 'under_way';
  try {
    await cancelSubscriptions(emailNormalised);
  } catch (error) {
    log.error({ err: error }, 'a person could not be erased: a donation was not cancelled');
    return 'not_cancelled';
  }
  const alias = erasedEmail(randomUUID());
  return db().transaction(async (tx) => {
    await eraseSubmissions(tx, emailNormalised);
    await erasePayments(tx, emailNormalised, alias);
    await eraseDonations(tx, emailNormalised, alias);
    await eraseWishes(tx, emailNormalised);
    await eraseLookups(tx, emailNormalised);
    await eraseMails(tx, emailNormalised);
    return 'erased' as const;
  });
}

async function isUnderWay(emailNormalised: string): Promise<boolean> {
  return (
    (await hasPaymentUnderWay(db(), emailNormalised)) ||
    (await hasEventUnderWay(db(), emailNormalised))
  );
}
