import { eq } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { createManageLink } from '#app/donations/manage-link.server.ts';
import { isDonatingMonthly } from '#app/donations/store.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { db, findRow } from '#app/database/db.server.ts';
import type { MailParams, MailShown } from './shown.ts';
import { subscriptions } from '#db/schema.ts';

/** The page that takes donations, and mails links to manage them. */
export function donateUrl(): string {
  return `${siteUrl()}/donate`;
}

/** What a mail about a monthly donation shows. */
export async function loadSubscription({ subscriptionId }: MailParams) {
  const found = await findRow(subscriptions, eq(subscriptions.id, String(subscriptionId)));
  if (!found) return undefined;
  const { amountCents, cancelAtPeriodEnd: isCancelled, currentPeriodEnd, endedAt } = found;
  const endsAt = endedAt ?? currentPeriodEnd; // of the paid period, where it is known
  const isOver = endedAt !== null;
  return { amountCents, isCancelled, isOver, endsAt, donateUrl: donateUrl() };
}
export type SubscriptionMail = MailShown<typeof loadSubscription>;

/** The same for one that is cancelled; undefined once that has been taken back. */
export async function loadEnding(params: MailParams): Promise<SubscriptionMail | undefined> {
  const found = await loadSubscription(params);
  return found?.isCancelled || found?.isOver ? found : undefined;
}

/**
 * A link that opens somebody's monthly donations, made as the mail is: it works for ten minutes.
 * Where the address has none that goes on, the letter says that instead.
 */
export async function loadManageLink(_: MailParams, toEmail: string) {
  const emailNormalised = normaliseEmail(toEmail);
  const isDonating = await isDonatingMonthly(db(), emailNormalised);
  return { url: isDonating ? await createManageLink(emailNormalised) : undefined };
}
