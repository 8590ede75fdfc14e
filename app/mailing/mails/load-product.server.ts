import { and, eq, isNull, sql } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { findSecondChance } from '#app/funding/refund-due.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { addressOf } from './load-payment.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { mailboxOf, preferencesUrl, stopUrl } from '#app/platform/mail/mailbox.server.ts';
import { findCorrection } from '#app/results/report/find-correction.server.ts';
import { riskLevelRow, testedRow } from '#app/results/risk-levels.server.ts';
import { headlineChanges } from '#app/results/samples/headline-changes.ts';
import {
  contributions,
  follows,
  productMutes,
  products,
  testEndings,
  testedProducts,
} from '#db/schema.ts';

type Params = Record<string, string | number>;

interface ProductMail {
  product: { name: string; url: string };
  raisedCents: number;
  /** How many samples that pays for. */
  levels: number;
  /** Ends mails about this product. */
  stopUrl: string;
  /** What else is sent, and how to change it. */
  preferencesUrl: string;
}

/**
 * What a letter about a product shows; undefined where it is no longer listed, or where it does not
 * concern this reader any more: they neither follow it nor have money in it, or want to hear no more.
 */
export async function loadMailedProduct(
  { productId }: Params,
  toEmail: string,
): Promise<ProductMail | undefined> {
  const listed = and(eq(products.id, Number(productId)), isNull(products.removedAt));
  const [product] = await db().select().from(products).where(listed);
  const emailNormalised = normaliseEmail(toEmail);
  if (!product || !(await isConcerned(emailNormalised, product.id))) return undefined;
  const mailbox = await mailboxOf(db(), emailNormalised);
  const { id, name, raisedCents, levels } = product;
  return {
    product: { name, url: addressOf(id) },
    raisedCents,
    levels,
    stopUrl: stopUrl(mailbox, `product-${id}`),
    preferencesUrl: preferencesUrl(mailbox),
  };
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
  const mail = await loadMailedProduct(params, toEmail);
  const own = eq(testedProducts.productId, Number(params.productId));
  const [tested] = await db().select(testedRow).from(testedProducts).where(own);
  if (!mail) return undefined;
  const row = tested ? riskLevelRow(tested) : null;
  return { ...mail, results: row && { row, url: `${siteUrl()}/plasticlist/${row.product_id}` } };
}

/**
 * The same of a correction, which `happening` numbers, with what each family was and is; undefined
 * where it changes no level and no headline.
 */
export async function loadCorrection(params: Params, toEmail: string) {
  const number = Number(params.happening);
  const mail = await loadMailedProduct(params, toEmail);
  const correction = await findCorrection(Number(params.productId), number);
  if (!mail || !correction || headlineChanges(correction).length === 0) return undefined;
  const reportUrl = `${siteUrl()}/plasticlist/${params.productId}`;
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

async function isConcerned(emailNormalised: string, productId: number): Promise<boolean> {
  const theirs = sql`email_normalised = ${emailNormalised} and product_id = ${productId}`;
  const { rows } = await db().execute<{ concerned: boolean }>(sql`
    select not exists (select from ${productMutes} where ${theirs})
      and (
        exists (select from ${follows} where ${theirs})
        or exists (select from ${contributions} where ${theirs} and status = 'paid')
      ) as concerned`);
  return rows[0]?.concerned ?? false;
}
