import type { MetaDescriptor } from 'react-router';

/** Where programs learn how to show a page on other sites (oembed.com, 4); `address` is its own. */
export function oembedLink(address: string, title: string): MetaDescriptor {
  const query = new URLSearchParams({ url: address, format: 'json' }).toString();
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/json+oembed',
    href: `${new URL(address).origin}/api/oembed?${query}`,
    title,
  };
}
