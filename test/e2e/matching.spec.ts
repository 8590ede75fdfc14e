import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';

const PHONE = { width: 390, height: 844 };
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a gift is matched, and everything from its card to its receipt says so', async ({
  page,
  site,
  newVisitor,
}) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  const brand = await site.ownBrand(product.id);
  await signIn(page, site, 'matches@administrators.example.org');
  await page.goto('/admin/matches');
  await page.getByLabel('Gifts to').selectOption('brand');
  await page.getByLabel('Brand, as products have it').fill(brand);
  await page.getByLabel('Sum', { exact: true }).fill('500');
  await page.getByLabel('Most per gift').fill('20');
  await page.getByLabel('Last day').fill(dayIn(30));
  await page.getByLabel('Sponsor’s public name').fill('A foundation');
  await page.getByLabel('Sponsor’s email').fill('foundation@example.org');
  await page.getByRole('button', { name: 'Make it' }).click();
  const name = `Match for ${brand} products`;
  await page.goto(await page.getByLabel('Where the sponsor pays').first().inputValue());
  await expect(page.getByRole('button', { name: 'Pay $500 by card' })).toBeVisible();
  await expectAccessible(page, [390]);
  await page.goto('/admin/matches');
  await page.getByText('Record a payment outside Stripe').first().click();
  await page.getByLabel('Amount').first().fill('500');
  await page.getByLabel('Came on').first().fill(dayIn(0));
  await page.getByLabel('Number of its receipt').first().fill(`wire ${product.id}`);
  await page.getByRole('button', { name: 'Record the payment' }).first().click();
  const rule = 'A foundation matches gifts to this product one to one, up to $20 each.';

  const still = await (
    await newVisitor({ ignoreHTTPSErrors: true, javaScriptEnabled: false })
  ).newPage();
  await expect(async () => {
    await still.goto(`/product/${product.id}`);
    await expect(still.getByText(rule)).toBeVisible({ timeout: 500 });
  }).toPass();
  await still.goto('/pools');
  await still.getByRole('link', { name, exact: true }).click();
  await expect(still.getByRole('heading', { level: 1, name })).toBeVisible();

  const phone = await newVisitor({ ignoreHTTPSErrors: true, viewport: PHONE });
  const visitor = await phone.newPage();
  await steps.open(visitor, `/?search=${encodeURIComponent(product.name)}`);
  const card = steps.cardOf(visitor, product);
  await expect(card.getByText('Gifts are matched, up to $20 each.')).toBeVisible();
  await steps.addOnPage(visitor, product, 20);
  await expect(visitor.getByText(rule)).toContainText('$500 is left');
  await expectAccessible(visitor, [390]);

  await steps.open(visitor, '/cart');
  const main = visitor.getByRole('main');
  await expect(main.getByText('A sponsor adds $20.')).toBeVisible();
  await expect(main.getByText('Matches add $20. Together that is $40.')).toBeVisible();
  await expectAccessible(visitor, [390]);
  await steps.commit(visitor);
  await steps.pay(visitor, 'matched@example.org');
  await steps.paid(visitor);
  await expect(main.getByText('Matched with $20 by A foundation.')).toBeVisible();
  await expectAccessible(visitor, [390]);
  await expect
    .poll(() => site.product(product.id))
    .toMatchObject({
      current_amount: 40,
      contributor_count: 2,
    });
  await site.emailed('matched@example.org', /Matched\s+with\s+\$20\s+by\s+A\s+foundation/);
  expect(site.checkLedger()).toContain('The books are right.');
});
