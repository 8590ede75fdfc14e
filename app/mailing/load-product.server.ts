import { and, eq, isNull } from 'drizzle-orm';
import { normaliseEmail } from '#app/kit/text.ts';
import { addressOf } from '#app/mailing/load-payment.server.ts';
import { db } from '#app/platform/db.server.ts';
import { mailboxOf, preferencesUrl, stopUrl } from '#app/platform/mailbox.server.ts';
import { productMutes, products } from '#db/schema.ts';

type Params = Record<string, string | number>;

export interface ProductMail {
  product: { name: string; url: string };
  raisedCents: number;
  /** Ends mails about this product. */
  stopUrl: string;
  /** What else is sent, and how to change it. */
  preferencesUrl: string;
}

/**
 * What a letter about a product shows; undefined where it is no longer listed, or where this reader
 * wants to hear no more of it since the letter was queued.
 */
export async function loadProduct(
  { productId }: Params,
  toEmail: string,
): Promise<ProductMail | undefined> {
  const listed = and(eq(products.id, Number(productId)), isNull(products.removedAt));
  const [product] = await db().select().from(products).where(listed);
  const emailNormalised = normaliseEmail(toEmail);
  if (!product || (await isMuted(emailNormalised, product.id))) return undefined;
  const mailbox = await mailboxOf(db(), emailNormalised);
  const { id, name, raisedCents } = product;
  return {
    product: { name, url: addressOf(id) },
    raisedCents,
    stopUrl: stopUrl(mailbox, `product-${id}`),
    preferencesUrl: preferencesUrl(mailbox),
  };
}

async function isMuted(emailNormalised: string, productId: number): Promise<boolean> {
  const muted = and(
    eq(productMutes.emailNormalised, emailNormalised),
    eq(productMutes.productId, productId),
  );
  const rows = await db().select({ at: productMutes.createdAt }).from(productMutes).where(muted);
  return rows.length > 0;
}
