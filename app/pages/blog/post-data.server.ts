import { breadcrumbs, linkedData, organization } from '#app/feeds/linked-data.ts';
import type { Post } from './read-post.server.ts';

/** A post as https://schema.org describes it. `origin` has no trailing slash. */
export function postData({ slug, title, description, published, share }: Post, origin: string) {
  const path = `/blog/${slug}`;
  const publisher = organization(origin);
  return linkedData(
    {
      '@type': 'BlogPosting',
      '@id': `${origin}${path}#post`,
      url: `${origin}${path}`,
      mainEntityOfPage: `${origin}${path}`,
      headline: title,
      description,
      datePublished: published,
      image: share ? `${origin}${share.address}` : undefined,
      author: publisher,
      publisher,
    },
    breadcrumbs(origin, { name: 'Blog', path: '/blog' }, { name: title, path }),
  );
}
