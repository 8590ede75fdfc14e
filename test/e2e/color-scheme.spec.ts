import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('pages and the browser’s frame follow the visitor’s scheme', async ({ page }) => {
  const paper = { light: 'rgb(246, 241, 230)', dark: 'rgb(22, 23, 20)' };
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await steps.open(page, '/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await ground()).toBe(paper[colorScheme]);
    const frame = await page.evaluate(() => {
      const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      const frameColor = tags.find(({ media }) => matchMedia(media).matches)?.content ?? '';
      return [1, 3, 5].map((at) => Number.parseInt(frameColor.slice(at, at + 2), 16)).join(', ');
    });
    expect(`rgb(${frame})`).toBe(paper[colorScheme]);
  }
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await ground()).toBe(paper.light);
});
