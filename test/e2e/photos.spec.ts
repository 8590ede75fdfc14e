import * as messages from '#app/pictures/messages.ts';
import { picture } from '#test/support/pictures.ts';
import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';

test(
  'a visitor’s photo waits, and is on the report once it is shown',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const buffer = await picture({ widthPx: 900, heightPx: 900, colour: '#1414c8' });
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
    await page.goto('/plasticlist/71');
    const article = page.getByRole('article');
    await expect(article).toContainText('[IMAGE UNAVAILABLE]');
    await page.getByRole('link', { name: 'Add a photo' }).click();
    await expect(page.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment');
    await page.getByLabel('Choose a file').setInputFiles(file);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the photo' }).click();
    await expect(page.getByText(messages.PHOTO_SENT)).toBeVisible();

    await signIn(page, site, 'photos@administrators.example.org');
    const waiting = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
    const first = waiting.filter({ hasNotText: 'Overdue' }).first();
    await first.getByRole('link', { name: /^Show or delete a visitor’s photo of / }).click();
    await expect(page.getByRole('img', { name: /^Sent for / })).toBeVisible();
    await page.getByRole('button', { name: /^Show it/ }).click();
    const status = page.getByRole('main').getByRole('status');
    await expect(status).toHaveText('The photo is the product’s picture now.');
    await page.goto('/plasticlist/71');
    const shown = article.locator('img').first();
    await expect(shown).toHaveAttribute('src', /^\/images\/0071\.webp\?v=/);
  },
);
