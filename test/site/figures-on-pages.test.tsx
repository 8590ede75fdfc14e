import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FundingFigures } from '#app/catalogue/list/funding-figures.tsx';
import { AcceptTerms } from '#app/funding/list/accept-terms.tsx';
import { FundingPoints } from '#app/funding/list/how-funding-works.tsx';
import { DIRECT_PURCHASE, MANUFACTURER_MONEY, SCOPE } from '#app/kit/policies.ts';
import { AboutSection, Bill } from '#app/pages/about-parts.tsx';
import { readSections } from '#app/prose/read-text.server.ts';
import { readFaq } from '#app/pages/faq/read-faq.server.ts';
import { readLegal } from '#app/pages/legal/read-legal.server.ts';
import { plainText } from '#app/prose/blocks.ts';
import { AboutSubmitting } from '#app/submissions/about-submitting.tsx';
import { rendered } from '#test/support/rendered.tsx';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';

/** What is read on each page that states figures; of the blog's post, its source. */
const pages = {
  home: words(<FundingFigures />),
  'how funding works': words(<FundingPoints />),
  about: words([
    ...readSections('about').map((section) => <AboutSection key={section.id} section={section} />),
    <Bill key="b" />,
  ]),
  'add product': words(<AboutSubmitting />),
  'at every payment': words(<AcceptTerms />),
  faq: plainText(readFaq().flatMap(({ questions }) => questions.flatMap(({ blocks }) => blocks))),
  terms: plainText(
    readLegal(
      { name: null, address: null, email: null, taxNote: 'Gifts are not tax-deductible.' },
      { amplitude: false, chat: false },
    )
      .filter(({ key }) => key === 'terms')
      .flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks)),
  ),
  blog: readFileSync('content/blog/2025-02-03-test-post.md', 'utf8').replace(
    '{testedChemicals}',
    String(TESTED_CHEMICALS),
  ),
};

function words(element: React.ReactNode): string {
  return rendered(element)
    .text.replaceAll('\u00a0', ' ')
    .replaceAll('&#x27;', "'")
    .replace(/ (?=[.,:])/g, '');
}

/** Figures of the specification: what is said of each, and where. */
const FIGURES: [figure: string, said: RegExp, on: (keyof typeof pages)[]][] = [
  ['495 dollars', /about \$495/, ['about', 'faq']],
  ['425 dollars', /\$425/, ['home', 'how funding works', 'about', 'add product', 'faq', 'terms']],
  [
    '1,275 dollars',
    /\$1,275/,
    ['home', 'how funding works', 'about', 'add product', 'faq', 'terms'],
  ],
  [
    'three samples',
    /three samples|3 samples/i,
    ['home', 'how funding works', 'about', 'add product', 'terms'],
  ],
  ['18 chemicals', /\b18 (plastic )?chemicals/, ['about', 'faq', 'blog']],
  ['365 days', /365 days/, ['home', 'how funding works', 'about', 'add product', 'faq', 'terms']],
  ['18 or older', /18 or older/, ['faq', 'terms', 'at every payment']],
  ['U.S. retail', /U\.S\. resident can buy/, ['about', 'add product', 'faq', 'terms']],
  ['4–6 weeks, as our promise', /[Pp]romise\b.{0,40} 4–6 weeks/, ['about', 'faq', 'terms']],
  ['20,000 times, EFSA 2023', /EFSA.*20,000|20,000.*EFSA/s, ['about', 'faq', 'blog']],
  ['EFSA’s year', /2023/, ['about', 'faq', 'blog']],
  ['86% of foods', /86%\s+of the foods/, ['about', 'faq']],
  ['86%, with its source', /PlasticList.{0,900}86% of the foods/s, ['faq', 'blog']],
  ['foods and not samples', /not (single )?samples/, ['about', 'faq', 'blog']],
  ['59% between samples', /59%.* average|differed by 59%/, ['about', 'faq', 'blog']],
  ['33% within a lot', /same lot.{0,20} by 33%/, ['about', 'faq', 'blog']],
  ['22 products', /22 products/, ['faq', 'blog']],
  ['450 to 32,500%', /450% to 32,500%/, ['faq', 'blog']],
];

test.each(
  FIGURES.flatMap(([figure, outcome, on]) => on.map((page) => [figure, page, outcome] as const)),
)('%s: %s', (_, page, outcome) => {
  expect(pages[page].replaceAll('**', '')).toMatch(outcome);
});

test.each([
  ['how a manufacturer may fund', MANUFACTURER_MONEY, ['about', 'add product', 'faq', 'terms']],
  ['what is in scope', SCOPE, ['about', 'add product', 'faq']],
  ['direct purchase is planned', DIRECT_PURCHASE, ['about', 'faq']],
] as const)('%s is said in the same words', (_, sentence, on) => {
  for (const page of on) expect(pages[page], page).toContain(sentence);
});

test('the FDA’s hundredfold is told of only to say that its document was not found', () => {
  expect(pages.faq).toMatch(/allows 100 times higher levels\. We have not found an FDA document/);
  expect(pages.blog).toMatch(/hundred times more.*have not found it, so we do not repeat it/);
  for (const page of ['home', 'about', 'terms', 'add product'] as const) {
    expect(pages[page]).not.toContain('FDA');
  }
});
