import { expect, it } from 'vitest';
import { postData } from './post-data.server.ts';

it('says of a post what it is, when it was published and by whom', () => {
  const post = {
    slug: 'a-post',
    published: '2025-02-03',
    title: 'A post',
    description: 'What it says.',
    share: { address: '/a.png', text: 'A' },
    blocks: [],
  };
  const [posting, trail] = postData(post, 'https://assay.example')['@graph'];
  expect(posting).toMatchObject({
    '@type': 'BlogPosting',
    url: 'https://assay.example/blog/a-post',
    headline: 'A post',
    datePublished: '2025-02-03',
    image: 'https://assay.example/a.png',
    publisher: { '@id': 'https://assay.example/#organization' },
  });
  expect(trail).toMatchObject({ '@type': 'BreadcrumbList' });
  expect(postData({ ...post, share: null }, '')['@graph'][0]?.['image']).toBeUndefined();
});
