import { expect, it, vi } from 'vitest';
import { COOKIES, STORED_IN_BROWSER } from '#app/pages/legal/legal-records.ts';
import { WEIGHT_KEY } from '#app/results/report/viewpoint-controls.tsx';
import { aListedVisitor, signIn } from '#test/support/administrator.ts';
import { lookUp } from '#test/support/inbox.ts';
import { aProduct, useStory } from '#test/support/story.ts';
import { codeBefore, codeOf } from '#test/support/totp.ts';
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
  const code = await codeBefore(begun.body.totp_uri);
  expect((await administrator.post('/api/auth/two-factor/confirm', { code })).status).toBe(200);
  const browser = administrator.elsewhere();
  expect((await signIn(browser)).body).toEqual({ second_factor: true });
  // The page of the code is there for who owes one.
  expect((await browser.page('/login/code')).status).toBe(200);
  const given = { code: codeOf(begun.body.totp_uri) };
  expect((await browser.post('/api/auth/two-factor/verify-totp', given)).status).toBe(200);
  expect(Object.keys(COOKIES)).toContain('another-name.session_token');
});

it('a site of another name keeps everything in a browser under that name', async () => {
  const { id } = await aProduct();
  const visitor = new Visitor(story);
  await visitor.post('/api/follows', { product_id: id, email: visitor.email });
  await lookUp(visitor);
  expect(visitor.cookieOf('another-name_browser')).toBeDefined();
  expect(visitor.cookieOf('another-name_lookup')).toBeDefined();
  expect((await visitor.get('/api/contributions')).status).toBe(200);
  expect(WEIGHT_KEY).toBe('another-name-body-weight');
  const named = [...Object.keys(COOKIES), ...Object.keys(STORED_IN_BROWSER)];
  expect(named).toEqual(expect.arrayContaining(['another-name_browser', WEIGHT_KEY]));
  expect(named.filter((name) => name.includes('openassay'))).toEqual([]);
});
