import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const half = (page: Page, part: string, scheme: 'light' | 'dark') =>
  page.getByRole('region', { name: part }).locator(`[data-scheme=${scheme}]`);
const groundOf = (selector: string) =>
  getComputedStyle(document.querySelector(selector)!).backgroundColor;

test('every part is accessible and within its width, in both schemes', async ({ page }) => {
  test.slow(); // Axe looks at everything, in every state, twice over.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await steps.open(page, '/dev/ui');
  await expectAccessible(page);
  await expect(half(page, 'Color', 'light')).toContainText('#f6f1e6ink 14.3');
  await expect(half(page, 'Color', 'dark')).toContainText('#161714ink 14.5');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('a dialog, opened by day and by night, is accessible in its scheme', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await steps.open(page, '/dev/ui');
  const sheets: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const opener = half(page, 'Dialogs', scheme).getByRole('button', { name: 'Open a decision' });
    await opener.click();
    await expect(page.getByRole('dialog', { name: 'Take it off the list?' })).toBeVisible();
    sheets.push(await page.evaluate(groundOf, 'dialog'));
    await expectAccessible(page, [390]);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  }
  expect(sheets).toEqual(['rgb(253, 250, 243)', 'rgb(30, 32, 28)']);
});

test('each half keeps its scheme, and the rest follows the visitor’s', async ({ page }) => {
  const paper = { light: 'rgb(246, 241, 230)', dark: 'rgb(22, 23, 20)' };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await steps.open(page, '/dev/ui');
    expect(await page.evaluate(groundOf, 'body')).toBe(paper[colorScheme]);
    expect(await page.evaluate(groundOf, '[data-scheme=light]')).toBe(paper.light);
    expect(await page.evaluate(groundOf, '[data-scheme=dark]')).toBe(paper.dark);
    const frame = await page.evaluate(() => {
      const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      const frameColour = tags.find(({ media }) => matchMedia(media).matches)?.content ?? '';
      return [1, 3, 5].map((at) => Number.parseInt(frameColour.slice(at, at + 2), 16)).join(', ');
    });
    expect(`rgb(${frame})`).toBe(paper[colorScheme]);
  }
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await page.evaluate(groundOf, 'body')).toBe(paper.light);
});

test('a toast comes in the scheme of its button', async ({ page }) => {
  await steps.open(page, '/dev/ui');
  const toasts = half(page, 'Toasts', 'dark');
  await toasts.getByRole('button', { name: 'Show error' }).click();
  const shown = toasts.getByRole('status').getByText('The link could not be copied.');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((sheet) => getComputedStyle(sheet).backgroundColor)).toBe(
    'rgb(30, 32, 28)',
  );
});

test('a visitor’s page loads nothing of it', async ({ page, site }) => {
  const specimens = await page.request.get('/dev/ui');
  const files = (html: string) => new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  const own = [...files(await specimens.text())].filter((file) => file.includes('/dev-ui'));
  expect(own.length).toBeGreaterThan(1);

  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const product = await site.firstProduct('sort=id&direction=asc');
  for (const address of ['/', `/product/${product.id}`, '/plasticlist/93', '/legal']) {
    await steps.open(page, address);
    await page.waitForLoadState('networkidle');
  }
  const assets = loaded.filter((file) => /\.(js|css)$/.test(file));
  expect(assets.length).toBeGreaterThan(5);
  expect(assets.filter((file) => own.includes(file))).toEqual([]);
  const styles = assets.filter((file) => file.endsWith('.css'));
  for (const file of new Set(styles)) {
    expect(await (await page.request.get(file)).text(), file).not.toContain('.dev-');
  }
});
