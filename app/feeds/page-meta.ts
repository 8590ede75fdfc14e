import type { MetaDescriptor } from 'react-router';
import type { LinkedData } from './linked-data.ts';
import { site } from '#app/site.ts';

interface PageMeta {
  title: string;
  description: string;
  /** The page's own public address. */
  address: string;
  type?: 'website' | 'article';
  /** Where its list is fetched as a table. */
  table?: string;
  /** An absolute address. */
  image?: string;
  /** In place of it: a picture made for sharing, which is shown large. */
  picture?: SharePicture;
  /**
   * What the page says, for programs; made by its loader, so that no browser loads what makes it.
   */
  linkedData?: LinkedData | undefined;
  /** Nothing that a search engine should show. */
  isUnlisted?: boolean;
}

interface SharePicture {
  /** Absolute. */
  address: string;
  widthPx: number;
  heightPx: number;
  type: string;
  /** What is to be read on it. */
  text: string;
}

/** Title, description, canonical address and social tags of a page. */
export function pageMeta({
  title,
  description,
  address,
  type = 'website',
  table,
  image,
  picture,
  linkedData,
  isUnlisted,
}: PageMeta): MetaDescriptor[] {
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(table ? [{ tagName: 'link', rel: 'alternate', type: 'text/csv', href: table }] : []),
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    ...imageTags(picture?.address ?? image),
    ...(picture ? pictureTags(picture) : []),
    ...(isUnlisted ? [{ name: 'robots', content: 'noindex' }] : []),
    // Data, not a script: no browser runs it, and the Content-Security-Policy has no say in it.
    ...(linkedData ? [{ 'script:ld+json': linkedData }] : []),
  ];
}

/** The `meta` of a page that has one address and title, and whose loader says the site's own address. */
export function metaOf(path: string, page: Omit<PageMeta, 'address'>) {
  return ({ loaderData }: { loaderData?: { baseUrl: string } | undefined }) => {
    const address = `${loaderData?.baseUrl ?? ''}${path}`;
    return pageMeta({ ...page, title: `${page.title} · ${site.name}`, address });
  };
}

function imageTags(address: string | undefined): MetaDescriptor[] {
  if (!address) return [];
  return [
    { property: 'og:image', content: address },
    { name: 'twitter:image', content: address },
  ];
}

function pictureTags({ widthPx, heightPx, type, text }: SharePicture): MetaDescriptor[] {
  return [
    { property: 'og:image:type', content: type },
    { property: 'og:image:width', content: String(widthPx) },
    { property: 'og:image:height', content: String(heightPx) },
    { property: 'og:image:alt', content: text },
    { name: 'twitter:image:alt', content: text },
  ];
}
