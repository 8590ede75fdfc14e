import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refundDueAt } from '#app/funding/refund-due.server.ts';
import { FUNDING_LIST_KEY } from '#app/funding/list/funding-list.ts';
import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';
import { MESSAGE_KEPT_DAYS } from '#app/mailing/contact/contact-messages.ts';
import { EMAIL_KEY } from '#app/mailing/follows/kept-email.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { faq } from '#app/pages/faq/faq.ts';
import {
  COOKIES,
  KEPT,
  STORED_FOR_AMPLITUDE,
  STORED_IN_BROWSER,
} from '#app/pages/legal/legal-records.ts';
import { legalTexts } from '#app/pages/legal/legal.ts';
import { ASKED_KEY } from '#app/pages/blog/own-document.ts';
import { linksOf, plainText } from '#app/pages/prose-text.ts';
import { consentKey } from '#app/platform/analytics/analytics-consent.ts';
import { LEFT_EVENTS } from '#app/platform/analytics/outside-services.ts';
import { COMPARE_KEY } from '#app/results/compare/compare-choice.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { LAB_UNIT_KEY } from '#app/results/lab-facts/use-lab-unit.ts';
import { WEIGHT_KEY } from '#app/results/report/viewpoint-controls.tsx';
import pages, { calls } from '#app/routes.ts';
import { site } from '#app/site.ts';
import { chemicals, datasetChemicals } from '#app/toxicology/chemicals.ts';
import { productFigures } from '#app/toxicology/product-figures.ts';

const others = { amplitude: true, chat: true };
const operator = { name: null, address: null, email: 'help@site.example' };
const blocks = [
  ...faq.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
  ...legalTexts.flatMap(({ sections }) =>
    sections(operator, others).flatMap(({ blocks: own }) => own),
  ),
];

test('the days of refunds are those that the sweep goes by', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
  const dueAfter = (toldOn: number) => refundDueAt({ paidAt: day(0), refundToldAt: day(toldOn) });
  expect(dueAfter(REFUND_DAYS - REFUND_WARNING_DAYS)).toEqual(day(365));
  expect(dueAfter(400)).toEqual(day(414));
  expect(refundDueAt({ paidAt: new Date(0), refundToldAt: null })!.getTime()).toBeGreaterThan(
    Date.now() + 13 * 86_400_000,
  );
});

test('what is forgotten by itself goes after the days that are stated', () => {
  const source = (file: string) => readFileSync(`app/${file}`, 'utf8');
  expect(source('platform/analytics/analytics-store.server.ts')).toContain(
    `EVENT_DETAIL_DAYS = ${KEPT.eventsDays};`,
  );
  expect(source('platform/analytics/analytics-store.server.ts')).toContain(
    `EVENT_SUM_DAYS = ${KEPT.eventSumsDays};`,
  );
  expect(source('platform/limits/own-browsers.server.ts')).toContain(
    `OWN_BROWSER_DAYS = ${KEPT.ownBrowserDays};`,
  );
  expect(source('funding/checkout/forget-addresses.server.ts')).toContain(
    `ADDRESS_DAYS = ${KEPT.addressDays};`,
  );
  expect(source('platform/stripe/webhook-inbox.server.ts')).toContain(
    `days = ${KEPT.webhooksDays})`,
  );
  expect(source('platform/mail/mail-outbox.server.ts')).toContain(`KEPT_DAYS = ${KEPT.mailsDays};`);
  expect(MESSAGE_KEPT_DAYS).toBe(KEPT.messagesDays);
  expect(source('mailing/newsletter/subscribe.server.ts')).toContain(
    `_DAYS = ${KEPT.unconfirmedDays};`,
  );
});

describe('what the browser keeps is named in full', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => ({ file, text: readFileSync(`app/${file}`, 'utf8') }));

  test('every cookie', () => {
    const given = sources
      .flatMap(({ text }) => /COOKIE = ['`]([^'`]+)['`]/.exec(text)?.[1] ?? [])
      .map((name) => name.replace('${site.slug}', site.slug));
    expect(given.toSorted()).toEqual(COOKIES.map(({ name }) => name).toSorted());
    const setters = sources.filter(({ text }) => /\bsetCookie\(\s*[A-Z]/.test(text));
    // The sign-in's are better-auth's to set.
    const own = COOKIES.filter(({ name }) => !name.startsWith(`${site.slug}.`));
    expect(setters).toHaveLength(own.length);
  });

  test('every key of its storage', () => {
    const named = [...STORED_IN_BROWSER, ...STORED_FOR_AMPLITUDE].map(({ key }) => key);
    for (const key of [
      FUNDING_LIST_KEY,
      DRAFT_KEY,
      EMAIL_KEY,
      COMPARE_KEY,
      LAB_UNIT_KEY,
      WEIGHT_KEY,
      consentKey,
      LEFT_EVENTS,
      ASKED_KEY,
    ]) {
      expect(named).toContain(key);
    }
    // A file that writes to the storage is one that the list above was made from.
    const writers = sources.filter(({ text }) => text.includes('setItem(')).map(({ file }) => file);
    expect(writers.toSorted()).toEqual([
      'funding/checkout/load-order.ts',
      'funding/list/funding-list-store.ts',
      'lookup/this-browser.ts',
      'mailing/follows/kept-email.ts',
      'pages/blog/own-document.ts',
      'platform/analytics/answer-consent.ts',
      'platform/analytics/track.ts',
      'results/compare/compare-choice.ts',
      'results/lab-facts/use-lab-unit.ts',
      'results/report/viewpoint-controls.tsx',
      'submissions/draft.ts',
    ]);
  });
});

test('every link within the site leads to a page of it, and every path that is named answers', () => {
  const paths = pages.map((page) => (page.index ? '/' : `/${page.path ?? ''}`));
  const isPage = (path: string) =>
    paths.some((known) => known !== '/*' && matches(known.replaceAll(/:\w+/g, '[^/]+'), path));
  const links = linksOf(blocks).filter((link) => link.startsWith('/'));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !isPage(link.replace(/[?#].*/, '')))).toEqual([]);
  const named = plainText(blocks).match(/\/api\/[\w/]+/g) ?? [];
  const isCall = (path: string) =>
    calls.some((call) => matches(call.path.replaceAll(/\{\w+\}/g, '[^/]+'), path));
  expect(named).toHaveLength(1);
  expect(named.filter((path) => !isCall(path))).toEqual([]);
});

test('links to a section, and to a view, name one that there is', () => {
  const sources = readFileSync('app/results/methodology/methodology-simple.tsx', 'utf8');
  const records = readFileSync('app/results/methodology/methodology-records.tsx', 'utf8');
  for (const link of linksOf(blocks).filter((to) => to.includes('/risk-methodology'))) {
    const anchor = link.split('#')[1];
    if (anchor) expect(`${sources}${records}`, link).toContain(`id: '${anchor}'`);
  }
});

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern}$`).test(path);
}

describe('what is said of PlasticList’s samples', () => {
  const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
  if (!parsed.ok) throw new Error('the dataset is unreadable');
  const products = productsOf(parsed.samples);
  const adultPercent = (ngG: number, servingG: number | null) =>
    (ngG * (servingG ?? 0)) / (0.2 * 70) / 0.01;
  const said = plainText(blocks);

  test('22 products are above EFSA’s limit for BPA, for an adult', () => {
    const above = products.filter(({ samples, servingSizeG }) => {
      const { bpa } = productFigures({
        samples: samples.map(({ measurements }) => measurements),
        servingG: servingSizeG,
        bodyWeightKg: 70,
        authority: 'EFSA',
      }).chemicals;
      return adultPercent(bpa?.estimate ?? 0, servingSizeG) > 100;
    });
    expect(above).toHaveLength(22);
    expect(said).toContain('counts 22 products');
  });

  test('product 93: its highest sample, and the mean of the three', () => {
    const product = products.find(({ originalId }) => originalId === 93);
    const values = (product?.samples ?? []).map(({ measurements: { bpa } }) =>
      bpa?.status === 'ok' ? (bpa.valueNgG ?? NaN) : NaN,
    );
    expect(values).toHaveLength(3);
    expect(said).toContain(product?.name);
    const written = (ngG: number, times = 1) =>
      `${Math.round(times * adultPercent(ngG, product?.servingSizeG ?? null)).toLocaleString('en-US')}%`;
    expect(said).toContain(
      `${written(Math.max(...values))} for an adult of 154\u00a0lb (70\u00a0kg)`,
    );
    const mean = values.reduce((a, b) => a + b) / values.length;
    // The report opens with the child, who weighs a fifth.
    expect(said).toContain(
      `${written(mean, 5)} for a child of 31\u00a0lb (14\u00a0kg), with which the report opens`,
    );
    expect(said).toContain(`and ${written(mean)} for an adult`);
  });

  test('three samples are the rule, though not for all', () => {
    const ofThree = products.filter(({ samples }) => samples.length === 3).length;
    expect(ofThree).toBeGreaterThan(products.length / 2);
    expect(ofThree).toBeLessThan(products.length);
  });

  test('every sample has a column for as many chemicals as are promised', () => {
    const measured = chemicals.filter(({ key }) =>
      parsed.samples.some(({ measurements }) => key in measurements),
    );
    expect(measured).toHaveLength(TESTED_CHEMICALS);
    expect(datasetChemicals).toHaveLength(TESTED_CHEMICALS);
  });
});
