import { and, eq, isNull, sql } from 'drizzle-orm';
import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { config, siteUrl } from '#app/config.ts';
import { findSecondChance } from '#app/funding/transfers/refund-due.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { addressOf } from './load-payment.server.ts';
import { db } from '#app/database/db.server.ts';
import { mailboxOf, preferencesUrl, stopUrl } from '#app/mail/mailbox.server.ts';
import { findCorrection } from '#app/results/report/corrections.server.ts';
import { rowsOf } from '#app/results/risk-levels.server.ts';
import { isFundable } from '#app/results/samples/file-products.ts';
import { isNews } from '#app/results/samples/headline-changes.ts';
import {
  contributions,
  follows,
  productMutes,
  products,
  testEndings,
  testedProducts,
} from '#db/schema.ts';

type Params = Record<string, string | number>;

export interface FollowedMail {
  product: { name: string; url: string };
  /** Name of the product's kind, where its reader follows that alone. */
  kind?: string;
  /** Ends mails about this product, or about its kind. */
  stopUrl: string;
  /** What else is sent, and how to change it. */
  preferencesUrl: string;
}

export interface ProductMail extends FollowedMail {
  raisedCents: number;
  /** How many samples that pays for. */
  levels: number;
}

/**
 * What a letter about a product shows; undefined where it is no longer listed, or where it does not
 * concern this reader any more: they neither follow it nor have money in it, or want to hear no more.
 */
export async function loadMailedProduct(
  { productId }: Params,
  toEmail: string,
  kind?: Kind,
): Promise<ProductMail | undefined> {
  const listed = and(eq(products.id, Number(productId)), isNull(products.removedAt));
  const [product] = await db().select().from(products).where(listed);
  if (!product) return undefined;
  const { id, name, raisedCents, levels } = product;
  const mail = await followedMail({ id, name, url: addressOf(id) }, toEmail, kind);
  return mail && { ...mail, raisedCents, levels };
}

/** What a product's maker reads before its results are published. */
export async function loadMakerMail({ productId }: Params) {
  const listed = and(eq(products.id, Number(productId)), isNull(products.removedAt));
  const [product] = await db().select({ name: products.name }).from(products).where(listed);
  const days = config().MAKER_NOTICE_DAYS;
  return (
    product && {
      name: product.name,
      days,
      url: addressOf(Number(productId)),
      contactUrl: `${siteUrl()}/contact`,
    }
  );
}

/** The same of a report; of a product that was funded here as long as it is listed. */
async function loadMailedReport(
  { productId }: Params,
  toEmail: string,
): Promise<FollowedMail | undefined> {
  const id = Number(productId);
  const kind = kindOf(id);
  if (isFundable(id)) return loadMailedProduct({ productId: id }, toEmail, kind);
  const { originalId, name } = testedProducts;
  const [row] = await db().select({ name }).from(testedProducts).where(eq(originalId, id));
  return row && followedMail({ id, name: row.name, url: reportAddress(id) }, toEmail, kind);
}

async function followedMail(
  { id, ...product }: { id: number; name: string; url: string },
  toEmail: string,
  kind?: Kind,
): Promise<FollowedMail | undefined> {
  const emailNormalised = normaliseEmail(toEmail);
  const why = await whyConcerned(emailNormalised, id, kind);
  if (!why) return undefined;
  const mailbox = await mailboxOf(emailNormalised);
  const isOfKind = why === 'kind' && kind !== undefined;
  return {
    product,
    ...(isOfKind && { kind: kind.name.toLowerCase() }),
    stopUrl: stopUrl(mailbox, isOfKind ? `kind-${kind.key}` : `product-${id}`),
    preferencesUrl: preferencesUrl(mailbox),
  };
}

function reportAddress(originalId: number): string {
  return `${siteUrl()}/plasticlist/${originalId}`;
}

/** The same of a product that has lost its goal; undefined once it has it again, or none goes back. */
export async function loadSecondChance(params: Params, toEmail: string) {
  const mail = await loadMailedProduct(params, toEmail);
  const chance = await findSecondChance(Number(params.productId));
  if (!mail || !chance?.until) return undefined;
  return { ...mail, missingCents: chance.missingCents, until: chance.until };
}

/** The same of a tested product, with its results as the list states them; null where none are. */
export async function loadResults(params: Params, toEmail: string) {
  const mail = await loadMailedProduct(params, toEmail, kindOf(Number(params.productId)));
  const [row] = await rowsOf([Number(params.productId)]);
  return mail && { ...mail, results: row ? { row, url: reportAddress(row.product_id) } : null };
}

/**
 * What a letter shows of other results than there were, by the revision that `happening` numbers;
 * undefined where they are no news.
 */
export async function loadCorrection(params: Params, toEmail: string) {
  const [id, number] = [Number(params.productId), Number(params.happening)];
  const mail = await loadMailedReport(params, toEmail);
  const correction = await findCorrection(id, number);
  if (!mail || !correction || !isNews(correction.change)) return undefined;
  const reportUrl = reportAddress(id);
  return { ...mail, ...correction, reportUrl, beforeUrl: `${reportUrl}/revisions/${number - 1}` };
}

/** The same of a test that was ended, with the reason that its page gives. */
export async function loadEndedTest(params: Params, toEmail: string) {
  const mail = await loadMailedProduct(params, toEmail);
  const productId = Number(params.productId);
  const [ending] = await db()
    .select()
    .from(testEndings)
    .where(eq(testEndings.productId, productId));
  return mail && ending ? { ...mail, reason: ending.reason } : undefined;
}

/** What each of these letters shows. */
type Shown<Load extends (...params: never[]) => unknown> = NonNullable<Awaited<ReturnType<Load>>>;
export type SecondChanceMail = Shown<typeof loadSecondChance>;
export type ResultsMail = Shown<typeof loadResults>;
export type CorrectedMail = Shown<typeof loadCorrection>;
export type EndedMail = Shown<typeof loadEndedTest>;

/** As in `audienceOf`: by what of it a product concerns somebody; the kind where nothing else does. */
async function whyConcerned(
  emailNormalised: string,
  productId: number,
  kind: Kind | undefined,
): Promise<'product' | 'kind' | null> {
  const own = sql`email_normalised = ${emailNormalised}`;
  const theirs = sql`${own} and product_id = ${productId}`;
  const { rows } = await db().execute<{ why: 'product' | 'kind' | null }>(sql`
    select case
      when exists (select from ${productMutes} where ${theirs}) then null
      when exists (select from ${follows} where ${theirs})
        or exists (select from ${follows} where ${own} and original_id = ${productId})
        or exists (select from ${contributions} where ${theirs} and status = 'paid') then 'product'
      when exists (select from ${follows} where ${own} and kind = ${kind?.key ?? null}) then 'kind'
    end as why`);
  return rows[0]?.why ?? null;
}
