import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

/** Found in all three samples, and far above the smallest figure that is told apart. */
const REPORT = '/plasticlist/31';

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The percent of a tile as a number. */
async function percentOf(page: Page, name: string): Promise<number> {
  const text = await tile(page, name)
    .getByText(/^[\d./,]+%? of the European( \w+)? limit/)
    .innerText();
  return Number.parseFloat(/([\d.]+)%/.exec(text)?.[1] ?? '');
}

const adult = (page: Page) => page.getByRole('switch', { name: /^Reference body weight/ });
const choices = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true });

/** What of the three tiles lies under the explanation that shows: texts, and what can be pressed. */
function coveredBy(page: Page, name: string): Promise<string[]> {
  return tile(page, name).evaluate((section) => {
    const shown = section.querySelector('[role="tooltip"]');
    const box = shown?.getBoundingClientRect();
    if (!shown || !box) return ['no explanation'];
    const tiles = innerWidth < 1_000 ? section.parentElement : section;
    return [...(tiles?.querySelectorAll('p, button, summary, svg') ?? [])]
      .filter((one) => !shown.contains(one) && one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((one) => one.textContent ?? '');
  });
}

test('a weight of one’s own is typed by keyboard, counted with, kept and shared', async ({
  page,
}) => {
  await steps.open(page, REPORT);
  const child = await percentOf(page, 'Phthalates');
  await page.getByText('Use your own weight').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('61.73');
  await page.keyboard.press('Enter');
  // 61.73 lb is 28 kg, twice the child's 14.
  await expect(page).toHaveURL(`${REPORT}?weight=28`);
  await expect.poll(() => percentOf(page, 'Phthalates')).toBeCloseTo(child / 2, 0);
  const own = choices(page, 'Your own weight').getByRole('link', { name: 'Own 62 lb (28 kg)' });
  await expect(own).toHaveAttribute('aria-current', 'true');
  await expect(adult(page)).not.toBeChecked();

  await adult(page).click();
  await expect.poll(() => percentOf(page, 'Phthalates')).toBe(child);
  await expect(page).toHaveURL(REPORT);
  await expect(own).toHaveCount(0);
  await page.reload();
  await steps.takenOver(page);
  await page.getByText('Use your own weight').click();
  await expect(page.getByLabel('Body weight', { exact: true })).toHaveValue('61.73');
});

test('servings are stepped by keyboard between one and twelve, counted with and shared', async ({
  page,
}) => {
  await steps.open(page, REPORT);
  const one = await percentOf(page, 'Phthalates');
  const servings = page.getByRole('group', { name: 'Servings a day' });
  const more = servings.getByRole('link', { name: 'One serving more' });
  const fewer = servings.getByRole('link', { name: 'One serving fewer' });
  await expect(fewer).toHaveAttribute('aria-disabled', 'true');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${REPORT}?servings=2`);
  await expect(servings).toContainText('2 servings a day');
  await expect.poll(() => percentOf(page, 'Phthalates')).toBeCloseTo(one * 2, 0);
  await expect(more).toBeFocused();
  const picture = page.waitForRequest(/report\.png/);
  await page.getByRole('button', { name: 'Share Results' }).click();
  expect((await picture).url()).toMatch(/\/report\.png\?ratio=1&servings=2$/);
  await steps.open(page, `${REPORT}?servings=12`);
  await more.press('Enter');
  await expect(page).toHaveURL(`${REPORT}?servings=12`);
  await expect(more).toBeFocused();
  await expect(page.getByText(/^Twelve servings of/)).toBeVisible();
});

test('every tile is explained on hover and on focus, until Escape', async ({ page }) => {
  await steps.open(page, REPORT);
  const button = tile(page, 'Bisphenols').getByRole('button', { name: 'Bisphenols' });
  const explanation = tile(page, 'Bisphenols').getByRole('tooltip');
  await expect(explanation).toBeHidden();
  // What scrolls away from beneath the pointer closes: the explanation has to fit into view with
  // its tile, and one that a late shift of the page has closed is opened again.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await button.evaluate((word) => word.closest('section')?.scrollIntoView({ block: 'center' }));
    await button.hover();
    await expect(explanation).toContainText('Building blocks of hard clear plastic');
    await explanation.hover({ timeout: 1_000 });
  }).toPass();
  await expect(explanation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(explanation).toBeHidden();
  await page.mouse.move(0, 0);
  await button.focus();
  await expect(explanation).toBeVisible();
  await expect(button).toHaveAccessibleDescription(/Building blocks of hard clear plastic/);
});

test('Child / Adult is one switch, which a click and either key flip', async ({ page }) => {
  await steps.open(page, REPORT);
  for (const flip of [
    () => adult(page).click({ position: { x: 5, y: 20 } }),
    () => adult(page).click({ position: { x: 5, y: 20 } }),
    () => adult(page).press('Space'),
    () => adult(page).press('Enter'),
  ]) {
    const before = await adult(page).getAttribute('aria-checked');
    await flip();
    await expect(adult(page)).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true');
    await expect(page).toHaveURL(before === 'true' ? REPORT : `${REPORT}?weight=adult`);
    await expect(adult(page)).toBeFocused();
  }
});

test('an explanation covers nothing that it explains', async ({ page }) => {
  await steps.open(page, REPORT);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Phthalates', 'Bisphenols', 'Substitutes']) {
      await tile(page, name).getByRole('button', { name }).focus();
      await expect(tile(page, name).getByRole('tooltip')).toBeVisible();
      expect(await coveredBy(page, name), `${name} at ${width} px`).toEqual([]);
    }
    await expect.poll(() => steps.sidewaysPx(page), `${width} px wide`).toBe(0);
  }
});

test(
  'a touch opens an explanation, and another one elsewhere closes it',
  { tag: '@mobile' },
  async ({ page }) => {
    await steps.open(page, REPORT);
    const tooltip = tile(page, 'Bisphenols').getByRole('tooltip');
    await tile(page, 'Bisphenols').getByRole('button', { name: 'Bisphenols' }).tap();
    await expect(tooltip).toBeVisible();
    await expect(tooltip).toHaveCSS('font-family', /^"?Inter/);
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(tooltip).toBeHidden();
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a weight in pounds is sent by the form', async ({ page }) => {
    await page.goto(`${REPORT}?limits=epa`);
    await page.getByText('Use your own weight').click();
    await page.getByLabel('Body weight', { exact: true }).fill('50');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(page).toHaveURL(/limits=epa&weight=50&unit=lb/);
    await expect(page.getByRole('link', { name: 'Own 50 lb (22.7 kg)' })).toBeVisible();
    await adult(page).press('Space');
    await expect(page).toHaveURL(`${REPORT}?limits=epa&weight=child`);
    await adult(page).press('Enter');
    await expect(page).toHaveURL(`${REPORT}?limits=epa&weight=adult`);
    await expect(adult(page)).toBeChecked();
  });
});
