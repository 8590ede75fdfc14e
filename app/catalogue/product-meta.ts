import { href, type MetaDescriptor } from 'react-router';
import { imageSource } from '#app/catalogue/image-source.ts';
import type { Product } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { site } from '#app/site.ts';

/** Title and social tags of a product's page; `siteUrl` has no trailing slash. */
export function productMeta(product: Product, siteUrl: string): MetaDescriptor[] {
  const name = product.brand ? `${product.name} by ${product.brand}` : product.name;
  const title = `${product.name} · ${site.name}`;
  const description = `${name}: ${formatDollars(product.current_amount)} of ${formatDollars(product.target_amount)} raised for independent laboratory tests for phthalates, bisphenols and their substitutes.`;
  const address = `${siteUrl}${href('/product/:id', { id: String(product.id) })}`;
  const image = product.image_url
    ? new URL(imageSource(product.image_url, 512).src, `${siteUrl}/`).href
    : undefined;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    ...(image
      ? [
          { property: 'og:image', content: image },
          { name: 'twitter:image', content: image },
        ]
      : []),
  ];
}
