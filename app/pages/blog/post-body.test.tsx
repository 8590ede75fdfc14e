import { expect, it } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import { PostBody } from './post-body.tsx';
import { readMarkdown } from './read-markdown.server.ts';

const body = (text: string, below = 1) =>
  rendered(<PostBody blocks={readMarkdown(text)} below={below} />);

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
