import { expect, it } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import { hasSocialPost, plainText } from './blocks.ts';
import { Prose } from './prose.tsx';
import { readMarkdown } from './read-markdown.server.ts';

const body = (text: string, below = 1) =>
  rendered(<Prose blocks={readMarkdown(text)} below={below} />);

it('draws ordered lists and code in boxes, and nothing else', () => {
  expect(body('3. Buy\n4. Test').html).toMatch(
    /<div class="[^"]*\bborder\b[^"]*"><ol start="3"[\s\S]*Buy[\s\S]*Test/,
  );
  expect(body('```\na < b\n```').html).toMatch(
    /<pre [^>]*class="[^"]*\bborder\b[^"]*"><code>a &lt; b/,
  );
  expect(body('- Buy\n- Test\n\n> Said.').html).not.toContain('border-line-strong');
});

it('puts headings below the title they stand under', () => {
  expect(body('## One\n\n### Two').html).toMatch(/<h2 [^>]*>One<\/h2><h3 [^>]*>Two<\/h3>/);
  expect(body('## One\n\n### Two', 2).html).toMatch(/<h3 [^>]*>One<\/h3><h4 [^>]*>Two<\/h4>/);
  expect(body('###### Deep', 2).html).toContain('<h6 ');
});

it('loads pictures late, in the width and with the frame their hints say', () => {
  const plain = body('![A jar](/a.svg)').html;
  expect(plain).toMatch(/<img [^>]*src="\/a\.svg"[^>]* loading="lazy"/);
  expect(plain).toContain('max-w-[600px]');
  expect(plain).toMatch(/\bborder\b/);
  const hinted = body('![A jar|small center shadow 600x440](/a.svg "Three of them")').html;
  expect(hinted).toContain('alt="A jar"');
  expect(hinted).toContain('max-w-[300px]');
  expect(hinted).toContain('mx-auto');
  expect(hinted).toContain('shadow-raised');
  expect(hinted).not.toMatch(/\bborder\b/);
  expect(hinted).toMatch(/width="600" height="440"/);
  expect(hinted).toMatch(/<figcaption[^>]*>Three of them/);
  expect(body('![A jar|large](/a.svg)').html).toContain('max-w-2xl');
  expect(body('See ![A jar|small](/a.svg) there').html).toMatch(/<p [^>]*>See <img/);
});

it('renders an embedded post as a link, with nothing of the network’s', () => {
  const { html, text } = body('> https://x.com/somebody/status/20');
  expect(html).toContain('href="https://x.com/somebody/status/20"');
  expect(html).not.toMatch(/<script|<iframe|platform\.twitter/);
  expect(text).toContain('Nothing is loaded from x.com until you ask for it.');
});

it('gives words without marks', () => {
  const blocks = readMarkdown(
    'One [`link`](/one).\n\n- *Two*.\n- Three\n\n  > https://x.com/a/status/1',
  );
  expect(plainText(blocks.slice(0, 1))).toBe('One link.');
  expect(plainText(readMarkdown('a\n\n- *b*\n- [c](/c)'))).toBe('a b c');
  expect([hasSocialPost(blocks), hasSocialPost(blocks.slice(0, 1))]).toEqual([true, false]);
});

it('puts a slot where a paragraph is only its name', () => {
  const slots = { table: <hr key="table" /> };
  const { html } = rendered(
    <Prose blocks={readMarkdown('{table}\n\nSee {table}')} slots={slots} />,
  );
  expect(html).toMatch(/^<hr\/><p [^>]*>See \{table\}<\/p>$/);
});

it('goes to a page of this site by the router, and marks another site', () => {
  expect(body('[A](/a?b=c#d)').html).toMatch(/<a [^>]*href="\/a\?b=c#d"[^>]*>A<\/a>/);
  expect(body('[A](https://else.example/)').html).toMatch(
    /<a href="https:\/\/else.example\/" rel="noopener"[^>]*>A<span/,
  );
});
