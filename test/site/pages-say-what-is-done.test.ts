import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { readFaq } from '#app/pages/faq/read-faq.server.ts';
import { readLegal } from '#app/pages/legal/read-legal.server.ts';
import { plainText, type Block } from '#app/prose/blocks.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import pages, { calls } from '#app/routes.ts';
import { chemicals, datasetChemicals } from '#app/toxicology/chemicals.ts';
import { productFigures } from '#app/toxicology/product-figures.ts';

/** Every address that blocks link to. */
const linksOf = (blocks: readonly Block[]) =>
  Array.from(
    JSON.stringify(blocks).matchAll(/"type":"link","address":"([^"]*)"/g),
    ([, to]) => to!,
  );

const others = { amplitude: true, chat: true };
const operator = {
  name: null,
  address: null,
  email: 'help@site.example',
  taxNote: 'Gifts are not tax-deductible.',
};
const blocks = [
  ...readFaq().flatMap(({ questions }) => questions.flatMap(({ blocks: own }) => own)),
  ...readLegal(operator, others).flatMap(({ sections }) =>
    sections.flatMap(({ blocks: own }) => own),
  ),
];

test('the days of refunds are those that the sweep goes by', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
  const dueAfter = (toldOn: number) =>
    refundDueAt({ paidAt: day(0), renewedAt: null, refundToldAt: day(toldOn) });
  expect(dueAfter(REFUND_DAYS - REFUND_WARNING_DAYS)).toEqual(day(365));
  expect(dueAfter(400)).toEqual(day(414));
  const renewed = { paidAt: day(0), renewedAt: day(300), refundToldAt: day(1) };
  expect(refundDueAt(renewed)).toEqual(day(665));
  expect(
    refundDueAt({ paidAt: new Date(0), renewedAt: null, refundToldAt: null })!.getTime(),
  ).toBeGreaterThan(Date.now() + 13 * 86_400_000);
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

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern}$`).test(path);
}

describe('what is said of PlasticList’s samples', () => {
  const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
  if (!parsed.ok) throw new Error('the dataset is unreadable');
  const products = productsOf(parsed.samples);
  const adultPercent = (ngG: number, servingG: number | null) =>
    (ngG * (servingG ?? 0)) / (0.2 * 70) / 0.01;
  const text = plainText(blocks);

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
    expect(text).toContain('counts 22 products');
  });

  test('product 93: its highest sample, and the mean of the three', () => {
    const product = products.find(({ originalId }) => originalId === 93);
    const values = (product?.samples ?? []).map(({ measurements: { bpa } }) =>
      bpa?.status === 'ok' ? (bpa.valueNgG ?? NaN) : NaN,
    );
    expect(values).toHaveLength(3);
    expect(text).toContain(product?.name);
    const written = (ngG: number, times = 1) =>
      `${Math.round(times * adultPercent(ngG, product?.servingSizeG ?? null)).toLocaleString('en-US')}%`;
    expect(text).toContain(
      `${written(Math.max(...values))} for an adult of 154\u00a0lb (70\u00a0kg)`,
    );
    const mean = values.reduce((a, b) => a + b) / values.length;
    // The report opens with the child, who weighs a fifth.
    expect(text).toContain(
      `${written(mean, 5)} for a child of 31\u00a0lb (14\u00a0kg), with which the report opens`,
    );
    expect(text).toContain(`and ${written(mean)} for an adult`);
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
