import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const TITLE = 'Why test?';
const PUBLISHED = 'Published: February 3, 2025';

test('the list shows every post in full, and each leads to its own page', async ({ page }) => {
  await steps.open(page, '/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  const post = page.getByRole('article');
  await expect(post).toHaveCount(1);
  await expect(post).toContainText(PUBLISHED);
  await expect(post.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(post.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');

  await post.getByRole('link', { name: TITLE }).click();
  await expect(page).toHaveURL('/blog/test-post');
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('link', { name: 'Back to Blog' }).first().click();
  await expect(page).toHaveURL('/blog');
});

test('a post is readable, its pictures load late and keep their place', async ({ page }) => {
  await steps.open(page, '/blog/test-post');
  await expect(page.getByText(PUBLISHED)).toBeVisible();
  const pictures = page.getByRole('article').getByRole('img');
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute('loading', 'lazy');
    const before = await picture.boundingBox();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    expect((await picture.boundingBox())?.height).toBe(before?.height);
  }
  const widths = await pictures.evaluateAll((images) => images.map((one) => one.clientWidth + 2));
  expect(widths[0]).toBeLessThanOrEqual(302);
  expect(widths[1]).toBeGreaterThan(660);
  expect(widths[2]).toBe(600);
  await page.getByRole('article').getByRole('link', { name: 'add it' }).click();
  await expect(page).toHaveURL('/add-product');
});

test('the day of a post is the same wherever the reader is, in their own words', async ({
  newVisitor,
}) => {
  const far = await newVisitor({ timezoneId: 'Pacific/Honolulu', locale: 'de-DE' });
  const page = await far.newPage();
  await steps.open(page, '/blog/test-post');
  await expect(page.getByText('Published: 3. Februar 2025')).toBeVisible();
  await expect(page.locator('time[datetime="2025-02-03"][lang="de-DE"]')).toBeVisible();
});
