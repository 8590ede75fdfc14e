import { isUnlisted, productImageAddress } from './product-meta.ts';
import type { Product } from './product-schema.ts';
import { breadcrumbs, linkedData } from '#app/feeds/linked-data.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/**
 * A product as linked data; undefined where search engines show none. It is not for sale here, so there
 * is no offer. `origin` has no trailing slash.
 */
export function productData(product: Product, hasReport: boolean, origin: string) {
  if (isUnlisted(product)) return undefined;
  const { id, brand, category } = product;
  const name = testName(product);
  const path = `/product/${id}`;
  const report = `${origin}/plasticlist/${id}`;
  return linkedData(
    {
      '@type': 'Product',
      '@id': `${origin}${path}#product`,
      name,
      url: origin + path,
      productID: String(id),
      brand: isKnown(brand) ? { '@type': 'Brand', name: brand } : undefined,
      category: isKnown(category) ? category : undefined,
      image: productImageAddress(product, origin),
      subjectOf: hasReport
        ? {
            '@type': 'Dataset',
            '@id': `${report}#dataset`,
            name: `${name}: test results`,
            url: report,
          }
        : undefined,
    },
    breadcrumbs(origin, { name: 'Products to fund', path: '/' }, { name, path }),
  );
}

/** A brand or category that the catalogue does not know is stored as a word. */
function isKnown(text: string | null): text is string {
  return text !== null && text !== '' && text !== 'Unknown';
}
