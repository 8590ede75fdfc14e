import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as audit from '#app/admin/audit/audit.ts';
import * as catalogue from '#app/catalogue/messages.ts';
import * as productPage from '#app/catalogue/product-messages.ts';
import { readDonationAmount, donateLabel } from '#app/donations/donation-amount.ts';
import * as donations from '#app/donations/messages.ts';
import { FUNDING_POINTS } from '#app/funding/list/how-funding-works.tsx';
import { PANEL_TITLE } from '#app/funding/list-messages.ts';
import * as funding from '#app/funding/messages.ts';
import * as success from '#app/funding/checkout/order-messages.ts';
import { LEGAL_UPDATED } from '#app/kit/facts.ts';
import * as lookup from '#app/contributions/messages.ts';
import * as mailing from '#app/subscriptions/messages.ts';
import * as blog from '#app/pages/blog/messages.ts';
import * as pages from '#app/ui/messages.ts';
import { readFaq } from '#app/pages/faq/read-faq.server.ts';
import * as platform from '#app/platform/messages.ts';
import { labCellText, labUnitFor } from '#app/results/lab-facts/lab-units.ts';
import * as results from '#app/results/messages.ts';
import { METHODOLOGY_VIEWS } from '#app/results/methodology/methodology-toggle.tsx';
import * as submissions from '#app/submissions/messages.ts';
import { derivedFrom } from '#app/submissions/submission.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { families } from '#app/toxicology/families.ts';
import type { Finding } from '#app/toxicology/measurement.ts';

/*
 * The sentences of the specification's points 2, 5 and 8, typed from there and not from here, beside
 * what the program says. Other tests show that each is said where it belongs, and may then name the
 * constant; a slip of the keyboard in a constant fails here.
 *
 * What stands in a component and in no constant is held by drawn-sentences.test.tsx. In neither are
 * 'Use different email' (§2), which only a browser shows (e2e/follow.spec.ts), and the authentication
 * library's own words (§8), which nothing here says (docs/authentication.md).
 */

type Row = [spec: string, said: string];

const donation = String(readDonationAmount(4, 'monthly'));

const mark = (testing_status: string) =>
  catalogue.fullyFundedMark({ testing_status, test_ended_on: null });

const point2: Row[] = [
  // Home and product list.
  ['Fully Funded', mark('Untested')],
  ['Fully Funded • Tested!', mark('Tested')],
  ['Fully Funded • Testing in Progress', mark('Testing in Progress')],
  ['Fully funded! Thank you, hero!', catalogue.HERO],
  ['[SYSTEM]: Loading products...', catalogue.LOADING_PRODUCTS],
  ['[SYSTEM]: Loading more products...', catalogue.LOADING_MORE_PRODUCTS],
  // Funding list panel.
  ['FUNDING LIST', PANEL_TITLE],
  ['each product needs a specific amount to begin testing', fundingPoint(0)],
  ['payment is processed immediately', fundingPoint(1)],
  ['testing begins when the goal is reached', fundingPoint(2)],
  ['progress updates are automatic', fundingPoint(3)],
  ['automatic refund after 365 days if the goal is not reached', fundingPoint(4)],
  // Fundable product page.
  ['Unknown brand', catalogue.UNKNOWN_BRAND],
  ['NO IMAGE', catalogue.PAGE_NO_IMAGE],
  ['Unknown', catalogue.UNKNOWN],
  // Lab results table.
  ['Plastic Chemical Facts', results.LAB_FACTS],
  [
    'Phthalates, Bisphenols, Phthalate Substitutes',
    [...new Set(chemicals.map(({ category }) => category))].join(', '),
  ],
  ['Lab Cat', results.LAB_CAT],
  // Success page, about, donate.
  ['Opening…', donations.OPENING],
  ['DONATE $20 MONTHLY', donateLabel('20', 'monthly')],
  // FAQ.
  [
    'General, Testing Process, Results & Impact, Contributing, Technical Details, Impact & Evidence',
    readFaq()
      .map(({ title }) => title)
      .join(', '),
  ],
  // Blog.
  ['Blog', blog.BLOG],
  ['Back to Blog', blog.BACK_TO_BLOG],
  // Tested products list.
  ['Phthalates, Bisphenols, Substitutes', families.map(({ name }) => name).join(', ')],
  ['Loading products...', results.LOADING_TESTED],
  ['Loading more products...', results.LOADING_MORE_TESTED],
  // Tested product report.
  ['Back to tested products', results.BACK_TO_LIST],
  ['H2 2024', results.COLLECTED],
  ['Bay Area', results.REGION],
  ['Tested', results.STATUS],
  ['Testing Complete!', results.TESTING_COMPLETE],
  ['GC-MS with isotope dilution', results.METHOD],
  ['N/A', results.NOT_AVAILABLE],
  ['Share Results', results.SHARE],
  // What that button reads meanwhile (point 4).
  ['Generating...', results.SHARE_GENERATING],
  [
    "'Child' / 'Adult' (14 kg / 70 kg)",
    `${bodyWeights.map(({ label }) => `'${label}'`).join(' / ')} (${bodyWeights.map(({ weightKg }) => `${weightKg} kg`).join(' / ')})`,
  ],
  // Methodology, admin, legal.
  ['Simple Explanation, Technical Details', METHODOLOGY_VIEWS.map(({ label }) => label).join(', ')],
  ['Amounts match', audit.AMOUNTS_MATCH],
  ['July 20, 2025', LEGAL_UPDATED],
];

const labCell = (cell: Finding, unit: string | null) =>
  labCellText(cell, 'dep', labUnitFor(unit, unit ? 30 : null), 30);

const point5: Row[] = [
  ['Amount automatically adjusted to minimum $25', submissions.AMOUNT_ADJUSTED],
  ['Amount cannot exceed $1,275', submissions.amountTooHigh()],
  ['Contribution amount must be between $25 and $1,275', submissions.amountOutOfRange()],
  ['Unknown', derivedFrom('https://shop.example/').brand],
  ['Unknown', derivedFrom('https://shop.example/').category],
  ['Minimum monthly amount is $5', donation],
  ['< LOQ', labCell({ status: 'below_loq', valueNgG: null, loqNgG: 2 }, null)],
  ['–', labCell({ status: 'not_tested', valueNgG: null, loqNgG: null }, null)],
  ['NO TDI', labCell({ status: 'ok', valueNgG: 2, loqNgG: null }, 'efsa_toddler')],
];

const point8: Row[] = [
  ['Failed to load product details.', productPage.PRODUCT_DETAILS_FAILED],
  ['Failed to load product details.', results.REPORT_FAILED],
  ['[ERROR]: Product not found', catalogue.PRODUCT_NOT_FOUND],
  ['Product not found', results.TESTED_NOT_FOUND],
  ['Failed to load products: {message}', catalogue.productsFailed('{message}')],
  ['Failed to subscribe. Please try again.', mailing.SUBSCRIBE_FAILED],
  ['Thank you for subscribing!', mailing.SUBSCRIBED],
  ["Thanks for subscribing! You'll receive updates soon.", mailing.HOME_SIGNED_UP],
  ['This email is already subscribed.', mailing.ALREADY_SUBSCRIBED],
  ['Failed to submit. Please try again.', mailing.HOME_SIGN_UP_FAILED],
  ['Failed to send verification code', lookup.SENDING_FAILED],
  ['Verification process failed', lookup.VERIFYING_BROKE],
  ['Invalid or expired verification code', lookup.CODE_INVALID],
  ['Failed to fetch contributions', lookup.FETCHING_FAILED],
  ['Verification failed', lookup.VERIFYING_FAILED],
  ['No contributions found for this email.', lookup.NO_CONTRIBUTIONS],
  ['Failed to submit product. Please try again.', submissions.SUBMIT_FAILED],
  ['[ERROR]: Failed to retrieve order details', success.orderFailed(success.ORDER_DETAILS_FAILED)],
  [
    'Failed to load order details. Please check your network connection.',
    success.ORDER_UNREACHABLE,
  ],
  ['Failed to create portal session', donations.PORTAL_FAILED],
  ['Unauthorized', platform.SIGNED_IN_ADMINISTRATORS_ONLY],
  ['Check your email for the login link!', 'Check your email for the login link!'],
  ['Audit failed', audit.AUDIT_FAILED],
  ['Minimum monthly amount is $5', donations.MONTHLY_MINIMUM],
  ['Failed to start checkout', donations.CHECKOUT_FAILED],
  ['Failed to initialize Stripe', funding.STRIPE_FAILED],
  [
    'All items in your cart have been fully funded by others. Please select different products.',
    funding.ALL_FULLY_FUNDED,
  ],
  [
    "Some items were removed as they've been fully funded: Honey, Soap",
    funding.someRemoved(['Honey', 'Soap']),
  ],
  ['Failed to generate image. Please try again.', results.SHARE_FAILED],
  ['Image downloaded! (Clipboard access was denied)', results.SHARE_DOWNLOADED],
  ['Image ready! Press and hold to save to your Photos', results.SHARE_READY],
  ['Report image copied! (paste anywhere)', results.SHARE_COPIED],
  ['[NO IMAGE]', catalogue.CARD_NO_IMAGE],
  ['[IMAGE UNAVAILABLE]', results.REPORT_NO_IMAGE],
  ['Post Not Found', blog.POST_NOT_FOUND],
  ['Twitter widgets not found', pages.WIDGETS_NOT_FOUND],
];

test.each([...point2, ...point5, ...point8])('“%s”', (spec, text) => {
  expect(text).toBe(spec);
});

function fundingPoint(index: number): string {
  const { point = '' } = FUNDING_POINTS[index] ?? {};
  return `${point.charAt(0).toLowerCase()}${point.slice(1, -1)}`;
}

/** What is said of the beginning of testing: of the goal alone, as the specification has it. */
const OF_THE_GOAL = [
  'Each product needs a specific amount to begin testing.',
  'Testing begins when the goal is reached',
  'Testing begins when a product reaches its goal.',
  'Testing begins after the goal is reached.',
  '### When does testing begin?',
];

test('“testing begins” is said of the goal alone; of money it is the first sample', async () => {
  const BEGINNING =
    /\btesting (that |of [^.;{}]{0,20})?(has |had |does not )?(beg[aiu]ns?|begun)\b(?! CODE)|\bbegin(ning of)? testing\b/gi;
  const said: string[] = [];
  for await (const file of glob(['app/**/*.{ts,tsx}', 'content/**/*.md', 'cli/*.ts'])) {
    if (/\.test\.tsx?$/.test(file)) continue;
    // What a comment says, and what terms once said, nobody is told of a product.
    const source = readFileSync(file, 'utf8');
    const shown = file.endsWith('.md')
      ? source.replaceAll(/^- \w+ \d+, 20.*$/gm, '')
      : source.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
    const text = OF_THE_GOAL.reduce(
      (left, one) => left.replaceAll(one, ''),
      shown.replaceAll(/\s+/g, ' '),
    );
    said.push(...[...text.matchAll(BEGINNING)].map(([words]) => `${file}: ${words}`));
  }
  expect(said).toEqual([]);
});
