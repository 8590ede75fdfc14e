import { and, eq, isNull } from 'drizzle-orm';
import { config, siteUrl } from '#app/config.ts';
import { findSecondChance } from '#app/funding/transfers/refund-due.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { addressOf, named, type NamedProduct } from './load-payment.server.ts';
import type { NewsRow } from './digest-news.ts';
import type { MailParams, MailShown } from './shown.ts';
import { db, findRow } from '#app/database/db.server.ts';
import { mailboxOf, preferencesUrl, stopUrl } from '#app/mail/mailbox.server.ts';
import { findCorrection } from '#app/results/report/corrections.server.ts';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { publicMetals } from '#app/results/metals/metal-schema.ts';
import { metalBrief } from '#app/results/metals/metal-stands.tsx';
import { rowsOf } from '#app/results/read/risk-levels.server.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { isNews } from '#app/results/samples/headline-changes.ts';
import { reasonFor } from '#app/subscriptions/tell-audience.server.ts';
import { nameTopics } from '#app/subscriptions/topic-kinds.server.ts';
import { linkOf, topicOfCode } from '#app/subscriptions/topics.ts';
import { products, testEndings, testedProducts } from '#db/schema.ts';

/**
 * What a letter about a product shows; undefined where it is no longer listed, or where it does not
 * concern this reader any more: they neither follow it nor have money in it, or want to hear no more.
 */
export async function loadMailedProduct(
  { productId }: MailParams,
  toEmail: string,
  isOfResults = false,
) {
  const product = await findListed(productId);
  if (!product) return undefined;
  const { id, raisedCents, levels } = product;
  const shown = { ...named(product), id, url: addressOf(id) };
  const mail = await followedMail(shown, toEmail, isOfResults);
  return mail && { ...mail, raisedCents, levels };
}
export type ProductMail = MailShown<typeof loadMailedProduct>;

/** What a product's maker reads before its results are published. */
export async function loadMakerMail({ productId }: MailParams) {
  const product = await findListed(productId);
  if (!product) return undefined;
  const [days, url] = [config().MAKER_NOTICE_DAYS, addressOf(product.id)];
  return { product: named(product), days, url, contactUrl: `${siteUrl()}/contact` };
}
export type MakerMail = MailShown<typeof loadMakerMail>;

function findListed(productId: MailParams[string] | undefined) {
  return findRow(products, and(eq(products.id, Number(productId)), isNull(products.removedAt)));
}

/** The same of a report; of a product that was funded here as long as it is listed. */
async function loadMailedReport({ productId }: MailParams, toEmail: string) {
  const id = Number(productId);
  if (isFundable(id)) return loadMailedProduct({ productId: id }, toEmail, true);
  const { originalId, name } = testedProducts;
  const [row] = await db().select({ name }).from(testedProducts).where(eq(originalId, id));
  return row && followedMail({ id, name: row.name, url: reportAddress(id) }, toEmail, true);
}

async function followedMail(
  { id, ...product }: NamedProduct & { id: number; url: string },
  toEmail: string,
  isOfResults: boolean,
) {
  const emailNormalised = normaliseEmail(toEmail);
  const topic = await reasonFor(emailNormalised, id, isOfResults);
  if (!topic) return undefined;
  const mailbox = await mailboxOf(emailNormalised);
  const [other] = topic === topicOfCode(id) ? [] : await nameTopics([topic]);
  return {
    product,
    /** What of the product its reader follows, where that is not the product. */
    followed: other?.called,
    /** Ends mails about this product, or about what its reader follows. */
    stopUrl: stopUrl(mailbox, linkOf(topic)),
    /** What else is sent, and how to change it. */
    preferencesUrl: preferencesUrl(mailbox),
  };
}
export type FollowedMail = MailShown<typeof followedMail>;

function reportAddress(originalId: number): string {
  return `${siteUrl()}/plasticlist/${originalId}`;
}

/** The same of a product that has lost its goal; undefined once it has it again, or none goes back. */
export async function loadSecondChance(params: MailParams, toEmail: string) {
  const mail = await loadMailedProduct(params, toEmail);
  const chance = await findSecondChance(Number(params.productId));
  if (!mail || !chance?.until) return undefined;
  return { ...mail, missingCents: chance.missingCents, until: chance.until };
}

/** What letters say of results, for metals as for plastics; undefined where there are none. */
export async function newsRow(id: number): Promise<NewsRow | undefined> {
  const [row] = await rowsOf([id]);
  const [metals] = row ? [] : await metalResults([id]);
  return row ?? (metals && { ...publicMetals(metals), brief: metalBrief(metals) });
}

/** The same of a tested product, with its results as the list states them; null where none are. */
export async function loadResults(params: MailParams, toEmail: string) {
  const mail = await loadMailedProduct(params, toEmail, true);
  const row = await newsRow(Number(params.productId));
  return mail && { ...mail, results: row ? { row, url: reportAddress(row.product_id) } : null };
}

/**
 * What a letter shows of other results than there were, by the revision that `happening` numbers;
 * undefined where they are no news.
 */
export async function loadCorrection(params: MailParams, toEmail: string) {
  const [id, number] = [Number(params.productId), Number(params.happening)];
  const mail = await loadMailedReport(params, toEmail);
  const correction = await findCorrection(id, number);
  if (!mail || !correction || !isNews(correction.change)) return undefined;
  const reportUrl = reportAddress(id);
  return { ...mail, ...correction, reportUrl, beforeUrl: `${reportUrl}/revisions/${number - 1}` };
}

/** The same of a test that was ended, with the reason that its page gives. */
export async function loadEndedTest(params: MailParams, toEmail: string) {
  const mail = await loadMailedProduct(params, toEmail);
  const own = eq(testEndings.productId, Number(params.productId));
  const ending = await findRow(testEndings, own);
  return mail && ending ? { ...mail, reason: ending.reason } : undefined;
}

export type SecondChanceMail = MailShown<typeof loadSecondChance>;
export type ResultsMail = MailShown<typeof loadResults>;
export type CorrectedMail = MailShown<typeof loadCorrection>;
export type EndedMail = MailShown<typeof loadEndedTest>;
