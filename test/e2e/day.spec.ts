import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const KITCHEN = [
  [1, 'Enfamil Neuro Pro 587g Infant Formula (Tub)'],
  [187, 'Gerber Natural for Baby Wonderfoods Banana Blueberry Pouch'],
  [222, 'Cheerios 100% Whole Grain Oats Cereal'],
] as const;

test('what was saved adds up in the browser, sends nothing, and reads the same by its address', async ({
  page,
  newVisitor,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await steps.open(page, '/saved');
  await page.evaluate((kitchen) => {
    const says = { isTested: true, says: 'Low.', seenOn: '2026-11-28' };
    const saved = kitchen.map(([id, name]) => ({ id, name, ...says }));
    localStorage.setItem('openassay-saved', JSON.stringify(saved));
  }, KITCHEN);
  await steps.open(page, '/saved');
  await page.getByRole('link', { name: 'What a whole day adds up to' }).click();
  const answer = page.getByRole('region', { name: 'What it adds up to' });
  await expect(answer).toContainText('A day for a baby of 11 lb (5 kg).');
  const phthalates = answer.getByRole('region', { name: 'Phthalates' });
  await expect(phthalates).toContainText('These three add up to on average at most');
  const formula = page.getByLabel(/^Servings a day of Enfamil/);
  await expect(formula).toHaveValue('6');
  const six = await phthalates.innerText();
  await formula.fill('150 g');
  await expect(phthalates).toContainText('150 g: ');
  expect(await phthalates.innerText()).not.toBe(six);
  await page.getByLabel('For whom').selectOption('child');
  await expect(answer).toContainText('A day for a child of 31 lb (14 kg).');
  await page.reload();
  await expect(formula).toHaveValue('150 g');
  expect(
    // The shelf asks for the strips of one at a time.
    sent.filter(
      (line) => /[?&]ids=[^&]*(,|%2C)|[?&]eat=|^POST/.test(line) && !/api\/events/.test(line),
    ),
  ).toEqual([]);
  // Nor does the framework ask for the links of the page in one request.
  expect(sent.filter((line) => line.includes('__manifest') && /187|222/.test(line))).toEqual([]);

  const said = await page.getByRole('main').locator('section').allInnerTexts();
  await page.getByRole('button', { name: 'Get an address for this day' }).click();
  await expect(page).toHaveURL(
    /\/day\?ids=1%2C187%2C222&eat=150\+g&eat=1&eat=1&for=child&weight=$/,
  );
  await expect(page.getByText('What is eaten is in this address.')).toBeVisible();
  expect(await page.getByRole('main').locator('section').allInnerTexts()).toEqual(said);
  const answered = await fetch(page.url());
  expect(answered.headers.get('cache-control')).toBe('no-store');

  const other = await (await newVisitor({ javaScriptEnabled: false })).newPage();
  await other.goto(page.url());
  expect(await other.getByRole('main').locator('section').allInnerTexts()).toEqual(said);
  await other.getByLabel(/^Servings a day of Cheerios/).fill('2');
  await other.getByRole('button', { name: 'Get an address for this day' }).click();
  await expect(other.getByRole('region', { name: 'Substitutes' })).toContainText('78 g: ');
});
