import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';

// What the desk does and refuses, form by form, is held in `test/stories/admin`.

test('a payment is found, and refunded by a form that opens beside it', async ({ page, site }) => {
  const product = await site.takeProduct();
  const sessionId = await site.fund(product.id, 45, 'giver@example.org');
  await signIn(page, site, 'desk@administrators.example.org');
  await page.goto('/admin/people');
  await page.getByLabel('Email, card, product, amount, or day').fill(sessionId);
  await page.getByRole('button', { name: 'Find' }).click();
  const found = page.getByRole('list', { name: 'Payments found' });
  await found.getByText(/^Refund \$45/).click();
  await expectAccessible(page);
  await found.getByRole('button', { name: /^Send \$/ }).click();
  await expect(page.getByRole('status').getByText('The money is being refunded')).toBeVisible();
});
