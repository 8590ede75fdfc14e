import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expect, test } from './fixture.ts';
import { sidewaysPx } from './steps.ts';

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

/** What one look at one page may add to a test's time. */
const PASS_MS = 6_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All that the other scheme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Axe finds nothing on the page as it is, at these widths and in both schemes, and nothing scrolls
 * sideways. The page's size is as before afterwards. Navigation and footer, half of a short page,
 * are the same whatever a visitor does: who looks at each page (`every-route.spec.ts`) or changes
 * them looks at them too.
 */
export async function expectAccessible(
  page: Page,
  widthsPx = [390, 1440],
  { withShell = false } = {},
): Promise<void> {
  const size = page.viewportSize();
  // Axe looks at every element, which takes long on long pages and slow machines.
  const info = test.info();
  info.setTimeout(info.timeout + widthsPx.length * 2 * PASS_MS);
  for (const width of widthsPx) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(
        await findings(page, colorScheme, withShell),
        `${width} px wide, ${colorScheme}`,
      ).toEqual([]);
    }
    // The layout of container queries settles a moment after the window's size.
    await expect.poll(() => sidewaysPx(page), `${width} px wide`).toBe(0);
  }
  if (size) await page.setViewportSize(size);
}

function findings(page: Page, colorScheme: 'light' | 'dark', withShell: boolean) {
  const isDark = colorScheme === 'dark';
  const runOnly: RunOptions['runOnly'] = isDark
    ? { type: 'rule', values: COLOUR_RULES }
    : { type: 'tag', values: RULES };
  return axeFindings(page, { runOnly }, withShell ? [] : SHELL);
}

/** Navigation and footer of `root.tsx`; the headers and footers of articles are elsewhere. */
const SHELL = ['body > div > header', 'body > div > footer'];

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * What axe finds on the page as it is, but for the elements of these selectors, each in a line. It
 * is handed to a page once, being large.
 */
export async function axeFindings(
  page: Page,
  options: RunOptions,
  except: string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ told, left }) => {
      const { violations } = await window.axe.run({ include: document, exclude: left }, told);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      );
    },
    {
      left: except,
      told: {
        // What passes is not described, which would take as long as looking.
        resultTypes: ['violations'],
        // Targets of 24 px are a rule of WCAG 2.2 that axe leaves off by itself.
        rules: { 'target-size': { enabled: true } },
        ...options,
      } satisfies RunOptions,
    },
  );
}
