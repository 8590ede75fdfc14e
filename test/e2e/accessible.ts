import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { sidewaysPx } from './steps.ts';

/** What one look at one page may add to a test's time. */
const PASS_MS = 6_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All that the other scheme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

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
      expect(await findings(page, colorScheme), `${width} px wide, ${colorScheme}`).toEqual([]);
    }
    // The layout of container queries settles a moment after the window's size.
    await expect.poll(() => sidewaysPx(page), `${width} px wide`).toBe(0);
  }
  if (size) await page.setViewportSize(size);
}

async function findings(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({
    // What passes is not described, which would take as long as looking.
    resultTypes: ['violations'],
    // Targets of 24 px are a rule of WCAG 2.2 that axe leaves off by itself.
    rules: { 'target-size': { enabled: true } },
  });
  if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
  else axe.withTags(RULES);
  // Without frames nothing is lost, and each look takes a third of the time.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
