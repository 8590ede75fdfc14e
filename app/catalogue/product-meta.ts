import { href, type MetaDescriptor } from 'react-router';
import { imageSource } from '#app/catalogue/image-source.ts';
import type { Product } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { pageMeta } from '#app/platform/page-meta.ts';
import { site } from '#app/site.ts';

/** Title and social tags of a product's page; `siteUrl` has no trailing slash. */
export function productMeta(product: Product, siteUrl: string): MetaDescriptor[] {
  const name = product.brand ? `${product.name} by ${product.brand}` : product.name;
  const title = `${product.name} · ${site.name}`;
  const description = `${name}: ${formatDollars(product.current_amount)} of ${formatDollars(product.target_amount)} raised for independent laboratory tests for phthalates, bisphenols and their substitutes.`;
  const address = `${siteUrl}${href('/product/:id', { id: String(product.id) })}`;
  const image = product.image_url
    ? new URL(imageSource(product.image_url, 512, 'jpeg').src, `${siteUrl}/`).href
    : undefined;
  return pageMeta({ title, description, address, ...(image ? { image } : {}) });
}
