import { expect, it, vi } from 'vitest';
import { COOKIES } from '#app/pages/legal-records.ts';
import { aListedVisitor, signIn } from '#test/support/administrator.ts';
import { useStory } from '#test/support/story.ts';
import { codeOf } from '#test/support/totp.ts';
import { Visitor } from '#test/support/visitor.ts';
import { uncompiledPages } from '#test/support/pages.ts';

vi.mock('#app/site.ts', async (importOriginal) => {
  const { site } = await importOriginal<typeof import('#app/site.ts')>();
  return { site: { ...site, slug: 'another-name' } };
});

const story = useStory({}, uncompiledPages);

it('a site of another name signs its administrators in, with a second factor too', async () => {
  const administrator = await aListedVisitor(story);
  await signIn(administrator);
  expect(administrator.cookieOf('another-name.session_token')).toBeDefined();
  expect((await administrator.get('/api/auth/get-session')).status).toBe(200);
  const begun = await administrator.post('/api/auth/two-factor/enable', undefined);
  const code = codeOf(begun.body.totp_uri, -1);
  expect((await administrator.post('/api/auth/two-factor/confirm', { code })).status).toBe(200);
  const browser = new Visitor(story);
  Object.assign(browser, { email: administrator.email });
  expect((await signIn(browser, 2)).body).toEqual({ second_factor: true });
  expect(browser.cookieOf('another-name.two_factor')).toBeDefined();
  // The page of the code is there for who owes one.
  expect((await browser.page('/login/code')).status).toBe(200);
  const given = { code: codeOf(begun.body.totp_uri) };
  expect((await browser.post('/api/auth/two-factor/verify-totp', given)).status).toBe(200);
  const names = COOKIES.map(({ name }) => name);
  for (const name of ['session_token', 'two_factor']) {
    expect(names).toContain(`another-name.${name}`);
  }
});
