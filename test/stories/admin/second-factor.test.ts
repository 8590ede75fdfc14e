import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { removeAdministrator } from '#app/admin/administrators.server.ts';
import { SECOND_FACTOR_IS_OFF, SECOND_FACTOR_IS_ON, WRONG_CODE } from '#app/admin/messages.ts';
import { db } from '#app/platform/db.server.ts';
import { adminActions, authTwoFactors, rateLimits } from '#db/schema.ts';
import {
  anAdministrator,
  mailedToken,
  SESSION_COOKIE,
  signIn,
} from '#test/support/administrator.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';
import { codeOf } from '#test/support/totp.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const FACTOR = '/api/auth/two-factor';
const isIn = async (visitor: Visitor) =>
  (await visitor.get('/api/auth/get-session')).status === 200;

/** An administrator with an authenticator app; two links are used up by then where `browser` is. */
async function withApp() {
  const administrator = await anAdministrator(story);
  const begun = await administrator.post(`${FACTOR}/enable`, undefined);
  const { totp_uri: uri, recovery_codes: recovery } = begun.body;
  const on = await administrator.post(`${FACTOR}/confirm`, { code: codeOf(uri, -1) });
  if (on.status !== 200) throw new Error(JSON.stringify(on.body));
  return { administrator, uri: String(uri), recovery: recovery as string[] };
}

/** A browser in which a link of theirs was used. */
async function afterLink(administrator: Visitor, count: number): Promise<Visitor> {
  const browser = new Visitor(story);
  Object.assign(browser, { email: administrator.email });
  const used = await signIn(browser, count);
  expect(used.body).toEqual({ second_factor: true });
  return browser;
}

describe('the second factor', () => {
  it('is asked for once an app has shown its code, and no session is made before', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator, 2);
    expect(browser.cookieOf(SESSION_COOKIE)).toBeUndefined();
    expect(await isIn(browser)).toBe(false);
    const wrong = await browser.post(`${FACTOR}/verify-totp`, { code: '000000' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    const right = await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(right).toMatchObject({ status: 200, body: { user: { email: administrator.email } } });
    expect(await isIn(browser)).toBe(true);
    const rows = await db().select().from(adminActions).orderBy(adminActions.id);
    expect(rows.at(-1)).toMatchObject({ action: 'sign-in', after: { second_factor: 'app' } });
  });

  it('is asked for on the page too', async () => {
    const { administrator, uri } = await withApp();
    const browser = new Visitor(story);
    Object.assign(browser, { email: administrator.email });
    const pressed = await browser.page('/login/link', { token: await mailedToken(browser, 2) });
    expect(pressed.headers.get('location')).toBe('/login/code');
    expect((await browser.page('/admin')).headers.get('location')).toBe('/login');
    expect((await browser.page('/login/code', { code: '123 456' })).status).toBe(401);
    const given = await browser.page('/login/code', { code: codeOf(uri).replace(/^.{3}/, '$& ') });
    expect(given.headers.get('location')).toBe('/admin');
    expect((await browser.page('/admin')).status).toBe(200);
    expect((await new Visitor(story).page('/login/code')).headers.get('location')).toBe('/login');
  });

  it('ends every session that was begun without it', async () => {
    const administrator = await anAdministrator(story);
    const other = new Visitor(story);
    Object.assign(other, { email: administrator.email });
    await signIn(other, 2);
    const { body } = await administrator.post(`${FACTOR}/enable`, undefined);
    const before = administrator.cookieOf(SESSION_COOKIE);
    await administrator.post(`${FACTOR}/confirm`, { code: codeOf(body.totp_uri) });
    expect(administrator.cookieOf(SESSION_COOKIE)).not.toBe(before);
    expect(await isIn(administrator)).toBe(true);
    expect(await isIn(other)).toBe(false);
  });

  it('is not on before its app has shown a right code', async () => {
    const administrator = await anAdministrator(story);
    const { body } = await administrator.post(`${FACTOR}/enable`, undefined);
    const wrong = await administrator.post(`${FACTOR}/confirm`, { code: '000000' });
    // With the key once more, which need not be set up anew.
    const again = { error: WRONG_CODE, totp_uri: body.totp_uri };
    expect(wrong).toMatchObject({ status: 400, body: again });
    const browser = new Visitor(story);
    Object.assign(browser, { email: administrator.email });
    expect((await signIn(browser, 2)).body.user.email).toBe(administrator.email);
    const [row] = await db()
      .select()
      .from(authTwoFactors)
      .where(eq(authTwoFactors.verified, false));
    // What is stored opens nothing by itself.
    const secret = new URL(body.totp_uri).searchParams.get('secret')!;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(body.recovery_codes[0]);
  });

  it('takes each code of the app once', async () => {
    const { administrator, uri } = await withApp();
    const code = codeOf(uri);
    const [first, second] = [await afterLink(administrator, 2), await afterLink(administrator, 3)];
    expect((await first.post(`${FACTOR}/verify-totp`, { code })).status).toBe(200);
    expect((await second.post(`${FACTOR}/verify-totp`, { code })).status).toBe(401);
    expect(await isIn(second)).toBe(false);
    const next = await second.post(`${FACTOR}/verify-totp`, { code: codeOf(uri, 1) });
    expect(next.status).toBe(200);
  });

  it('takes five tries a link, and then no right code either', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator, 2);
    for (let turn = 0; turn < 5; turn += 1) {
      await browser.post(`${FACTOR}/verify-totp`, { code: `00000${turn}` });
    }
    const late = await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(late.status).toBe(401);
    expect(await isIn(browser)).toBe(false);
  });

  it('is not asked of another: a code cannot be given without the link', async () => {
    const { uri } = await withApp();
    const stranger = new Visitor(story);
    const tried = await stranger.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(tried).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    stranger.hold('openassay.two_factor', '2fa-made-up.signature');
    expect((await stranger.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) })).status).toBe(401);
  });

  it('opens nothing for whoever was taken off the list between link and code', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator, 2);
    await removeAdministrator({ actor: 'command line' }, administrator.email);
    expect((await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) })).status).toBe(401);
  });
});

describe('a recovery code', () => {
  it('stands in for the app, once', async () => {
    const { administrator, recovery } = await withApp();
    expect(new Set(recovery).size).toBe(10);
    const [first, second] = [await afterLink(administrator, 2), await afterLink(administrator, 3)];
    const code = recovery[3]!;
    expect((await first.post(`${FACTOR}/verify-backup-code`, { code })).status).toBe(200);
    expect(await isIn(first)).toBe(true);
    expect((await second.post(`${FACTOR}/verify-backup-code`, { code })).status).toBe(401);
    expect(await isIn(second)).toBe(false);
    const other = { code: ` ${recovery[4]!} ` };
    expect((await second.post(`${FACTOR}/verify-backup-code`, other)).status).toBe(200);
  });

  it('is used by one of two at once', async () => {
    const { administrator, recovery } = await withApp();
    const both = [await afterLink(administrator, 2), await afterLink(administrator, 3)];
    const answers = await Promise.all(
      both.map((one) => one.post(`${FACTOR}/verify-backup-code`, { code: recovery[0]! })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is replaced with all others by new ones, for a code', async () => {
    const { administrator, recovery } = await withApp();
    const without = await administrator.post(`${FACTOR}/generate-backup-codes`, { code: 'x' });
    expect(without).toMatchObject({ status: 400, body: { error: WRONG_CODE } });
    const made = await administrator.post(`${FACTOR}/generate-backup-codes`, { code: recovery[0] });
    expect(made.body.recovery_codes).toHaveLength(10);
    const browser = await afterLink(administrator, 2);
    const old = { code: recovery[1] };
    expect((await browser.post(`${FACTOR}/verify-backup-code`, old)).status).toBe(401);
    const fresh = { code: made.body.recovery_codes[1] };
    expect((await browser.post(`${FACTOR}/verify-backup-code`, fresh)).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('takes a code: a stolen session is not enough', async () => {
    const { administrator, uri } = await withApp();
    const wrong = await administrator.post(`${FACTOR}/disable`, { code: '000000' });
    expect(wrong).toMatchObject({ status: 400, body: { error: WRONG_CODE } });
    expect((await administrator.post(`${FACTOR}/disable`, {})).status).toBe(400);
    const again = await administrator.post(`${FACTOR}/enable`, undefined);
    expect(again).toMatchObject({ status: 409, body: { error: SECOND_FACTOR_IS_ON } });
    expect((await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) })).status).toBe(200);
    expect(await isIn(administrator)).toBe(true);
    const off = await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) });
    expect(off).toMatchObject({ status: 409, body: { error: SECOND_FACTOR_IS_OFF } });
    const browser = new Visitor(story);
    Object.assign(browser, { email: administrator.email });
    expect((await signIn(browser, 2)).body.user.email).toBe(administrator.email);
  });

  it('allows ten tries in a quarter of an hour', async () => {
    const { administrator, uri } = await withApp();
    await db().delete(rateLimits);
    for (let turn = 0; turn < 10; turn += 1) {
      await administrator.post(`${FACTOR}/disable`, { code: `00000${turn}` });
    }
    const late = await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) });
    expect(late.status).toBe(429);
  });
});
