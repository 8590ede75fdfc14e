import { expect, it } from 'vitest';
import { readMarkdown } from '#app/prose/read-markdown.server.ts';
import { readPost } from './read-post.server.ts';

const text = '---\ntitle: A post: why\ndescription: Short.\n---\n\nHello.\n';

it('reads a post with its day and slug from the name of its file', () => {
  expect(readPost('2025-02-03-test-post.md', text)).toEqual({
    slug: 'test-post',
    published: '2025-02-03',
    title: 'A post: why',
    description: 'Short.',
    share: null,
    blocks: [{ type: 'paragraph', content: ['Hello.'] }],
  });
  expect(readPost('2025-02-03-a.md', text.replaceAll('\n', '\r\n')).title).toBe('A post: why');
  expect(readPost('2025-02-03-a.md', `\ufeff${text}`).title).toBe('A post: why');
});

it.each([
  ['test-post.md', text, /is named as/],
  ['2025-02-30-test-post.md', text, /is named as/],
  ['2025-02-03-Test.md', text, /is named as/],
  ['2025-02-03-a.md', 'Hello.', /2025-02-03-a\.md: its head/],
  ['2025-02-03-a.md', text.replace('title', 'name'), /its head/],
  ['2025-02-03-a.md', text.replace('description: Short.\n', ''), /^2025-02-03-a\.md: its head/],
  ['2025-02-03-a.md', text.replace('Short.', ' '), /its head/],
  ['2025-2-3-a.md', text, /^2025-2-3-a\.md: a post is named as/],
  ['2025-02-03-a.md', `${text}\n![A jar][jar]\n\n[jar]: /a.png\n`, /cannot show imageReference/],
])('refuses %s with %j', (file, content, why) => {
  expect(() => readPost(file, content)).toThrow(why);
});

it('finds where a named link leads wherever that is written, the first time it is', () => {
  const quoted = readMarkdown('[Click][x]\n\n> [x]: /faq\n\n[x]: /blog');
  expect(quoted[0]).toMatchObject({ content: [{ type: 'link', address: '/faq' }] });
});

it('makes an embedded post only of a quotation that is nothing but its link', () => {
  const address = 'https://x.com/somebody/status/20';
  const social = [{ type: 'social', post: { id: '20', host: 'x.com', address } }];
  expect(readMarkdown(`> ${address}`)).toEqual(social);
  expect(readMarkdown(`> <${address}>`)).toEqual(social);
  expect(readMarkdown(`> [what somebody said](${address})`)).toEqual(social);
  for (const other of [`> Look: <${address}>`, `> ${address}\n>\n> Well said.`, address]) {
    expect(JSON.stringify(readMarkdown(other))).not.toContain('"social"');
  }
});

it('shows raw HTML as text, and no picture of another site', () => {
  expect(readMarkdown('<script>alert(1)</script>')).toEqual([
    { type: 'paragraph', content: ['<script>alert(1)</script>'] },
  ]);
  const elsewhere = 'https://elsewhere.example/a.png';
  expect(readMarkdown(`![A jar|small](${elsewhere})`)).toEqual([
    { type: 'paragraph', content: [{ type: 'link', address: elsewhere, content: ['A jar'] }] },
  ]);
  expect(JSON.stringify(readMarkdown('![A jar](//elsewhere.example/a.png)'))).not.toContain(
    '"picture"',
  );
});

it('keeps the words of a link that may not lead anywhere', () => {
  expect(
    readMarkdown('[Click](javascript:alert) [here][x] ![y](javascript:alert)\n\n[x]: data:,'),
  ).toEqual([{ type: 'paragraph', content: ['Click', ' ', 'here', ' ', 'y'] }]);
});
