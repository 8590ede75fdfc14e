import type { Page } from '@playwright/test';
import { AXE_WIDTHS_PX, expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

/** Above the calibrated range, samples that disagree, nothing found: every shape there is. */
const CRACKER = '/plasticlist/40';
/** Six samples, some of one lot, and a serving of 1 g. */
const VITAMIN = '/plasticlist/260';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const samples = (page: Page) => section(page, 'Report card');
const places = (page: Page) => section(page, 'Among all tested products');

// As it is met, by Europe's limits, `every-route.spec.ts` looks at one.
test('a report by the EPA’s limits is accessible, its tables open and the weight asked for', async ({
  page,
}) => {
  await steps.open(page, `${CRACKER}?weight=22.7&servings=12&limits=epa`);
  for (const summary of await page.getByText(/^As a table/).all()) await summary.click();
  await page.getByText('Use your own weight').click();
  await expectAccessible(page, AXE_WIDTHS_PX, { betweenPx: [320] });
});

test('a strip says what it shows, and its table the same by keyboard', async ({ page }) => {
  await steps.open(page, CRACKER);
  const tile = section(page, 'Bisphenols');
  await expect(
    tile.getByRole('img', {
      name: /found in 1, 120 times the European BPA limit[^;]*; none found in 2, at most 17 times/,
    }),
  ).toBeVisible();
  const table = tile.getByRole('table', { name: /^Bisphenols in each sample/ });
  await expect(table).toBeHidden();
  await tile.locator('summary', { hasText: 'As a table' }).focus();
  await page.keyboard.press('Enter');
  await expect(table).toBeVisible();
  await expect(table.getByRole('row', { name: /^Sample 2/ })).toHaveText(
    /Not detected.*1,714%.*Can’t tell$/,
  );
  await page.keyboard.press('Space');
  await expect(table).toBeHidden();
});

test('names of limits do not overlap, however large the text', async ({ page }) => {
  await steps.open(page, CRACKER);
  await steps.withLargeText(page, async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const family of ['Phthalates', 'Bisphenols', 'Substitutes']) {
      const texts = samples(page).getByRole('region', { name: family }).locator('svg text');
      const boxes = await texts.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0),
      );
      expect(boxes.length).toBeGreaterThan(2);
      const overlaps = boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              Math.abs(other.top - one.top) < 2 && other.left < one.right && one.left < other.right,
          ),
      );
      expect(overlaps).toEqual([]);
    }
  });
});

test('on a phone and at twice the size nothing is cut off', async ({ newVisitor }) => {
  for (const size of [
    { viewport: { width: 390, height: 844 } },
    { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  ]) {
    const context = await newVisitor(size);
    const page = await context.newPage();
    await page.goto(VITAMIN);
    expect(await steps.sidewaysPx(page)).toBe(0);
    const { width } = size.viewport;
    for (const part of [samples(page), places(page)]) {
      const texts = await part.locator('svg text').evaluateAll((found) =>
        found.map((text) => {
          const { left, right } = text.getBoundingClientRect();
          return { left, right, sizePx: Number.parseFloat(getComputedStyle(text).fontSize) };
        }),
      );
      expect(texts.length).toBeGreaterThan(10);
      for (const { left, right, sizePx } of texts) {
        expect(sizePx).toBeGreaterThanOrEqual(12);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
      }
    }
  }
});
