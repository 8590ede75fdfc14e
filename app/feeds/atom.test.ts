import { expect, it } from 'vitest';
import { atomFeed } from './atom.ts';

const feed = {
  title: 'A & B',
  subtitle: 'News',
  address: 'https://a.example/feed.xml',
  siteAddress: 'https://a.example',
};

it('writes text so that no reader takes it for markup', () => {
  const xml = atomFeed({
    ...feed,
    entries: [
      {
        address: 'https://a.example/1?a=1&b="2"',
        title: '<b>Jar</b> \u0007of \ud800tuna 🐟',
        summary: ']]> & more',
        updated: '2026-01-02T03:04:05.000Z',
      },
    ],
  });
  expect(xml).toContain('<title>A &amp; B</title>');
  expect(xml).toContain('<title>&lt;b&gt;Jar&lt;/b&gt; of \ufffdtuna 🐟</title>');
  expect(xml).toContain('<id>https://a.example/1?a=1&amp;b=&quot;2&quot;</id>');
  expect(xml).toContain('<summary>]]&gt; &amp; more</summary>');
  expect(xml.match(/<updated>2026-01-02T03:04:05\.000Z</g)).toHaveLength(2);
});

it('is a feed without entries as well', () => {
  expect(atomFeed({ ...feed, entries: [] })).toContain('<updated>1970-01-01');
});
