import { eq, isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { removeAdministrator } from '#app/admin/sign-in/administrators.server.ts';
import {
  SECOND_FACTOR_IS_OFF,
  SECOND_FACTOR_IS_ON,
  SIGN_IN_AGAIN,
  WRONG_CODE,
} from '#app/admin/sign-in/second-factor.server.ts';
import { config } from '#app/config.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { adminActions, authSessions, authTwoFactors, authUsers, rateLimits } from '#db/schema.ts';
import {
  anAdministrator,
  mailedToken,
  SESSION_COOKIE,
  signIn,
} from '#test/support/administrator.ts';
import { queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, eventually, productNow, refuses, says, useStory } from '#test/support/story.ts';
import { aFundedProduct } from '#test/support/testing.ts';
import { codeBefore, codeOf } from '#test/support/totp.ts';
import { Visitor } from '#test/support/visitor.ts';
import { rowsWhere, changeRows } from '#test/support/gifts.ts';

// As few connections as can be: whoever takes a second one for a request stops all others.
const story = useStory({ DATABASE_POOL_SIZE: '2' }, uncompiledPages);

const FACTOR = '/api/auth/two-factor';
const isIn = async (visitor: Visitor) =>
  (await visitor.get('/api/auth/get-session')).status === 200;

/** An administrator with an authenticator app; two links are used up by then where `browser` is. */
async function withApp() {
  const administrator = await anAdministrator(story);
  const begun = await administrator.post(`${FACTOR}/enable`, undefined);
  const { totp_uri: uri, recovery_codes: recovery } = begun.body;
  const on = await administrator.post(`${FACTOR}/confirm`, { code: await codeBefore(uri) });
  if (on.status !== 200) throw new Error(JSON.stringify(on.body));
  return { administrator, uri: String(uri), recovery: recovery as string[] };
}

/** A browser in which a link of theirs was used. */
async function afterLink(administrator: Visitor): Promise<Visitor> {
  const browser = administrator.elsewhere();
  const used = await signIn(browser);
  expect(used.body).toEqual({ second_factor: true });
  return browser;
}

describe('the second factor', () => {
  it('is asked for once an app has shown its code, and nothing is open before', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator);
    const waiting = browser.cookieOf(SESSION_COOKIE)!;
    expect(await isIn(browser)).toBe(false);
    // It goes on waiting, and is no session that could be listed or ended.
    expect(browser.cookieOf(SESSION_COOKIE)).toBe(waiting);
    expect((await administrator.get('/api/auth/list-sessions')).body).toHaveLength(1);
    const wrong = await browser.post(`${FACTOR}/verify-totp`, { code: '000000' });
    expect(wrong).toMatchObject(refuses(401, 'Unauthorized'));
    const right = await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(right).toMatchObject({ status: 200, body: { user: { email: administrator.email } } });
    expect(await isIn(browser)).toBe(true);
    // By a session of its own: whoever planted the one that waited has nothing of it.
    const planter = new Visitor(story);
    planter.hold(SESSION_COOKIE, waiting);
    expect(await isIn(planter)).toBe(false);
    expect((await planter.page('/login/code')).headers.get('location')).toBe('/login');
    const rows = await db().select().from(adminActions).orderBy(adminActions.id);
    expect(rows.at(-1)).toMatchObject({ action: 'sign-in', after: { second_factor: 'app' } });
  });

  it('is asked for on the page too', async () => {
    const { administrator, uri } = await withApp();
    const browser = administrator.elsewhere();
    const pressed = await browser.page('/login/link', { token: await mailedToken(browser) });
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
    const other = administrator.elsewhere();
    await signIn(other);
    const { body } = await administrator.post(`${FACTOR}/enable`, undefined);
    const before = administrator.cookieOf(SESSION_COOKIE);
    await administrator.post(`${FACTOR}/confirm`, { code: codeOf(body.totp_uri) });
    expect(administrator.cookieOf(SESSION_COOKIE)).not.toBe(before);
    expect(await isIn(administrator)).toBe(true);
    expect(await isIn(other)).toBe(false);
  });

  it('is not given by a link that is used while it is turned on', async () => {
    const administrator = await anAdministrator(story);
    const { body } = await administrator.post(`${FACTOR}/enable`, undefined);
    const browser = administrator.elsewhere();
    const token = await mailedToken(browser);
    const holdsUp = new pg.Client(config().DATABASE_URL);
    await holdsUp.connect();
    await holdsUp.query('begin');
    const own = [administrator.email];
    await holdsUp.query('select from auth_users where email = $1 for no key update', own);
    const turningOn = administrator.post(`${FACTOR}/confirm`, { code: codeOf(body.totp_uri) });
    // It has ended all other sessions by then.
    await eventually(
      () =>
        db().execute(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`),
      ({ rows }) => rows.length > 0,
    );
    expect((await browser.post('/api/auth/magic-link/verify', { token })).status).toBe(200);
    await holdsUp.query('commit');
    await holdsUp.end();
    expect((await turningOn).status).toBe(200);
    expect(await Promise.all([administrator, browser].map(isIn))).toEqual([true, false]);
  });

  it('is not on before its app has shown a right code', async () => {
    const administrator = await anAdministrator(story);
    const { body } = await administrator.post(`${FACTOR}/enable`, undefined);
    const wrong = await administrator.post(`${FACTOR}/confirm`, { code: '000000' });
    // With the key once more, which need not be set up anew.
    const again = { error: WRONG_CODE, totp_uri: body.totp_uri };
    expect(wrong).toMatchObject({ status: 400, body: again });
    const browser = administrator.elsewhere();
    expect((await signIn(browser)).body.user.email).toBe(administrator.email);
    const [row] = await rowsWhere(authTwoFactors, eq(authTwoFactors.verified, false));
    // What is stored opens nothing by itself.
    const secret = new URL(body.totp_uri).searchParams.get('secret')!;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(body.recovery_codes[0]);
  });

  it('takes each code of the app once', async () => {
    const { administrator, uri } = await withApp();
    const code = codeOf(uri);
    const [first, second] = [await afterLink(administrator), await afterLink(administrator)];
    expect((await first.post(`${FACTOR}/verify-totp`, { code })).status).toBe(200);
    expect((await second.post(`${FACTOR}/verify-totp`, { code })).status).toBe(401);
    expect(await isIn(second)).toBe(false);
    const next = await second.post(`${FACTOR}/verify-totp`, { code: codeOf(uri, 1) });
    expect(next.status).toBe(200);
  });

  it.each([0, 12])('takes no code twice, nor when it is %i o’clock in between', async (hour) => {
    const { administrator, uri } = await withApp();
    const [first, second] = [await afterLink(administrator), await afterLink(administrator)];
    const [dayMs, hourMs] = [86_400_000, hour * 3_600_000];
    const nextMs = Math.ceil((Date.now() - hourMs) / dayMs) * dayMs + hourMs;
    try {
      advanceClock(nextMs - 10_000 - Date.now());
      const code = codeOf(uri);
      expect((await first.post(`${FACTOR}/verify-totp`, { code })).status).toBe(200);
      advanceClock(20_000);
      expect((await second.post(`${FACTOR}/verify-totp`, { code })).status).toBe(401);
    } finally {
      resetClock();
    }
    expect(await isIn(second)).toBe(false);
  });

  it('of several at once holds nobody up', async () => {
    const { administrator, uri } = await withApp();
    const browsers = [
      await afterLink(administrator),
      await afterLink(administrator),
      await afterLink(administrator),
    ];
    const answers = await Promise.all([
      ...browsers.map((one, at) =>
        one.post(`${FACTOR}/verify-totp`, { code: codeOf(uri, at % 2) }),
      ),
      ...[1, 2, 3].map((at) => administrator.post(`${FACTOR}/disable`, { code: `00000${at}` })),
      administrator.post(`${FACTOR}/confirm`, { code: '000000' }),
    ]);
    // Two codes are good at the moment, for one browser each.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 400, 400, 400, 401, 409,
    ]);
  });

  it('takes five tries a link, and then no right code either', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator);
    for (let turn = 0; turn < 5; turn += 1) {
      await browser.post(`${FACTOR}/verify-totp`, { code: `00000${turn}` });
    }
    const late = await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(late.status).toBe(401);
    expect(await isIn(browser)).toBe(false);
  });

  it('takes ten tries in a quarter of an hour, whatever the link', async () => {
    const { administrator, uri } = await withApp();
    const browsers: Visitor[] = [];
    for (let link = 0; link < 3; link += 1) browsers.push(await afterLink(administrator));
    await db().delete(rateLimits);
    const tries = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1].map((one) => browsers[one]!);
    for (const one of tries) await one.post(`${FACTOR}/verify-totp`, { code: '000000' });
    const late = await browsers[2]!.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(late).toMatchObject(refuses(401, 'Unauthorized'));
    // Whoever is signed in is not locked out by it.
    const off = await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) });
    expect(off.status).toBe(200);
  });

  it('is not asked of another: a code cannot be given without the link', async () => {
    const { administrator, uri } = await withApp();
    const stranger = new Visitor(story);
    const tried = await stranger.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(tried).toMatchObject(refuses(401, 'Unauthorized'));
    const other = (await withApp()).administrator;
    const theirs = await afterLink(other);
    expect((await theirs.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) })).status).toBe(401);
    // Nor in a session that waits for none.
    const again = await administrator.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    expect(again.status).toBe(401);
  });

  it('is waited for for ten minutes, and no longer', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator);
    const own = isNull(authSessions.factorGivenAt);
    const [waiting] = await db()
      .select()
      .from(authSessions)
      .where(own)
      .orderBy(authSessions.updatedAt)
      .then((rows) => rows.slice(-1));
    const began = new Date(waiting!.createdAt.getTime() - 601_000);
    await changeRows(authSessions, eq(authSessions.id, waiting!.id), { createdAt: began });
    expect((await browser.page('/login/code')).headers.get('location')).toBe('/login');
    expect((await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) })).status).toBe(401);
    expect(await isIn(browser)).toBe(false);
    expect(browser.cookieOf(SESSION_COOKIE)).toBeUndefined();
  });

  it('is owed by a used link even where it is turned off meanwhile', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator);
    const off = await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) });
    expect(off.status).toBe(200);
    expect(await isIn(browser)).toBe(false);
    expect((await browser.page('/admin')).headers.get('location')).toMatch(/^\/login/);
  });

  it('given twice at once for one link signs in once', async () => {
    const { administrator, uri, recovery } = await withApp();
    const browser = await afterLink(administrator);
    const tab = new Visitor(story);
    tab.hold(SESSION_COOKIE, browser.cookieOf(SESSION_COOKIE)!);
    const both = await Promise.all([
      browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) }),
      tab.post(`${FACTOR}/verify-backup-code`, { code: recovery[0] }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await administrator.get('/api/auth/list-sessions')).body).toHaveLength(2);
  });

  it('is owed in the version before as well, which knows no session that waits', async () => {
    const { administrator } = await withApp();
    await afterLink(administrator);
    const waiting = await rowsWhere(authSessions, isNull(authSessions.factorGivenAt));
    const twoWeeksAgo = Date.now() - 14 * 86_400_000;
    // 0.4.0 ends what is older than two weeks.
    expect(waiting.filter(({ createdAt }) => createdAt.getTime() < twoWeeksAgo)).not.toEqual([]);
  });

  it('opens nothing for whoever was taken off the list between link and code', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator);
    await removeAdministrator({ actor: 'command line' }, administrator.email);
    expect((await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) })).status).toBe(401);
  });
});

describe('setting it up', () => {
  it('takes a sign-in of just now: a stolen session is not enough', async () => {
    const administrator = await anAdministrator(story);
    const { body } = await administrator.post(`${FACTOR}/enable`, undefined);
    const id = (await administrator.get('/api/auth/get-session')).body.session.id;
    const began = new Date(Date.now() - 601_000);
    await db().update(authSessions).set({ createdAt: began }).where(eq(authSessions.id, id));
    const late = { status: 403, body: { error: SIGN_IN_AGAIN } };
    expect(await administrator.post(`${FACTOR}/enable`, undefined)).toMatchObject(late);
    const code = codeOf(body.totp_uri);
    expect(await administrator.post(`${FACTOR}/confirm`, { code })).toMatchObject(late);
    const shown = await administrator.page('/admin/account', { intent: 'begin-second-factor' });
    expect(shown).toMatchObject(says(403, SIGN_IN_AGAIN));
    await signIn(administrator);
    expect((await administrator.post(`${FACTOR}/confirm`, { code })).status).toBe(200);
  });

  it('and every change of it is told by mail', async () => {
    const { administrator, recovery } = await withApp();
    const told = async (count: number) =>
      (await received(administrator.email, 'second-factor-changed', count)).subject;
    expect(await told(1)).toBe('Your second factor was turned on');
    await administrator.post(`${FACTOR}/generate-backup-codes`, { code: 'x' });
    const made = await administrator.post(`${FACTOR}/generate-backup-codes`, { code: recovery[0] });
    expect(await told(2)).toBe('You have new recovery codes');
    const [code] = made.body.recovery_codes;
    expect((await administrator.post(`${FACTOR}/disable`, { code })).status).toBe(200);
    expect(await told(3)).toBe('Your second factor was turned off');
    expect(await queuedFor(administrator.email, 'second-factor-changed')).toHaveLength(3);
  });
});

describe('a recovery code', () => {
  it('stands in for the app, once', async () => {
    const { administrator, recovery } = await withApp();
    expect(new Set(recovery).size).toBe(10);
    const [first, second] = [await afterLink(administrator), await afterLink(administrator)];
    const code = recovery[3]!;
    expect((await first.post(`${FACTOR}/verify-backup-code`, { code })).status).toBe(200);
    expect(await isIn(first)).toBe(true);
    expect((await second.post(`${FACTOR}/verify-backup-code`, { code })).status).toBe(401);
    expect(await isIn(second)).toBe(false);
    const other = { code: ` ${recovery[4]!} ` };
    expect((await second.post(`${FACTOR}/verify-backup-code`, other)).status).toBe(200);
  });

  it('is kept as a hash alone, also once another was used', async () => {
    const { administrator, recovery } = await withApp();
    const browser = await afterLink(administrator);
    const stored = async () => {
      const [row] = await db()
        .select({ codes: authTwoFactors.backupCodes })
        .from(authTwoFactors)
        .innerJoin(authUsers, eq(authUsers.id, authTwoFactors.userId))
        .where(eq(authUsers.email, administrator.email));
      return JSON.parse(row!.codes) as string[];
    };
    const before = await stored();
    expect(before).toHaveLength(10);
    for (const hash of before) expect(hash).toMatch(/^hmac:[\w-]{43}$/);
    // Who reads the database has no code by it.
    expect((await browser.page('/login/code', { code: before[1]! })).status).toBe(401);
    const code = { code: recovery[0] };
    expect((await browser.post(`${FACTOR}/verify-backup-code`, code)).status).toBe(200);
    expect(await stored()).toEqual(before.slice(1));
  });

  it('is used by one of two at once', async () => {
    const { administrator, recovery } = await withApp();
    const both = [await afterLink(administrator), await afterLink(administrator)];
    const answers = await Promise.all(
      both.map((one) => one.post(`${FACTOR}/verify-backup-code`, { code: recovery[0]! })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is replaced with all others by new ones, for a code', async () => {
    const { administrator, recovery } = await withApp();
    const without = await administrator.post(`${FACTOR}/generate-backup-codes`, { code: 'x' });
    expect(without).toMatchObject(refuses(400, WRONG_CODE));
    const made = await administrator.post(`${FACTOR}/generate-backup-codes`, { code: recovery[0] });
    expect(made.body.recovery_codes).toHaveLength(10);
    const browser = await afterLink(administrator);
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
    expect(wrong).toMatchObject(refuses(400, WRONG_CODE));
    expect((await administrator.post(`${FACTOR}/disable`, {})).status).toBe(400);
    const again = await administrator.post(`${FACTOR}/enable`, undefined);
    expect(again).toMatchObject(refuses(409, SECOND_FACTOR_IS_ON));
    expect((await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) })).status).toBe(200);
    expect(await isIn(administrator)).toBe(true);
    const off = await administrator.post(`${FACTOR}/disable`, { code: codeOf(uri) });
    expect(off).toMatchObject(refuses(409, SECOND_FACTOR_IS_OFF));
    const browser = administrator.elsewhere();
    expect((await signIn(browser)).body.user.email).toBe(administrator.email);
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

describe('what moves money, publishes or takes away', () => {
  /** As if the code had been given so long ago in all sessions. */
  const codesGiven = (secondsAgo: number) =>
    db()
      .update(authSessions)
      .set({ factorGivenAt: new Date(Date.now() - secondsAgo * 1_000) });

  it.each([
    ['/admin', 'allow-refunds'],
    ['/admin/people', 'refund-contribution'],
    ['/admin/people', 'grant-refund'],
    ['/admin/people', 'retry-refund'],
    ['/admin/people', 'pay-refund-outside'],
    ['/admin/people', 'keep-unmatched'],
    ['/admin/results', 'publish'],
    ['/admin/products/:id', 'remove'],
    ['/admin/products/:id', 'merge'],
    ['/admin/account', 'choose-notices'],
    ['/admin/testing/:id', 'end'],
    ['/admin/testing/:id', 'settle'],
    ['/admin/digest', 'send'],
    ['/admin/digest', 'clock-on'],
  ])('%s asks for a fresh code before it will %s', async (pattern, intent) => {
    const { administrator } = await withApp();
    const isTest = pattern.startsWith('/admin/testing');
    const product = isTest ? (await aFundedProduct(story, 5)).product : await aProduct();
    const path = pattern.replace(':id', String(product.id));
    await codesGiven(601);
    const { status, body } = await administrator.page(path, { intent });
    expect([status, body]).toEqual([
      403,
      expect.stringContaining(
        'Enter a code from your authenticator app, or a recovery code, to go on. You won’t be asked again for ten minutes, and everything you filled in is kept.',
      ),
    ]);
    await codesGiven(590);
    expect((await administrator.page(path, { intent })).body ?? '').not.toContain(
      'Enter a code from your authenticator app, or a recovery code, to go on. You won’t be asked again for ten minutes, and everything you filled in is kept.',
    );
  });

  it('takes the code with the form that waited for it, of which nothing is lost', async () => {
    const { administrator, uri, recovery } = await withApp();
    const product = await aProduct();
    const path = `/admin/products/${product.id}`;
    const removal = {
      intent: 'remove',
      reason: 'untestable',
      raisedCents: '0',
      sure: 'on',
      note: '"so" & <so>',
    };
    await codesGiven(601);
    const before = await db().$count(adminActions);
    for (const [code, status] of [
      [undefined, 403],
      ['000000', 400],
      [codeOf(uri, -1), 400], // which turned the second factor on
    ] as const) {
      const asked = await administrator.page(path, {
        ...removal,
        ...(code ? { 'fresh-code': code } : {}),
      });
      expect(asked.status).toBe(status);
      for (const [name, value] of Object.entries({
        ...removal,
        note: '&quot;so&quot; &amp; &lt;so&gt;',
      })) {
        expect(asked.body).toContain(`name="${name}" value="${value}"`);
      }
      expect(String(asked.body).includes(WRONG_CODE)).toBe(code !== undefined);
    }
    expect(await db().$count(adminActions)).toBe(before);
    expect((await productNow(product.id)).removedReason).toBeNull();
    const done = await administrator.page(path, { ...removal, 'fresh-code': codeOf(uri) });
    expect(done.headers.get('location')).toContain(path);
    expect((await productNow(product.id)).removedReason).toBe('untestable');
    // For ten minutes, and in this session alone.
    const other = await aProduct();
    const again = await administrator.page(`/admin/products/${other.id}`, removal);
    expect(again.status).toBe(303);
    await codesGiven(601);
    const last = await aProduct();
    const withRecovery = { ...removal, 'fresh-code': recovery[2]! };
    const used = await administrator.page(`/admin/products/${last.id}`, withRecovery);
    expect(used.status).toBe(303);
  });

  it('asks nobody for a code who has just given one to sign in, or has none to give', async () => {
    const { administrator, uri } = await withApp();
    const browser = await afterLink(administrator);
    await browser.post(`${FACTOR}/verify-totp`, { code: codeOf(uri) });
    const removal = { intent: 'remove', reason: 'untestable', raisedCents: '0', sure: 'on' };
    const without = await anAdministrator(story);
    for (const one of [browser, without]) {
      const product = await aProduct();
      expect((await one.page(`/admin/products/${product.id}`, removal)).status).toBe(303);
    }
  });
});
