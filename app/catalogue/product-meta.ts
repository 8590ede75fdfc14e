import { href } from 'react-router';
import { imageSource } from '#app/pictures/image-source.ts';
import type { Product } from './product-schema.ts';
import { formatDollars } from '#app/kit/money.ts';
import type { LinkedData } from '#app/feeds/linked-data.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { panelOf, testName } from '#app/toxicology/panels/panels.ts';

/** Title, social tags and linked data of a product's page; `siteUrl` has no trailing slash. */
export function productMeta(product: Product, siteUrl: string, linkedData?: LinkedData) {
  const name = product.brand ? `${product.name} by ${product.brand}` : product.name;
  const { inSentence } = panelOf(product.panel ?? 'plastics');
  const title = `${testName(product)} · ${site.name}`;
  const description = `${name}: ${formatDollars(product.current_amount)} of ${formatDollars(product.target_amount)} raised for independent laboratory tests for ${inSentence}.`;
  const address = `${siteUrl}${href('/product/:id', { id: String(product.id) })}`;
  return pageMeta({
    title,
    description,
    address,
    image: productImageAddress(product, siteUrl) ?? `${siteUrl}/icon-512.png`,
    linkedData,
    isUnlisted: isUnlisted(product),
  });
}

/** Absolute; undefined where there is no image. */
export function productImageAddress({ image_url }: Product, siteUrl: string): string | undefined {
  return image_url
    ? new URL(imageSource(image_url, 512, 'jpeg').src, `${siteUrl}/`).href
    : undefined;
}

/**
 * Whether a product is off the list, there for demonstration, or not looked at yet: search engines
 * show none of these.
 */
export function isUnlisted({ name, removed_reason, awaits_review }: Product): boolean {
  return removed_reason !== null || awaits_review || name.includes('[TEST]');
}
