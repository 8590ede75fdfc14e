import type { Page } from '@playwright/test';
import { START_MS, startProgram } from '#test/support/program.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';
import { expectAccessible } from './accessible.ts';
import { signIn } from './administrators.ts';
import { expect, test } from './fixture.ts';
import { Site } from './site.ts';
import * as steps from './steps.ts';

const ADMINISTRATOR = 'panels@administrators.example.org';
/** One item of the first start, with a test for each panel. */
const PLASTICS = { id: 1017, name: 'Mahatma Extra Long Grain White Rice' };
const METALS = { id: 1101, name: `${PLASTICS.name} (metals)` };
/** What is true of tests for plastic chemicals alone. */
const OF_PLASTICS = /plastic|phthalate|bisphenol|\$425|\$1,275/i;
const AUDIT_MS = 120_000;

test.describe('two tests of one item', () => {
  let site: Site;
  let stop = async () => {};

  // A site of its own, as its audit and its log are of this story alone; https is what administrators sign in by.
  test.beforeAll(async () => {
    test.setTimeout(START_MS);
    const proxy = await startTlsProxy();
    stop = () => proxy.close();
    const behindIt = { SITE_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1,::1' };
    const program = await startProgram({ ...behindIt, ADMIN_EMAILS: ADMINISTRATOR });
    stop = async () => {
      await proxy.close();
      await program.stop();
    };
    proxy.serve([program.url]);
    site = new Site(program, proxy.url);
  });
  test.afterAll(() => stop());

  test('one is moved to, one is completed, registered and bought, and the books are right', async ({
    browser,
    watch,
  }) => {
    test.setTimeout(240_000);
    watch.alsoAllow(site);
    const visitor = async () => {
      const context = await browser.newContext({ baseURL: site.url, ignoreHTTPSErrors: true });
      watch.over(context);
      return context.newPage();
    };

    const page = await visitor();
    await givesToBoth(page);
    await isReceived(page, site);
    await moves(await visitor(), site);
    await isDisputed(site);
    await pays(site, 'last@example.org', 725);
    await steps.openOnce(page, `/product/${METALS.id}`, '$825 of $825 raised');
    await expect(page.getByText('Fully Funded • Testing in Progress')).toBeVisible();

    const desk = await visitor();
    await signIn(desk, site, ADMINISTRATOR);
    await registers(desk);
    await buys(desk);
    await shows(page, site);
    await audits(desk);
    expect(site.openassay('ledger', 'check')).toContain('right');
  });
});

/** A visitor finds the metals test from the home page, puts it on the list beside the plastics test, and pays once. */
async function givesToBoth(page: Page): Promise<void> {
  await steps.open(page, '/');
  await page.getByRole('link', { name: 'Metals: 12 products to fund' }).click();
  await expect(page).toHaveURL('/?panel=metals');
  const card = page
    .getByRole('article')
    .filter({ has: page.locator(`a[href="/product/${METALS.id}"]`) });
  await expect(page.getByText('12 products', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, [390]);
  await page.getByRole('searchbox').fill(PLASTICS.name);
  await expect(page.getByRole('article')).toHaveCount(1);
  await steps.quickAdd(card, METALS, 100).click();
  await card.getByRole('link', { name: PLASTICS.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: METALS.name })).toBeVisible();
  await page.getByRole('link', { name: 'plastic chemicals', exact: true }).click();
  await expect(page).toHaveURL(`/product/${PLASTICS.id}`);
  for (const dollars of [20, 10, 20]) await steps.quickAdd(page, PLASTICS, dollars).click();
  await page.getByRole('link', { name: 'Funding list' }).first().click();
  await expect(page.getByLabel(`Dollars for ${METALS.name}`, { exact: true })).toHaveValue('100');
  await expect(page.getByLabel(`Dollars for ${PLASTICS.name}`, { exact: true })).toHaveValue('50');
  await steps.commit(page);
  for (const { name } of [METALS, PLASTICS])
    await expect(page.getByText(`Testing of ${name}`, { exact: true })).toBeVisible();
  await steps.pay(page, 'both@example.org');
  await steps.paid(page);
}

/** Each by its own name, on the page and in the email; on each page its own money alone. */
async function isReceived(page: Page, site: Site): Promise<void> {
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.filter({ hasText: METALS.name }).first()).toContainText('$100');
  const own = lines.filter({ hasText: PLASTICS.name }).filter({ hasNotText: '(metals)' });
  await expect(own.first()).toContainText('$50');
  const [receipt] = await site.emailsTo('both@example.org', /receipt/i);
  expect(receipt?.text).toMatch(/White Rice \(metals\)\W[^$]*\$100/);
  expect(receipt?.text).toMatch(/White Rice(?! \()[^$]*\$50/);
  await steps.openOnce(page, `/product/${METALS.id}`, '$100 of $825 raised');
  await expect(page.getByText('Each $275 funds one test sample')).toBeVisible();
  await steps.openOnce(page, `/product/${PLASTICS.id}`, '$50 of $1,275 raised');
}

/** What somebody gave for metals goes on to the plastics test of the same item. */
async function moves(page: Page, site: Site): Promise<void> {
  const email = 'mover@example.org';
  await pays(site, email, 40);
  await steps.open(page, '/view-contributions');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill(await site.emailed(email, /^[A-Z0-9]{6}$/m));
  await page.getByRole('button', { name: 'View contributions' }).click();
  await page.getByRole('link', { name: `Move it from ${METALS.name}` }).click();
  await expect(page.getByText(`$40 stands with ${METALS.name}`)).toBeVisible();
  await page.getByRole('radio', { name: PLASTICS.name, exact: true }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`$40 is now with ${PLASTICS.name}.`)).toBeVisible();
  await expect.poll(() => raised(site, METALS)).toBe(100);
  await expect.poll(() => raised(site, PLASTICS)).toBe(90);
}

/** A payer's bank takes back what was given for metals, and nothing of the item's other test. */
async function isDisputed(site: Site): Promise<void> {
  const session = await pays(site, 'disputer@example.org', 200);
  const { id } = (await site.control('dispute', { session })) as { id: string };
  await expect.poll(() => raised(site, METALS)).toBe(100);
  await site.control(`dispute/${id}/close`, { outcome: 'lost' });
  expect(await raised(site, PLASTICS)).toBe(90);
}

const raised = async (site: Site, { id }: steps.Named) => (await site.product(id)).current_amount;

/** Gives to the metals test as another visitor; what the payment sandbox calls it. */
async function pays(site: Site, email: string, dollars: number): Promise<string> {
  const before = await raised(site, METALS);
  const { sessionId } = await site.commit(METALS.id, dollars);
  await site.control(`pay/${sessionId}`, { email });
  await expect.poll(() => raised(site, METALS)).toBe(before + dollars);
  return sessionId;
}

/** What the laboratory can measure down to is said in public, of each metal. */
async function registers(page: Page): Promise<void> {
  await page.goto('/admin/testing');
  await page.getByRole('link', { name: METALS.name, exact: true }).click();
  const form = page.getByRole('region', { name: 'Register the test' });
  const said = {
    Variant: 'Plain',
    Pack: '2 lb bag',
    Laboratory: 'Lab North',
    'Accreditation number': 'AT-1234',
    'What the accreditation covers': 'Food, metals',
    Method: 'ICP-MS',
    'Limits of quantification, in micrograms per kilogram': 'Pb 2, Cd 0.5, As 5, Hg 1',
    'Where the samples will be bought': 'Corner Shop',
  };
  for (const [label, text] of Object.entries(said))
    await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Register the test' }).click();
  await expect(page.getByText('Change the registration')).toBeVisible();
}

async function buys(page: Page): Promise<void> {
  const form = page.getByRole('region', { name: /^Buy / });
  await form.getByLabel('Shop').fill('Corner Shop');
  await form.getByLabel('Lot', { exact: true }).fill('L-1');
  await form.getByLabel('Price').fill('3.49');
  await form.getByLabel('Receipt', { exact: true }).fill('receipt-1.pdf');
  await form.getByRole('button', { name: 'Record the purchase' }).click();
  await expect(page.getByRole('region', { name: 'Sample 1' })).toBeVisible();
}

/** The page, the emails, all tests, and the log say what it is a test for. */
async function shows(page: Page, site: Site): Promise<void> {
  await steps.openOnce(page, `/product/${METALS.id}`, 'of the public log');
  const registered = page.getByRole('region', { name: 'Registered beforehand' });
  const limits = 'As 5 µg/kg, Cd 0.5 µg/kg, Hg 1 µg/kg, Pb 2 µg/kg';
  for (const text of [limits, '4 metals: lead, cadmium, arsenic, and mercury', 'metals-limits'])
    await expect(registered).toContainText(text);
  expect((await page.getByRole('main').innerText()).replace('plastic chemicals', '')).not.toMatch(
    OF_PLASTICS,
  );
  await expectAccessible(page, [390]);
  const entry = await registered.getByRole('link', { name: /^Entry \d+/ }).getAttribute('href');
  expect(await (await page.request.get(entry ?? '')).json()).toMatchObject({
    form: 'openassay/panel-registration/1',
    product: METALS.id,
    limits_ug_kg: { Pb: 2, Cd: 0.5, As: 5, Hg: 1 },
  });
  for (const subject of [
    `Goal reached: ${METALS.name} will be tested`,
    `First sample bought: ${METALS.name}`,
  ]) {
    const received = async () =>
      (await site.emails('last@example.org')).filter((one) => one.subject === subject);
    await expect.poll(received, subject).toHaveLength(1);
  }
  for (const { subject, text } of await site.emails('last@example.org'))
    expect(text, subject).not.toMatch(OF_PLASTICS);
  await steps.openOnce(page, '/log', `Sample 1 of product ${METALS.id} bought`);
  await expect(page.getByText(`Test of product ${METALS.id} registered`)).toBeVisible();
  await steps.openOnce(page, '/tests', METALS.name);
  await expect(page.getByRole('link', { name: METALS.name, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: PLASTICS.name, exact: true })).toHaveCount(0);
}

async function audits(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Run the audit' }).click();
  const outcome = page.getByText(/^(All amounts match|Differences found)\.$/);
  await expect(outcome).toHaveText('All amounts match.', { timeout: AUDIT_MS });
  const rows = page.getByRole('row').filter({ hasText: 'Amounts match' });
  await expect(rows.filter({ hasText: METALS.name })).toContainText('$825');
  const own = rows.filter({ hasText: PLASTICS.name }).filter({ hasNotText: '(metals)' });
  await expect(own).toContainText('$90');
}
