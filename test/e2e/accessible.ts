import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { sidewaysPx } from './steps.ts';

/** What one look at one page may add to a test's time. */
const PASS_MS = 6_000;

/**
 * Axe finds nothing on the page as it is, at these widths and in both schemes, and nothing scrolls
 * sideways. The page's size is as before afterwards.
 */
export async function expectAccessible(page: Page, widthsPx = [390, 1440]): Promise<void> {
  const size = page.viewportSize();
  // Axe looks at every element, which takes long on long pages and slow machines.
  const info = test.info();
  info.setTimeout(info.timeout + widthsPx.length * 2 * PASS_MS);
  for (const width of widthsPx) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .setLegacyMode()
        .analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `${width} px wide, ${colorScheme}`).toEqual([]);
    }
    expect(await sidewaysPx(page), `${width} px wide`).toBe(0);
  }
  if (size) await page.setViewportSize(size);
}
