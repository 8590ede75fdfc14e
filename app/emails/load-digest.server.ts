import { and, eq, lte } from 'drizzle-orm';
import { closestProducts } from '#app/catalogue/list/lane.server.ts';
import { operator, siteUrl } from '#app/config.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { digestWords, isEmpty, type DigestItem } from './digest-news.ts';
import { loadDigestNews } from './gather-digest.server.ts';
import { addressOf } from './load-payment.server.ts';
import { loadYours } from './load-yours.server.ts';
import type { MailParams, MailShown } from './shown.ts';
import { linkOf, NEWS } from '#app/subscriptions/topics.ts';
import { db, findRow } from '#app/database/db.server.ts';
import { mailboxOf, preferencesUrl, stopUrl } from '#app/mail/mailbox.server.ts';
import { digestIssues, emailSubscriptions } from '#db/schema.ts';

/**
 * What an issue of the digest shows one reader; undefined where nothing of it is left to tell, or
 * where they have left the list or joined it later. Throws where no postal address is set.
 */
export async function loadDigest({ issue: number }: MailParams, toEmail: string) {
  const issue = await findRow(digestIssues, eq(digestIssues.number, Number(number)));
  const emailNormalised = normaliseEmail(toEmail);
  if (!issue || !(await isSubscribed(emailNormalised, issue.madeAt))) return undefined;
  const all = await loadDigestNews(issue.items as DigestItem[]);
  if (isEmpty(all)) return undefined;
  const { name, address } = operator();
  if (!address) throw new Error('OPERATOR_ADDRESS is not set: no digest goes out without one.');
  const mailbox = await mailboxOf(emailNormalised);
  return {
    /** In few words: some of it may stand under what is its reader's. */
    words: digestWords(all),
    news: all,
    /** What lacks least to be tested, as the home page says it. */
    closest: (await closestProducts()).map((item) => ({ ...item, url: addressOf(item.id) })),
    /** Every tested product. */
    resultsUrl: `${siteUrl()}/plasticlist`,
    /** Who sends it, and by what postal address they are reached. */
    operator: { name, address },
    /** What is of what its reader follows or gives to. */
    yours: await loadYours(emailNormalised, issue),
    stopUrl: stopUrl(mailbox, linkOf(NEWS)),
    preferencesUrl: preferencesUrl(mailbox),
  };
}

export type DigestMail = MailShown<typeof loadDigest>;

async function isSubscribed(emailNormalised: string, by: Date): Promise<boolean> {
  const { emailNormalised: whose, topic, confirmedAt } = emailSubscriptions;
  const own = and(eq(whose, emailNormalised), eq(topic, NEWS), lte(confirmedAt, by));
  return (await db().$count(emailSubscriptions, own)) > 0;
}
