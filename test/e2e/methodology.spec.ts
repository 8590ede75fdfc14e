import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('a view has its own address, an anchor leads to its section, and Back to where one was', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 700 });
  await steps.open(page, '/risk-methodology');
  const views = page.getByRole('navigation', { name: 'How to read this page' });
  await views.getByRole('link', { name: 'Technical Details' }).press('Enter');
  await expect(page).toHaveURL('/risk-methodology?view=technical');
  const heading = page.getByRole('heading', { name: 'Every limit in use', exact: true });
  const link = page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Every limit in use', exact: true });
  await link.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await scrolled();
  await link.click();
  await expect(page).toHaveURL(/\/risk-methodology\?view=technical#/);
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  expect(await scrolled()).toBeGreaterThan(before + 200);
  await page.goBack();
  await expect.poll(scrolled).toBe(before);
  await page.goForward();
  await expect(heading).toBeInViewport();
});
