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
const RULES: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** All that the other scheme can change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** All that another width can change while the same elements show, with the same attributes. */
const LAYOUT_RULES = [...COLOR_RULES, 'target-size', 'scrollable-region-focusable'];
const LIGHT_FIRST = ['light', 'dark'] as const;
const DARK_FIRST = ['dark', 'light'] as const;

/** Telephone and desk. */
export const AXE_WIDTHS_PX = [390, 1440];

interface Look {
  /** Navigation and footer too, in both schemes at every width. */
  withShell?: boolean;
  /** Widths on the way at which only `alsoExpect` and the sideways scroll are looked at. */
  betweenPx?: number[];
  alsoExpect?: (widthPx: number) => Promise<void>;
}

/**
 * Axe finds nothing on the page as it is, at these widths if any, and nothing scrolls sideways. The schemes
 * take turns from width to width, as what is shown at both has its colors looked at in both; a look
 * at one width is in both schemes. A further width at which the same shows is looked at by the rules
 * that a width or scheme can change. The page's size is as before afterwards. Navigation and footer,
 * half of a short page, are the same wherever a visitor is: who looks at them on two pages
 * (`every-route.spec.ts`) or changes them looks at them too.
 */
export async function expectAccessible(
  page: Page,
  widthsPx = AXE_WIDTHS_PX,
  { withShell = false, betweenPx = [], alsoExpect }: Look = {},
): Promise<void> {
  const size = page.viewportSize();
  // Axe looks at every element, which takes long on long pages and slow machines.
  const info = test.info();
  info.setTimeout(info.timeout + widthsPx.length * 2 * PASS_MS);
  const except = withShell ? [] : SHELL;
  let seen: string | undefined;
  for (const width of [...widthsPx, ...betweenPx].toSorted((one, other) => one - other)) {
    await page.setViewportSize({ width, height: 900 });
    // The layout of container queries settles a moment after the window's size.
    await expect.poll(() => sidewaysPx(page), `${width} px wide`).toBe(0);
    await alsoExpect?.(width);
    const index = widthsPx.indexOf(width);
    if (index < 0) continue;
    const [first, second] = index % 2 ? DARK_FIRST : LIGHT_FIRST;
    const seenBefore = seen;
    seen = await whatShows(page, except);
    const rules = seen === seenBefore ? only(LAYOUT_RULES) : RULES;
    await expectNoFindings(page, first, { runOnly: rules }, except);
    if (withShell || widthsPx.length === 1) {
      await expectNoFindings(page, second, { runOnly: only(COLOR_RULES) }, except);
    }
  }
  if (size) await page.setViewportSize(size);
}

function only(rules: string[]): RunOptions['runOnly'] {
  return { type: 'rule', values: rules };
}

async function expectNoFindings(
  page: Page,
  colorScheme: 'light' | 'dark',
  options: RunOptions,
  except: string[],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const found = await axeFindings(page, options, except);
  expect(found, `${page.viewportSize()?.width} px wide, ${colorScheme}`).toEqual([]);
}

/** The page's markup, and which of its elements can be seen; the same where neither has changed. */
function whatShows(page: Page, except: string[]): Promise<string> {
  return page.evaluate((left) => {
    const shown = [...document.querySelectorAll('body *')]
      .filter((element) => left.length === 0 || !element.closest(left.join()))
      .map((element) => Number(element.checkVisibility({ visibilityProperty: true })));
    return shown.join('') + document.title + document.body.outerHTML;
  }, except);
}

/** Navigation and footer of `root.tsx`; the headers and footers of articles are elsewhere. */
const SHELL = ['body > div > header', 'body > div > footer'];

/** Told to quote no markup, of which it would write down that of every element it looks at. */
const AXE = `${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')}
axe.configure({ noHtml: true });`;

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
        // No style sheet here turns with the device, and nothing plays.
        preload: false,
        // Targets of 24 px are a rule of WCAG 2.2 that axe leaves off by itself.
        rules: { 'target-size': { enabled: true } },
        ...options,
      } satisfies RunOptions,
    },
  );
}
