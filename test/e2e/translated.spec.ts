import type { Page } from '@playwright/test';
import * as contributions from '#app/contributions/messages.ts';
import * as letters from '#app/subscriptions/messages.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

/**
 * Opens a page and does what a browser's translator does to it: each text ends up in an element
 * that React knows nothing of, also a text that comes later.
 */
async function openTranslated(page: Page, address: string): Promise<void> {
  await steps.open(page, address);
  await page.evaluate(() => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of root instanceof Text ? [root] : texts) {
        const holder = text.parentElement;
        if (!text.data.trim() || !holder || holder.closest('font, script, style, option')) continue;
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) =>
      changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach(wrap),
    ).observe(document.body, { childList: true, subtree: true });
  });
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click();

/** The main form of each page, used to its end. */
const uses: Record<string, (page: Page, site: Site) => Promise<unknown>> = {
  '/': async (page, site) => {
    const product = await site.takeProduct();
    await page.getByRole('searchbox').fill('nothing is called this');
    await expect(page.getByText('No product matches')).toBeVisible();
    await steps.findAndAdd(page, product, 5, 10);
    await expect(steps.fundingList(page)).toContainText('$15');
    await steps.commit(page);
  },
  '/donate': async (page) => {
    await press(page, '$50');
    await press(page, 'DONATE $50 MONTHLY');
    await page.waitForURL(/\/c\/pay\//);
  },
  '/add-product': async (page) => {
    await press(page, 'SUBMIT PRODUCT');
    await page.getByLabel('Product name').fill(`Translated soup ${Date.now()}`);
    await page.getByLabel('Product URL').fill(`amazon.com/dp/${Date.now()}`);
    await page.getByLabel('Contribution amount').fill('10');
    await page.getByLabel('Comments').fill('The large one');
    await press(page, 'SUBMIT PRODUCT');
    await page.waitForURL(/\/c\/pay\//);
  },
  '/about': async (page) => {
    await page.getByRole('main').getByRole('textbox').fill('translated@example.org');
    await press(page, 'Subscribe');
    await expect(page.getByText(letters.SUBSCRIBED)).toBeVisible();
  },
  '/view-contributions': async (page, site) => {
    const email = 'translated-giver@example.org';
    const product = await site.takeProduct();
    await site.fund(product.id, 5, email);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await press(page, 'Send code');
    await expect(page.getByText(contributions.CODE_SENT)).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill('AAAAAA');
    await press(page, 'View contributions');
    await expect(page.getByText(contributions.CODE_INVALID)).toBeVisible();
    const code = await site.emailed(email, /^[A-Z0-9]{6}$/m);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await press(page, 'View contributions');
    await expect(page.getByRole('heading', { level: 2, name: email })).toBeVisible();
  },
  '/product/:id': async (page) => {
    await press(page, /^\+\$5$/);
    await press(page, 'Follow');
    await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill('t@example.org');
    await page.keyboard.press('Enter');
    await press(page, 'Unfollow');
    await expect(page.getByRole('main').getByRole('button', { name: 'Follow' })).toBeVisible();
  },
  '/plasticlist/93': async (page) => {
    await page.getByRole('switch').click();
    await page.getByRole('link', { name: /EPA/ }).first().click();
    await expect(page).toHaveURL(/limits=epa/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/faq');
  },
};

for (const [address, use] of Object.entries(uses)) {
  test(`${address}: its main form is used where a translator has wrapped the text`, async ({
    page,
    site,
  }) => {
    const product = address.includes(':id') && (await site.takeProduct());
    await openTranslated(page, product ? address.replace(':id', String(product.id)) : address);
    await use(page, site);
  });
}
