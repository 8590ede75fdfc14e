import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('a payment’s receipt is in the outbox, and opens as its reader sees it', async ({
  page,
  site,
}) => {
  const product = await site.takeProduct();
  const email = `receipt-${product.id}@example.org`;
  await site.fund(product.id, 20, email);
  await site.emailsTo(email, /\$20/);
  await page.goto(site.outboxPath);
  const entry = page.getByRole('article').filter({ hasText: `To ${email}` });
  await expect(entry).toContainText('Receipt for your contribution: $20');
  await entry.getByText('Plain text').click();
  await expect(entry.getByText('not a tax receipt')).toBeVisible();

  const [letter] = await Promise.all([
    page.context().waitForEvent('page'),
    entry.getByRole('link', { name: 'Open as the reader sees it' }).click(),
  ]);
  await expect(
    letter.getByRole('heading', { name: 'Receipt for your contribution' }),
  ).toBeVisible();
  await expect(letter.getByRole('link', { name: product.name })).toHaveAttribute(
    'href',
    new RegExp(`/product/${product.id}$`),
  );
  // The letter is in a sandbox; what its links open is not, and runs its scripts.
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    letter.getByRole('link', { name: product.name }).click(),
  ]);
  await expect(opened).toHaveURL(`/product/${product.id}`);
  await steps.takenOver(opened);
});
