import { and, asc, eq } from 'drizzle-orm';
import { administer } from '#app/admin-log/trail.server.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { searchable } from '#app/kit/text.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { brandDomains, products, testedProducts } from '#db/schema.ts';
import { DOMAIN_BROKEN, OF_ANYBODY } from './objection.ts';

/** Domains of email by brand, as an administrator entered them. */
export async function listBrandDomains() {
  return db()
    .select()
    .from(brandDomains)
    .orderBy(asc(brandDomains.brand), asc(brandDomains.domain));
}

/** Whose addresses anybody can have: mail services by whatever ending, others, and endings themselves. */
const PUBLIC_DOMAINS = [
  /^(aol|fastmail|gmail|gmx|googlemail|hotmail|hushmail|icloud|live|outlook|proton|protonmail|rocketmail|tuta|tutanota|yahoo|yandex|ymail|zoho)\.[a-z.]+$/,
  /^(126|163|ac|att|bellsouth|comcast|cox|duck|hey|mac|mail|me|msn|pm|posteo|qq|sbcglobal|verizon|web|ya)\.(com|de|me|net|ru)$/,
  /^(ac|co|com|edu|gov|net|org)\.[a-z]{2}$/,
];
const isOfAnybody = (domain: string) => PUBLIC_DOMAINS.some((pattern) => pattern.test(domain));

/** Whether an address is of a domain, or below one, that was entered for a tested product's brand or, without one, its name. */
export async function isFromBrand(tx: Tx, originalId: number, email: string): Promise<boolean> {
  const [product] = await tx
    .select({ name: testedProducts.name, brand: products.brand })
    .from(testedProducts)
    .leftJoin(products, eq(products.id, testedProducts.productId))
    .where(eq(testedProducts.originalId, originalId));
  const own = searchable(product?.brand ?? product?.name ?? '');
  const host = `.${email.slice(email.lastIndexOf('@') + 1).toLowerCase()}`;
  return (await tx.select().from(brandDomains)).some(
    ({ brand, domain }) =>
      searchable(brand) === own && host.endsWith(`.${domain}`) && !isOfAnybody(domain),
  );
}

/** Enters a domain for a brand, or takes it back. */
export async function changeBrandDomain(
  by: Administrator,
  typed: { brand: string; domain: string },
  isThere: boolean,
): Promise<Answer> {
  const brand = typed.brand.trim().slice(0, 100);
  const domain = typed.domain.trim().toLowerCase().replace(/^@/, '');
  const isDomain = /^(?:[\da-z](?:[\da-z-]*[\da-z])?\.)+[a-z]{2,}$/.test(domain);
  const field = searchable(brand) === '' ? 'brand' : 'domain';
  if (field === 'brand' || !isDomain) return refuse(400, DOMAIN_BROKEN, { field });
  if (isThere && isOfAnybody(domain)) return refuse(400, OF_ANYBODY, { field });
  return administer(by, async (tx, note) => {
    if (isThere) await tx.insert(brandDomains).values({ brand, domain }).onConflictDoNothing();
    else {
      const own = and(eq(brandDomains.brand, brand), eq(brandDomains.domain, domain));
      await tx.delete(brandDomains).where(own);
    }
    await note({
      action: 'change-brand-domain',
      subject: `brand ${brand}`,
      before: isThere ? {} : { domain },
      after: isThere ? { domain } : {},
    });
    const message = isThere ? `${domain} was entered for ${brand}.` : `${domain} was taken back.`;
    return answer(200, { message });
  });
}
