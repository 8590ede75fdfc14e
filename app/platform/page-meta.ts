import type { MetaDescriptor } from 'react-router';
import { site } from '#app/site.ts';

export interface PageMeta {
  title: string;
  description: string;
  /** The page's own public address. */
  address: string;
  type?: 'website' | 'article';
  /** An absolute address. */
  image?: string;
}

/** Title, description, canonical address and social tags of a page. */
export function pageMeta({
  title,
  description,
  address,
  type = 'website',
  image,
}: PageMeta): MetaDescriptor[] {
  const picture = [
    { property: 'og:image', content: image },
    { name: 'twitter:image', content: image },
  ];
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    ...(image ? picture : []),
  ];
}
