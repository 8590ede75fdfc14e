import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { expectAccessible } from './accessible.ts';
import type { Page } from '@playwright/test';
import { substanceColumns } from '#app/intake/lab-file/lab-columns.ts';
import { readCheckpoint } from '#app/log/verifier.js';
import { LAB_FACTS } from '#app/results/messages.ts';
import { picture } from '#test/support/pictures.ts';
import { START_MS } from '#test/support/program.ts';
import { startTlsSite, type TlsSite } from '#test/support/tls-site.ts';
import { signIn } from './administrators.ts';
import { expect, test } from './fixture.ts';
import { isMeasured, isRight, registers, testsForMetals } from './metals-story.ts';
import { Site } from './site.ts';
import * as steps from './steps.ts';

const ADMINISTRATOR = 'whole-story@administrators.example.org';
const NAME = 'Story Brand tinned soup';
const PRICES = ['4.29', '4.29', '4.49'];
/** The laboratory's paper. */
const CERTIFICATE = '%PDF-1.4 certificate';
/** A product as its visitors know it: by its name, and by the code in its page's address. */
type Product = steps.Named;

const AUDIT_MS = 120_000;

test.describe('from a stranger’s idea to a published result', () => {
  let running: TlsSite;
  let site: Site;

  // A site of its own: what it mails and audits is this story alone.
  test.beforeAll(async () => {
    test.setTimeout(2 * START_MS);
    running = await startTlsSite();
    site = new Site(running.program, running.proxy.url);
  });
  test.afterAll(async () => running?.stop());

  test('all of it, and both tests of one item, behind TLS, by two processes', async ({
    browser,
    watch,
  }) => {
    test.setTimeout(480_000);
    watch.alsoAllow(site);
    site.openassay('admins', 'add', ADMINISTRATOR);
    const visitor = async () => {
      const context = await browser.newContext({ baseURL: site.url, ignoreHTTPSErrors: true });
      watch.over(context);
      return context.newPage();
    };

    const submitter = await visitor();
    const product = await submits(submitter);
    const follower = await visitor();
    await follows(follower, product);
    await findsAndGives(await visitor(), product, 'second@example.org');
    await givesTheRest(await visitor(), product, 'third@example.org');
    await isFunded(follower, product);

    const desk = await visitor();
    await signIn(desk, site, ADMINISTRATOR);
    const pressed = await countPresses(desk);
    await registers(desk, product.name, {
      Pack: '12 oz box',
      'What the accreditation covers': 'Food, organic residues',
      Method: 'QuEChERS, GC-MS',
    });
    const kept = await keeps(follower, product);
    await orders(desk);
    const ordered = await pressed();
    expect(ordered).toBeLessThan(15);
    await correctsLot(desk);
    const before = await pressed();
    const { written, file } = await publishes(desk, product);
    // Eighteen of them type again what decides a level.
    expect((await pressed()) - before + written).toBeLessThanOrEqual(34);
    await closesBooks(desk, product);

    for (const who of ['follower', 'submitter', 'second', 'third']) {
      await isTold(site, `${who}@example.org`, product);
    }
    await isExample(follower, product);
    await shows(follower, product);
    await objects(await visitor(), site, product);
    await answersObjection(desk);
    await corrects(site, product, file);
    await verifies(follower, product, kept);
    await testsForMetals(site, desk, visitor);
    await audits(desk, product);
    await isRight(desk);
    expect(site.openassay('ledger', 'check')).toContain('right');
    await isSecure(desk);
    await signsOut(desk);
    expect(Math.min(...running.proxy.given)).toBeGreaterThan(50);
  });
});

/** A visitor names a product that nobody had thought of, pays the first 400 dollars, and is led to it. */
async function submits(page: Page): Promise<Product> {
  await steps.open(page, '/add-product');
  await page.getByLabel('Product name').fill(NAME);
  await page.getByLabel('Product URL').fill('www.amazon.com/dp/B0STORY001');
  await page.getByLabel('Contribution amount, in U.S. dollars').fill('400');
  await page.getByRole('button', { name: 'SUBMIT PRODUCT' }).click();
  await steps.pay(page, 'submitter@example.org');
  await steps.paid(page);
  await page.getByRole('main').getByRole('link', { name: NAME, exact: true }).first().click();
  await page.waitForURL(/\/product\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  return { id: Number(page.url().split('/').at(-1)), name: NAME };
}

async function follows(page: Page, product: Product): Promise<void> {
  await steps.open(page, `/product/${product.id}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByLabel('Your email').filter({ visible: true }).fill('follower@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Following', { exact: true })).toBeVisible();
}

/** Another visitor finds it among all products, and gives 500 dollars. */
async function findsAndGives(page: Page, product: Product, email: string): Promise<void> {
  await steps.open(page, '/');
  await steps.findAndAdd(page, product, 500);
  await gives(page, product, 500, email);
}

/** One more would give 500 as well: the list takes what is missing, and no more. */
async function givesTheRest(page: Page, product: Product, email: string): Promise<void> {
  await steps.openOnce(page, `/product/${product.id}`, '$900 of $1,275 raised');
  await steps.quickAdd(page, product, 500).click();
  await expect(steps.quickAdd(page, product, 5)).toBeDisabled();
  await gives(page, product, 375, email);
}

/** Goes on to the funding list, sees so much on it, and pays that. */
async function gives(page: Page, { name }: Product, dollars: number, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Funding list' }).first().click();
  // The address changes before the page does, and the page before has such a list beside it.
  await expect(page.getByRole('heading', { level: 1, name: 'Funding list' })).toBeVisible();
  await expect(page.getByLabel(`Dollars for ${name}`)).toHaveValue(String(dollars));
  await steps.commit(page);
  await expect(page.getByRole('button', { name: `Pay $${dollars}.00` })).toBeVisible();
  await steps.pay(page, email);
  await steps.paid(page);
}

/** All three have paid, and everybody sees that the goal is reached. */
async function isFunded(page: Page, product: Product): Promise<void> {
  await steps.openOnce(page, `/product/${product.id}`, '$1,275 of $1,275 raised');
  await expect(page.getByText('3 contributors', { exact: true })).toBeVisible();
  await expect(page.getByText('Fully Funded • Testing in Progress')).toBeVisible();
}

/** Counts what is clicked on a page from now on, from one address to the next. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    document.addEventListener(
      'click',
      () => localStorage.setItem('presses', String(Number(localStorage.getItem('presses')) + 1)),
      true,
    );
  });
  return () => page.evaluate(() => Number(localStorage.getItem('presses')));
}

/** What a reader keeps before anything is bought: the proof of what the test promises, and a checkpoint. */
async function keeps(page: Page, product: Product): Promise<string[]> {
  await steps.openOnce(page, `/product/${product.id}`, 'of the public log');
  const link = page.getByRole('link', { name: /^Entry \d+ of the public log$/ });
  const proof = `${await link.getAttribute('href')}.proof`;
  // It is signed soon after it was written.
  await expect.poll(async () => (await page.request.get(proof)).status()).toBe(200);
  return Promise.all(
    [proof, '/log/checkpoint'].map(async (path) => (await page.request.get(path)).text()),
  );
}

/** Three samples are bought, sent, measured and checked; the laboratory is paid. */
async function orders(page: Page): Promise<void> {
  for (const [index, price] of PRICES.entries()) {
    const form = page.getByRole('region', { name: /^Buy / });
    await form.getByLabel('Shop').fill('Corner Shop');
    await form.getByLabel('Lot', { exact: true }).fill(`L-${index + 1}`);
    await form.getByLabel('Price').fill(price);
    await form.getByLabel('Receipt', { exact: true }).fill(`receipt-${index + 1}.pdf`);
    if (index === 0) {
      const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await picture() };
      await form.getByLabel('Photo of receipt and lot').setInputFiles(photo);
      await form.getByLabel('No private detail is on the photo').check();
    }
    await form.getByRole('button', { name: 'Record the purchase' }).click();
    const sample = page.getByRole('region', { name: `Sample ${index + 1}` });
    await expect(sample).toBeVisible();
  }
  await isMeasured(page, 'QuEChERS, GC-MS');
  const record = page.getByRole('button', { name: 'Record the cost' });
  const cost = page.getByRole('region', { name: 'Costs' }).locator('form').filter({ has: record });
  await cost.getByLabel('Amount').fill('1100.00');
  await cost.getByLabel('Paid to').fill('The laboratory');
  await cost.getByLabel('Receipt').fill('invoice-1.pdf');
  await record.click();
  await expect(page.getByRole('region', { name: 'Costs' })).toContainText('$1,100');
}

/** A lot was misread: a correction, with its reason. */
async function correctsLot(page: Page): Promise<void> {
  const first = page.getByRole('region', { name: 'Sample 1' });
  const bought = first.getByRole('listitem').filter({ hasText: 'L-1' });
  await bought.getByText('Correct', { exact: true }).click();
  await bought.getByLabel('Lot').fill('L-9');
  await bought.getByLabel('Reason').fill('corrected at the shelf');
  await bought.getByRole('button', { name: 'Correct it' }).click();
  await expect(first.getByText('corrected: corrected at the shelf')).toBeVisible();
}

/**
 * The template is filled in by hand, uploaded, looked at, and published. What that took beside figures
 * and what the page counts: the template, the file, and each cell that states something.
 */
async function publishes(page: Page, product: Product): Promise<{ written: number; file: string }> {
  const found: Record<string, string> = { '-1': '41.5', '-2': '38', '-3': '<10' };
  const stated: Record<string, string> = { unit: 'ng/g', limit_kind: 'LOQ', basis: 'as received' };
  await page.goto(`/admin/testing/${product.id}`);
  const link = page.getByRole('link', { name: 'Template for the laboratory' });
  const fetched = await page.request.get((await link.getAttribute('href')) ?? '');
  const template = (await fetched.text()).trimEnd();
  const [header = [], ...lines] = template.split('\r\n').map((line) => line.split(','));
  // The template and the file are one press each.
  let written = 2;
  const filled = lines.map((cells) =>
    cells.map((cell, at) => {
      const column = header[at] ?? '';
      if (stated[column] && cell === '') written += 1;
      if (column === 'DEHP') return found[(cells[0] ?? '').slice(-2)] ?? '';
      return stated[column] ?? (substanceColumns('plastics').includes(column) ? '<1' : cell);
    }),
  );
  const blank = header.map((column, at) => {
    const own: Record<string, string> = { sample: 'Method blank', type: 'blank', DEHP: '<10' };
    return own[column] ?? (column === 'lot_no' ? '' : (filled[0]?.[at] ?? ''));
  });
  await page.getByRole('link', { name: 'Upload results' }).click();
  const file = [header, ...filled, blank].map((cells) => `${cells.join(',')}\r\n`).join('');
  const given = (name: string, mimeType: string, text: string) => ({
    name,
    mimeType,
    buffer: Buffer.from(text),
  });
  const results = given('results.csv', 'text/csv', file);
  await page.getByLabel('File', { exact: true }).setInputFiles(results);
  const paper = given('certificate.pdf', 'application/pdf', CERTIFICATE);
  await page.getByLabel('Certificate').setInputFiles(paper);
  await expect(page.getByLabel('Product code')).toHaveValue(String(product.id));
  await page.getByRole('button', { name: 'Upload and look' }).click();
  await expect(page.getByText('DEHP: nothing → 28.167 ng/g')).toBeVisible();
  await expect(page.getByText('Blank Method blank: nothing above its limit')).toBeVisible();
  await expectAccessible(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  const typed = page.getByRole('group', { name: /^Type these results again/ });
  for (const field of await typed.getByRole('textbox').all()) {
    const [, sample = ''] =
      /^typed-dehp-.+(-\d)$/.exec((await field.getAttribute('name')) ?? '') ?? [];
    await field.click();
    await field.fill(found[sample] ?? '<1');
  }
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    page.getByText(`Contributors and followers of ${product.id} are told.`),
  ).toBeVisible();
  return { written, file };
}

async function closesBooks(page: Page, product: Product): Promise<void> {
  await page.goto(`/admin/testing/${product.id}`);
  const books = page.getByRole('region', { name: 'Close the books' });
  await books.getByRole('button', { name: /^Pass on \$/ }).click();
  await expect(books).toHaveCount(0);
}

async function audits(page: Page, product: Product): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Run the audit' }).click();
  // It compares the whole log with what pages say, which a busy machine takes long for.
  const outcome = page.getByText(/^(All amounts match|Differences found)\.$/);
  await expect(outcome).toHaveText('All amounts match.', { timeout: AUDIT_MS });
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await loading).suggestedFilename()).toMatch(/^audit-products-.*\.csv$/);
  const row = page.getByRole('row').filter({ hasText: product.name });
  await expect(row).toContainText('$1,275');
  await expect(row).toContainText('Amounts match');
}

/** Each email about the product has come to this address, once. */
async function isTold(site: Site, email: string, { name }: Product): Promise<void> {
  for (const subject of [
    `Goal reached: ${name} will be tested`,
    `First sample bought: ${name}`,
    `The results are in: ${name}`,
  ]) {
    const received = async () =>
      (await site.emails(email)).filter((one) => one.subject === subject);
    await expect.poll(received, `${subject} to ${email}`).toHaveLength(1);
  }
}

/** The home page has it as what its money bought, and its own page begins with what was found. */
async function isExample(page: Page, product: Product): Promise<void> {
  await steps.openOnce(page, '/', 'What $1,275 bought');
  const example = page.getByRole('region', { name: 'What $1,275 bought' });
  const days = example.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(days).toHaveText([/^Funded/, /^Reg/, /^Bought/, /^At the lab/, /^Published/]);
  await expect(example.getByRole('row', { name: /^Laboratory −\$1,100\.00$/ })).toBeVisible();
  const report = { name: 'Read the test report' };
  await expect(example.getByRole('link', report)).toHaveAttribute('href', /^\/plasticlist\/\d+$/);
  await expectAccessible(page);
  await example.getByRole('link', { name: product.name, exact: true }).click();
  await expect(page).toHaveURL(`/product/${product.id}`);
  const funding = page.getByRole('region', { name: 'Funding', exact: true });
  const read = await page.getByRole('link', report).boundingBox();
  expect(read?.y).toBeLessThan((await funding.boundingBox())?.y ?? 0);
  await expectAccessible(page);
}

/** What everybody sees in the end: results, timeline, books. */
async function shows(page: Page, product: Product): Promise<void> {
  await steps.openOnce(page, `/product/${product.id}`, 'All 3 samples published');
  await expect(page.getByRole('region', { name: LAB_FACTS })).toContainText('DEHP');
  const timeline = page.getByRole('region', { name: 'Testing', exact: true });
  const photo = timeline.getByRole('link', { name: 'sample 1', exact: true });
  expect((await page.request.get((await photo.getAttribute('href')) ?? '')).status()).toBe(200);
  for (const sentence of ['Goal reached', 'All 3 samples bought', 'All 3 samples published']) {
    await expect(timeline).toContainText(sentence);
  }
  const books = page.getByRole('region', { name: 'Where the money went' });
  const dollars = await books.getByRole('cell').evaluateAll((cells) =>
    cells.map((cell) => {
      const [, minus, digits] = /(−?)\$([\d,.]+)/.exec(cell.textContent) ?? [];
      return Math.round(Number(digits?.replaceAll(',', '')) * 100) * (minus ? -1 : 1);
    }),
  );
  expect(dollars[0]).toBe(127_500);
  expect(dollars.at(-1)).toBe(0);
  expect(dollars.slice(0, -1).reduce((sum, cents) => sum + cents)).toBe(0);
  await page
    .getByRole('link', { name: /report/i })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/plasticlist/${product.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product.name);
  await expect(
    page.getByRole('link', { name: 'The laboratory’s certificate (PDF)' }),
  ).toBeVisible();
  const entry = await page.getByRole('link', { name: /^log entry \d+$/ }).getAttribute('href');
  expect(await (await page.request.get(entry ?? '')).json()).toMatchObject({
    form: 'openassay/certificate/1',
    sha256: createHash('sha256').update(CERTIFICATE).digest('hex'),
  });
}

/** A reader doubts a figure, and says so in public. */
async function objects(page: Page, site: Site, product: Product): Promise<void> {
  await steps.open(page, `/plasticlist/${product.id}`);
  await page.getByRole('link', { name: 'Something wrong, or is this your product?' }).click();
  await page.getByLabel('What it is about').selectOption('figure');
  await page.getByLabel('Message').fill('The laboratory’s paper says 40.5 for the first sample.');
  await page.getByLabel('Your email').filter({ visible: true }).fill('reader@example.org');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Your objection counts once you confirm it')).toBeVisible();
  await steps.open(
    page,
    await site.emailed('reader@example.org', /https:\S+\/objection\/confirm\S+/),
  );
  await page.getByRole('button', { name: 'Confirm my objection' }).click();
  await expect(page.getByText('Your objection is public now')).toBeVisible();
}

async function answersObjection(page: Page): Promise<void> {
  await page.goto('/admin/people');
  await page.getByText('Answer the objection in public').click();
  await page.getByLabel('The objection is').selectOption('yes');
  await page.getByLabel('Answer (public, and by email)').fill('It was misread. We correct it.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('Your answer is on its way by email.')).toBeVisible();
}

async function corrects(site: Site, product: Product, file: string): Promise<void> {
  const corrected = test.info().outputPath('corrected.csv');
  fs.writeFileSync(corrected, file.replace('41.5', '40.5'));
  const how = ['--product', String(product.id), '--confirm', '--reason', 'A figure was misread.'];
  site.openassay('import', corrected, ...how);
}

/** What was kept in the beginning holds all that came after it, to the correction. */
async function verifies(page: Page, product: Product, kept: string[]): Promise<void> {
  const seal = page.getByRole('region', { name: 'Seal', exact: true });
  const history = page.getByRole('region', { name: 'History of these results' });
  await expect(async () => {
    await page.goto(`/plasticlist/${product.id}`);
    await expect(history.getByRole('link', { name: /^Log entry \d+$/ })).toHaveCount(2);
    await expect(seal.getByRole('link', { name: 'Proof' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await history.getByRole('link', { name: 'Revision 1' }).click();
  await expect(page.getByText(/^These are results as published on .+ corrected on /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share Results' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Current report' }).click();
  await expect(page).toHaveURL(`/plasticlist/${product.id}`);
  const said = page.getByRole('region', { name: 'Objections and replies' });
  await expect(said).toContainText('Upheld');
  await expect(said).toContainText('It was misread. We correct it.');
  const address = await seal.getByRole('link', { name: 'Proof' }).getAttribute('href');
  const proof = await (await page.request.get(address ?? '')).text();
  const [old = 0, now = 0] = [kept[1] ?? '', proof.slice(proof.indexOf('\n\n') + 2)].map(
    (note) => readCheckpoint(note).size,
  );
  const link = await (await page.request.get(`/log/consistency/${old}/${now}`)).text();
  await page.goto('/verify');
  await steps.verify(page, ...kept, proof, link);
  const verdict = page.getByRole('status');
  await expect(verdict.getByRole('heading')).toHaveText('Yes');
  await expect(verdict).toContainText(`The first ${old} of its ${now} entries are those`);
  const states = (text: string) => verdict.getByRole('definition').filter({ hasText: text });
  await expect(states('openassay/registration/1')).toBeVisible();
  await expect(states('A figure was misread.')).toBeVisible();
}

/** What the browser was given is for https alone. */
async function isSecure(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const own = cookies.filter(({ domain }) => domain === 'localhost');
  expect(own.map(({ name }) => name)).toContain('__Host-openassay.session_token');
  for (const { name, path, secure, httpOnly } of own) {
    expect(name).toMatch(/^__Host-openassay[._]/);
    expect({ path, secure, httpOnly }).toEqual({ path: '/', secure: true, httpOnly: true });
  }
  const answer = await page.goto('/admin');
  expect(answer?.headers()['strict-transport-security']).toContain('max-age=');
}

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
}
