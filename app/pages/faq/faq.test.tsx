import { describe, expect, test } from 'vitest';
import { FaqAnswers } from './faq-answers.tsx';
import { FaqIndex } from './faq-index.tsx';
import { readFaq } from './read-faq.server.ts';
import { plainText } from '#app/prose/blocks.ts';
import { rendered } from '#test/support/rendered.tsx';

const faq = readFaq();
const questions = faq.flatMap((category) => category.questions);
const answers = new Map(questions.map(({ id, blocks }) => [id, plainText(blocks)]));
const index = rendered(<FaqIndex faq={faq} chosen={undefined} />).html;
const page = rendered(<FaqAnswers faq={faq} chosen={undefined} />);

test('six categories, each with four questions or more', () => {
  expect(faq.map(({ title }) => title)).toEqual([
    'General',
    'Testing Process',
    'Results & Impact',
    'Contributing',
    'Technical Details',
    'Impact & Evidence',
  ]);
  for (const { title, questions: own } of faq) {
    expect(own.length, title).toBeGreaterThanOrEqual(4);
  }
});

test('results of tests for metals are pointed at, whether there are some or none', () => {
  expect(answers.get('which-chemicals')).not.toMatch(/none has results|no results/);
  expect(page.html).toContain('href="/plasticlist?panel=metals"');
});

test('every anchor is there once, and every question is asked and answered', () => {
  const ids = [...faq, ...questions].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(index, id).toContain(`href="/#${id}"`);
    expect(page.html.split(` id="${id}"`), id).toHaveLength(2);
  }
  expect(questions.filter(({ title }) => !title.endsWith('?'))).toEqual([]);
  expect([...answers.values()].filter((answer) => answer.length < 60)).toEqual([]);
});

test('the one that is chosen is marked, in the list and among the answers', () => {
  expect(rendered(<FaqIndex faq={faq} chosen="refunds" />).html).toMatch(
    /<a aria-current="location"[^>]*href="\/#refunds"/,
  );
  const { html } = rendered(<FaqAnswers faq={faq} chosen="refunds" />);
  expect(html.match(/<article [^>]*data-chosen/g)).toHaveLength(1);
  expect(html).not.toContain('target:');
  expect(page.html).toContain('target:bg-accent-wash');
});

describe('figures of spec points 1 and 2', () => {
  test.each([
    [
      'what-a-test-costs',
      /about \$495 .* \$425.*3 × \$425 = \$1,275.*a test for metals has its own goal/,
    ],
    ['which-chemicals', /^18 chemicals/],
    ['refunds', /365 days after your payment.*14 days before/],
    ['minimum-age', /18 or older/],
    ['which-products', /a U\.S\. resident can buy through standard retail channels/],
    ['researchers-and-journalists', /^Planned, but not available yet/],
    ['how-long', /We promise results 4–6 weeks/],
    ['manufacturers', /Manufacturers may fund tests.*still bought at retail/],
    ['how-common', /PlasticList’s report.*86% of the foods.*not single samples/],
    ['how-much-lots-differ', /PlasticList’s report.*59% on average.*same lot still differ by 33%/],
    ['efsa-2023', /2023, EFSA .* 0\.2 nanograms .* 20,000 times less.*EFSA Journal/],
    ['above-the-limit', /PlasticList’s report counts 22 products .* 450% to 32,500%/],
    ['fda', /100 times.*leave that figure out/],
    ['formula', /0\.2 × 14 = 2\.8 nanograms/],
  ])('%s', (id, words) => {
    expect(answers.get(id)).toMatch(words);
  });

  test('report 93 is linked to', () => {
    expect(page.html).toContain('href="/plasticlist/93"');
  });
});
