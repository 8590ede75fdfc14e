import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_NAMES } from '#app/platform/analytics/analytics-events.ts';

/** Spec §3 "Analytics events", whose last three have no capitals there. */
const SPEC =
  'Add to Funding List, Remove from Funding List, Product View, Checkout Complete, Follow Product, Unfollow Product, Submit Product, Footer Link Click, FAQ Click, Contact Form Submit, Commit Funding, Sort Products; also contact email click, donation link click, view contributions';

/** Where each is sent from: a second place is a second event, unless it is another thing to do. */
const SENT_FROM: Record<string, string[]> = {
  'Add to Funding List': ['funding/list/funding-list-store.ts'],
  'Remove from Funding List': ['funding/list/funding-list-store.ts'],
  'Product View': ['catalogue/product.page.tsx', 'results/report/tested-report.page.tsx'],
  'Checkout Complete': ['funding/checkout/use-order.ts'],
  'Follow Product': ['mailing/follows/follow.ts'],
  'Unfollow Product': ['mailing/follows/follow.ts'],
  'Submit Product': ['submissions/submission-form.tsx'],
  'Footer Link Click': ['pages/footer.tsx'],
  'FAQ Click': ['pages/faq/faq-index.tsx'],
  // The form that writes to us, and the newsletter's beside it.
  'Contact Form Submit': ['mailing/contact/contact-form.tsx', 'pages/contact.page.tsx'],
  'Commit Funding': ['funding/list/commit-funding.ts'],
  'Sort Products': ['catalogue/list/home.page.tsx', 'results/list/tested-list.page.tsx'],
  'Contact Email Click': ['pages/contact.page.tsx'],
  // The link on Contact, the crypto checkout, and the one-time link to ourselves or elsewhere.
  'Donation Link Click': [
    'donations/crypto-donations.tsx',
    'donations/donation-panel.tsx',
    'donations/donation-panel.tsx',
    'pages/contact.page.tsx',
  ],
  'View Contributions': ['lookup/use-lookup.ts'],
};

test('the events are those of the specification', () => {
  const named = SPEC.split(/, |; also /).map((name) => name.toLowerCase());
  expect(EVENT_NAMES.map((name) => name.toLowerCase())).toEqual(named);
});

test('each is sent from where it happens, and from nowhere else', () => {
  const sources = everySource().filter(
    ({ text }) => text.includes('#app/platform/analytics/track.ts') || /\breport\(/.test(text),
  );
  const sent = EVENT_NAMES.map((name) => [
    name,
    sources
      .flatMap(({ file, text }) =>
        text
          .split(`'${name}'`)
          .slice(1)
          .map(() => file),
      )
      .toSorted(),
  ]);
  expect(Object.fromEntries(sent)).toEqual(SENT_FROM);
});

test('a page sends itself away by `leaveTo` alone, which has its events sent before', () => {
  const leaves = /\blocation\.(assign|replace)\(|\blocation\.href = /;
  const sources = everySource().filter(({ text }) => leaves.test(text));
  expect(sources.map(({ file }) => file)).toEqual(['platform/analytics/track.ts']);
});

function everySource() {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|analytics-events/.test(file))
    .map((file) => ({ file, text: readFileSync(`app/${file}`, 'utf8') }));
}
