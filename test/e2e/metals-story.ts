import type { Page } from '@playwright/test';
import { longFile } from '#test/support/lab-file.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

/** One item of the first start, with a test for each panel. */
const PLASTICS = { id: 1017, name: 'Mahatma Extra Long Grain White Rice' };
const METALS = { id: 1101, name: `${PLASTICS.name} (metals)` };
/** Another rice, which PlasticList tested for plastic chemicals. */
const OTHER = { id: 68, name: 'Whole Foods Organic Long Grain White Rice' };
/** What is true of tests for plastic chemicals alone. */
const OF_PLASTICS = /plastic|phthalate|bisphenol|\$425|\$1,275/i;
const REASON = 'The laboratory had mistaken two vials.';
const LEAD =
  'One serving a day is within FDA’s daily amount of lead for children (6.8%, up to 8.2% in the highest sample) and within California’s warning threshold for lead (30%, up to 36% in the highest sample). EFSA names no tolerable amount; this serving is at most one thirty-eighth of the dose at which a child may lose one IQ point. For lead no authority calls any amount safe.';

/**
 * Of two tests of one item, both are given to, and one is completed, tested, published, and corrected; whoever
 * calls this audits the books.
 */
export async function testsForMetals(
  site: Site,
  desk: Page,
  visitor: () => Promise<Page>,
): Promise<void> {
  const page = await visitor();
  await givesToBoth(page);
  await isReceived(page, site);
  await isDisputed(site);
  await pays(site, 'last@example.org', 725);
  await steps.openOnce(page, `/product/${METALS.id}`, '$825 of $825 raised');
  await expect(page.getByText('Fully Funded • Testing in Progress')).toBeVisible();

  await registers(desk, METALS.name, {
    Pack: '2 lb bag',
    'What the accreditation covers': 'Food, metals',
    Method: 'ICP-MS',
    'Limits of quantification, in micrograms per kilogram': 'Pb 2, Cd 0.5, As 5, Hg 1',
    'Food class': 'white rice, not parboiled',
  });
  await buys(desk);
  await shows(page, site);
  await isMeasured(desk, 'ICP-MS');
  await uploads(desk, fileOf('3', '3', '4'));
  await publishes(desk);
  await reads(page, site);
  await isShared(page);
  await compares(page);
  await uploads(desk, fileOf('3', '30', '4'));
  await publishes(desk, REASON);
  await showsCorrection(page);
  await findsBoth(page);
}

/** A visitor finds the metals test from the home page, puts it on the list beside the plastics test, and pays once. */
async function givesToBoth(page: Page): Promise<void> {
  await steps.open(page, '/');
  await page.getByRole('link', { name: 'Metals: 12 products to fund' }).click();
  await expect(page).toHaveURL('/?panel=metals');
  const card = page
    .getByRole('article')
    .filter({ has: page.locator(`a[href="/product/${METALS.id}"]`) });
  await expect(page.getByText('12 products', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, [], { betweenPx: [390] });
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

/** A payer's bank takes back what was given for metals, and nothing of the item's other test. */
async function isDisputed(site: Site): Promise<void> {
  const session = await pays(site, 'disputer@example.org', 200);
  const { id } = (await site.control('dispute', { session })) as { id: string };
  await expect.poll(() => raised(site, METALS)).toBe(100);
  await site.control(`dispute/${id}/close`, { outcome: 'lost' });
  expect(await raised(site, PLASTICS)).toBe(50);
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

/** What will be tested, and how, is said in public before anything is bought. */
export async function registers(
  page: Page,
  name: string,
  more: Record<string, string>,
): Promise<void> {
  await page.goto('/admin/testing');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: /^Buy / })).toHaveCount(0);
  const form = page.getByRole('region', { name: 'Register the test' });
  const { 'Food class': foodClass, ...said }: Record<string, string> = {
    Variant: 'Plain',
    Laboratory: 'Lab North',
    'Accreditation number': 'AT-1234',
    'Where the samples will be bought': 'Corner Shop',
    ...more,
  };
  for (const [label, text] of Object.entries(said))
    await form.getByLabel(label, { exact: true }).fill(text);
  if (foodClass) await form.getByLabel('Food class').selectOption(foodClass);
  await form.getByRole('button', { name: 'Register the test' }).click();
  await expect(page.getByText('Change the registration')).toBeVisible();
}

/** Sent as the form of the desk sends it, which the test for plastic chemicals fills in by hand. */
async function buys(page: Page): Promise<void> {
  const path = `/admin/testing/${METALS.id}`;
  const day = await page.locator('[name=day]').first().inputValue();
  const shop = { form: 'buy', intent: 'buy', day, shop: 'Corner Shop', price: '3.49', note: '' };
  for (const number of ['1', '2', '3']) {
    const own = { id: crypto.randomUUID(), lot: `L-${number}`, receipt: `receipt-${number}.pdf` };
    const form = { ...shop, ...own, number };
    const answer = await page.request.post(path, { form, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  }
  await page.goto(path);
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
  await expectAccessible(page, [], { betweenPx: [390] });
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

const LAB_STEPS = ['shipped', 'at the laboratory', 'measured: results are in', 'checked'];

/** All three go to the laboratory, and come back as figures. */
export async function isMeasured(page: Page, by: string): Promise<void> {
  const all = page.getByRole('region', { name: '3 samples at once' });
  for (const step of LAB_STEPS) {
    const note = all.getByRole('button', { name: `Note: ${step}` });
    await expect(note).toBeVisible();
    const method = all.getByLabel('Method');
    if (await method.isVisible()) {
      await all.getByLabel('Laboratory').fill('Lab North');
      await method.fill(by);
    }
    await note.click();
    await expect(note).toHaveCount(0);
  }
}

/** A file of a line for each result is looked at, its doubts are ticked, and what is asked for typed again. */
async function uploads(page: Page, file: string): Promise<void> {
  await page.goto(`/admin/testing/${METALS.id}`);
  await page.getByRole('link', { name: 'Upload results' }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Upload and look' }).click();
  const typed = page.getByRole('group', { name: /^Type these results again/ });
  // In capitals µg would read as MG.
  await expect(typed.getByText('Pb of 1101-1, in µg/kg')).toHaveCSS('text-transform', 'none');
  for (const field of await typed.getByRole('textbox').all()) {
    const [, key, sample] =
      /^typed-(\w+)-(.+)$/.exec((await field.getAttribute('name')) ?? '') ?? [];
    const line = new RegExp(`^${sample},.*,${key},,([^,]+),`, 'im').exec(file);
    await field.fill(line?.[1] ?? '');
  }
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

async function publishes(page: Page, reason?: string): Promise<void> {
  await expect(page.getByRole('main')).toContainText(
    `Check unit and basis: Hg of ${METALS.id}-3 (<1.5 µg/kg, limit 1.5 ng/g; registered 1).`,
  );
  if (reason) await page.getByLabel('Why published results change').fill(reason);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    page.getByText(`Contributors and followers of ${METALS.id} are told.`),
  ).toBeVisible();
}

/** The laboratory's file, a line for each result, with so much lead in each sample. */
function fileOf(...leads: string[]): string {
  const samples = leads.map((Pb, at) => ({
    sample: `${METALS.id}-${at + 1}`,
    unit: 'µg/kg',
    limit: '0.5',
    Pb,
    Cd: '12',
    As: '200',
    iAs: at === 2 ? '160' : '90',
    // Coarser than what was registered.
    Hg: at === 2 ? '<1.5' : '<1',
  }));
  return longFile(...samples);
}

/** What a customer reads, on a telephone and at a desk: each authority's answer, how many, each sample, and the proof. */
async function reads(page: Page, site: Site): Promise<void> {
  await steps.openOnce(page, `/product/${METALS.id}`, 'All 3 samples published');
  await page.getByRole('link', { name: /^Read the test report/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: METALS.name })).toBeVisible();
  const samples = page.getByRole('region', { name: 'Samples', exact: true });
  const row = (name: string) => samples.getByRole('row', { name });
  await expectAccessible(page, undefined, {
    alsoExpect: async () => {
      // 150 ng of lead on average, at most 180; 3,780 of cadmium a week; 5,100 of inorganic arsenic, at most 7,200.
      for (const text of [
        LEAD,
        'Seven servings a week are within EFSA’s tolerable weekly intake of cadmium (11%). Up to nine servings a day stay within it; ten or more a day are above it.',
        /^One serving a day is above EPA’s reference dose for inorganic arsenic \(607%, up to 857% in the highest sample\)\. .* a risk can’t be excluded\.$/,
        'FDA’s daily amount of lead for children: up to twelve servings a day stay within it; 15 or more a day are above it.',
        'The EU’s maximum level for inorganic arsenic in white rice, not parboiled (150 µg/kg): measured above in one of three samples; met in two of three samples.',
        'Tested: lot L-1, lot L-2, lot L-3.',
      ])
        await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(
        page.getByRole('img', { name: 'Lead in 3 samples, µg/kg: 3, 3, 4.' }),
      ).toBeVisible();
      await expect(row('Lead 3 3 4 2')).toBeVisible();
      await expect(row('Mercury <1 <1 <1.5 1')).toBeVisible();
    },
  });
  const all = page.getByRole('link', { name: 'All products as CSV' });
  await expect(all).toHaveAttribute('href', '/metals.csv');
  const proof = await page.getByRole('link', { name: 'Proof', exact: true }).getAttribute('href');
  // It is signed soon after it was written.
  await expect.poll(async () => (await page.request.get(proof ?? '')).status()).toBe(200);
  const [mail] = await site.emailsTo('last@example.org', /lead for children/);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(LEAD);
}

/** Beside another rice, of which plastics are known: its levels, and each authority's answer on metals below. */
async function compares(page: Page): Promise<void> {
  await steps.open(page, `/plasticlist/compare?ids=${METALS.id},${OTHER.id}`);
  await expect(page.getByRole('region', { name: 'Bisphenols' })).toContainText(OTHER.name);
  const metals = page.getByRole('region', { name: 'Lead, cadmium, arsenic, and mercury' });
  await expect(metals).toContainText(LEAD);
  await expect(metals).toContainText('Arsenic above EPA’s reference dose; EFSA: a risk');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    `Laboratory results of ${OTHER.name} and ${METALS.name} side by side.`,
  );
}

/** What others see of it where it is shared: a picture, and its sentence. */
async function isShared(page: Page): Promise<void> {
  const of = (property: string) =>
    page.locator(`meta[property="og:${property}"]`).getAttribute('content');
  expect(await of('image:alt')).toContain(`Report card of ${METALS.name}. ${LEAD}`);
  expect(await of('description')).toContain(LEAD);
  const { pathname, search } = new URL((await of('image')) ?? '');
  expect(pathname + search).toBe(`/plasticlist/${METALS.id}/report.png?revision=1`);
  const picture = await page.request.get(pathname + search);
  expect(picture.headers()['content-type']).toBe('image/png');
}

/** What was published before stays, beside why it was corrected and in what. */
async function showsCorrection(page: Page): Promise<void> {
  const of = `/plasticlist/${METALS.id}`;
  const became =
    'Compared with California’s warning threshold for lead, what is eaten was within it and is above it now.';
  await steps.openOnce(page, of, became);
  await expect(page.getByText(`: ${REASON} ${became}`)).toBeVisible();
  // 555 ng on average, at most 1,350.
  await expect(
    page.getByText(/ above California’s warning threshold for lead \(111%, up to 270%/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'What was published before' }).click();
  await expect(page).toHaveURL(`${of}/revisions/1`);
  await expect(page.getByText(/^These are results as published on .+ corrected on /)).toContainText(
    REASON,
  );
  await expect(page.getByText(LEAD, { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Lead 3 3 4 2' })).toBeVisible();
  const changes = page.getByRole('list', { name: 'What revision 2 changed' }).getByRole('listitem');
  await expect(changes).toHaveText([
    'California’s warning threshold for lead: from within it to above it',
    `Sample ${METALS.id}-2, Pb: from 3 to 30 (ng/g)`,
  ]);
}

/** A search has what was found of it, and its test that nobody has paid for in full. */
async function findsBoth(page: Page): Promise<void> {
  await steps.open(page, '/search?q=rice');
  const among = (name: RegExp, path: string) =>
    page.getByRole('region', { name }).locator(`a[href="${path}"]`).first();
  await expect(among(/^1 tested for metals$/, `/plasticlist/${METALS.id}`)).toBeVisible();
  await expect(among(/not tested yet$/, `/product/${PLASTICS.id}`)).toBeVisible();
}

/** In the audit each has its own money. */
export async function isRight(page: Page): Promise<void> {
  const rows = page.getByRole('row').filter({ hasText: 'Amounts match' });
  await expect(rows.filter({ hasText: METALS.name })).toContainText('$825');
  const own = rows.filter({ hasText: PLASTICS.name }).filter({ hasNotText: '(metals)' });
  await expect(own).toContainText('$50');
}
