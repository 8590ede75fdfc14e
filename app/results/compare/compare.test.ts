import { describe, expect, test } from 'vitest';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { findComparison, type ComparedProducts } from './compare.server.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';

useDatabaseWithResults();

function find(query: string) {
  const params = new URLSearchParams(query);
  return findComparison(params);
}

async function shown(query: string): Promise<ComparedProducts> {
  const found = await find(query);
  if (found.goTo) throw new Error(`leads to ${found.goTo}`);
  return found.comparison;
}

const numbers = ({ products }: ComparedProducts) => products.map(({ id }) => id);

describe('a comparison', () => {
  test('holds what the reports say, in the order asked for', async () => {
    const comparison = await shown('ids=750,93,1');
    expect(numbers(comparison)).toEqual([750, 93, 1]);
    for (const product of comparison.products) {
      const found = await findTestedReport(String(product.id));
      expect(product).toMatchObject({
        name: found?.name,
        servingG: found?.serving_size_g,
        samples: found?.samples.length,
        tiles: found && tilesOf(found, { ...defaultViewpoint, ...eaterOf(found) }),
      });
    }
    expect(comparison.products.map(({ category }) => category)).toEqual([
      'receipts',
      'tea',
      'formula',
    ]);
  });

  test('is for an adult where the address says so', async () => {
    const { products } = await shown('ids=93&weight=adult');
    const found = await findTestedReport('93');
    expect(products[0]?.tiles).toEqual(
      found && tilesOf(found, { ...defaultViewpoint, weightKg: 70 }),
    );
  });

  test('is of the first four that there are, and names the unknown', async () => {
    const comparison = await shown('ids=93,99999,abc,92,94,1,2');
    expect(numbers(comparison)).toEqual([93, 92, 94, 1]);
    expect(comparison).toMatchObject({ isCut: true, unknown: ['99999', 'abc'] });
    expect(await shown('ids=93,92,94,1,99999')).toMatchObject({ isCut: false });
  });

  test('of nothing is empty', async () => {
    expect(await shown('')).toMatchObject({ products: [], unknown: [], isCut: false, added: null });
  });
});

describe('adding a product', () => {
  test.each([
    ['ids=93&add=12', [93, 12]],
    ['ids=93&add=0012', [93, 12]],
    ['add=93', [93]],
    ['ids=93&add=93', [93]],
    ['ids=1&add=BOBA guys (black tea) pearls', [1, 93]],
    // Two are compared already: the third is the one that is left.
    ['ids=70,71&add=coca-cola', [70, 71, 72]],
  ])('%s leads on', async (query, ids) => {
    expect(await find(query)).toEqual({ goTo: ids });
  });

  test('an ambiguous name is a question', async () => {
    const { added, products } = await shown('ids=93&add=coca-cola');
    expect(products.map(({ id }) => id)).toEqual([93]);
    expect(added).toMatchObject({ hasMore: false, isNear: false });
    expect(added?.matches.map(({ id }) => id).sort()).toEqual([70, 71, 72]);
    const wide = (await shown('add=water')).added;
    expect(wide).toMatchObject({ hasMore: true, isNear: false });
    expect(wide?.matches.length).toBe(12);
  });

  test('what no name has as it was typed is a question of what is nearest', async () => {
    const { added } = await shown('ids=70&add=COCA cola');
    expect(added).toMatchObject({ isNear: true });
    expect(added?.matches.map(({ id }) => id).sort()).toEqual([71, 72]);
  });

  test.each(['no such thing', '99999', '%', '_', '!?'])('%j is not found', async (text) => {
    const { added } = await shown(`add=${encodeURIComponent(text)}`);
    expect(added).toMatchObject({ text, matches: [] });
  });

  test('a text of any length is a question like another', async () => {
    const { added } = await shown(`add=${'x'.repeat(5_000)}`);
    expect(added?.matches).toEqual([]);
  });
});
