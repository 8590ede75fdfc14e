import { expectAccessible } from './accessible.ts';
import { openMailedLink, signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';
import { codeBefore, codeOf } from '#test/support/totp.ts';

const at = (name: string) => `${name}@administrators.example.org`;

test('an administrator signs in by a mailed link, looks around, and signs out', async ({
  page,
  site,
  watch,
}) => {
  const answer = await page.goto('/admin');
  expect(answer?.headers()['strict-transport-security']).toContain('max-age=');
  await expect(page).toHaveURL('/login');
  await openMailedLink(page, site, at('browser'));
  const link = page.url();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === '__Host-openassay.session_token');
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });

  await page.getByRole('link', { name: 'Trail' }).first().click();
  await expect(page.getByText(`${at('browser')}: Sign in`).first()).toBeVisible();

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page.getByText(at('browser'))).toHaveCount(0);

  watch.expectStatus(401, '/login/link');
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Unauthorized');
  await page.getByRole('link', { name: 'Send another link' }).click();
  await expect(page).toHaveURL('/login');
});

test('the second factor is set up and asked for', async ({ page, site, newVisitor }) => {
  await signIn(page, site, at('factor'));
  await page.getByRole('link', { name: 'Your account' }).first().click();
  await page.getByRole('button', { name: 'Set it up' }).click();
  const app = page.getByRole('link', { name: 'Open it in an app on this device' });
  const uri = (await app.getAttribute('href')) ?? '';
  await expect(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  expect(new URL(uri).searchParams.get('issuer')).toBe('OpenAssay');
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeBefore(uri));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('button', { name: 'Turn it off' })).toBeVisible();

  const other = await (await newVisitor()).newPage();
  await openMailedLink(other, site, at('factor'), 2);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL('/login/code');
  await other.getByRole('textbox', { name: 'Code' }).fill(codeOf(uri));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL('/admin');
});

test('without a connection the form stays, with what was typed', async ({ page, watch }) => {
  await steps.open(page, '/login');
  watch.expectFailure('/login.data');
  await page.route('**/login.data*', (route) => route.abort());
  await page.getByLabel('Email').fill('somebody@example.org');
  await page.getByRole('button', { name: 'Send login link' }).click();
  await expect(page.getByRole('alert')).toHaveText('We got no answer. Please try again.');
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org');
});
