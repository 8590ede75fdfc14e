import * as messages from '#app/pictures/messages.ts';
import { picture } from '#test/support/pictures.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';

// Who shows it, and what is seen then, is held in `test/stories/admin/photos.test.ts`.
test('a visitor’s photo is taken or chosen, and sent', { tag: '@mobile' }, async ({ page }) => {
  const buffer = await picture({ widthPx: 900, heightPx: 900, colour: '#1414c8' });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await page.goto('/plasticlist/71');
  await expect(page.getByRole('article')).toContainText('[IMAGE UNAVAILABLE]');
  await page.getByRole('link', { name: 'Add a photo' }).click();
  await expect(page.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment');
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the photo' }).click();
  await expect(page.getByText(messages.PHOTO_SENT)).toBeVisible();
});
