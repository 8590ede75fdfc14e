import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share Results' });

/** The size of the picture on the clipboard. */
function copiedSize(page: Page) {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = await createImageBitmap((await item?.getType('image/png')) ?? new Blob());
    return [picture.width, picture.height];
  });
}

test('the picture is copied, for the person that is chosen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await steps.open(page, '/plasticlist/93?weight=adult');
  const asked = page.waitForRequest(/report\.png/);
  await shareButton(page).click();
  await expect(page.getByText('Report image copied! (paste anywhere)')).toBeVisible();
  expect((await asked).url()).toMatch(/\/plasticlist\/93\/report\.png\?ratio=1&weight=adult$/);
  expect(await copiedSize(page)).toEqual([800, 450]);
  await expect(shareButton(page)).toBeFocused();
});

test('a report’s link is copied as it is seen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await steps.open(page, '/plasticlist/93?weight=adult');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^http\S+\/plasticlist\/93\?weight=adult$/);
});

test('the button says that it works, and the sentence stays four seconds', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await steps.open(page, '/plasticlist/93');
  const held = Promise.withResolvers<void>();
  await page.route(/report\.png/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await shareButton(page).click();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  // Its four seconds are counted by the test, not by how fast the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  held.resolve();
  const sentence = page.getByText('Report image copied! (paste anywhere)');
  await expect(sentence).toBeVisible();
  await expect(shareButton(page)).toBeEnabled();
  await page.clock.runFor(3_500);
  await expect(sentence).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(sentence).toBeHidden();
});

test('where the clipboard is denied, the picture is downloaded', async ({ newVisitor }) => {
  const context = await newVisitor({ deviceScaleFactor: 2, permissions: [] });
  const page = await context.newPage();
  await steps.open(page, '/plasticlist/93');
  const downloading = page.waitForEvent('download');
  await shareButton(page).click();
  await expect(page.getByText('Image downloaded! (Clipboard access was denied)')).toBeVisible();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('boba_guys_black_tea_pearls_report.png');
  const picture = await sharp(readFileSync(await download.path())).metadata();
  expect([picture.format, picture.width, picture.height]).toEqual(['png', 1600, 900]);
});

test(
  'on a phone the picture is shown, to be pressed and held',
  { tag: '@mobile' },
  async ({ page }) => {
    await steps.open(page, '/plasticlist/93');
    await shareButton(page).tap();
    const overlay = page.getByRole('dialog', { name: 'Share Results' });
    const sentence = overlay.getByText('Image ready! Press and hold to save to your Photos');
    await expect(sentence).toBeVisible();
    const picture = overlay.getByRole('img', { name: /^Report card of Boba Guys/ });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThanOrEqual(800);
    expect(await picture.getAttribute('src')).toMatch(/^\/plasticlist\/93\/report\.png\?/);
    await expect(sentence).toBeHidden();
    await overlay.getByRole('button', { name: 'Close' }).tap();
    await expect(overlay).toHaveCount(0);
    expect(await steps.sidewaysPx(page)).toBe(0);
  },
);
