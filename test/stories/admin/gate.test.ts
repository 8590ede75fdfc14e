import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { owesSecondFactor, SECOND_FACTOR_NEEDED } from '#app/admin/sign-in/second-factor.server.ts';
import { configure } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { apiDocument } from '#app/http/api-document.server.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { registry } from '#app/platform/registry.server.ts';
import { calls, pagePaths } from '#app/routes.ts';
import { adminActions, authSessions } from '#db/schema.ts';
import {
  aListedVisitor,
  anAdministrator,
  mailedToken,
  SESSION_COOKIE,
  signIn,
} from '#test/support/administrator.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, environmentNow, LIVE, useStory, withSettings } from '#test/support/story.ts';
import { codeOf } from '#test/support/totp.ts';
import { Visitor } from '#test/support/visitor.ts';
import { changeRows } from '#test/support/gifts.ts';

const story = useStory({}, uncompiledPages);

const SOME_ID = '00000000-0000-4000-8000-000000000000';
const filled = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, SOME_ID);

/** Every administrators' call, as the description of the calls names them. */
const described = Object.entries(
  apiDocument(await loadCalls(), 'https://x.example').paths ?? {},
).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { 'x-access'?: string }>).map(([method, call]) => ({
    method: method.toUpperCase(),
    path,
    isAdmin: call['x-access'] === 'admin',
  })),
);
const adminCalls = described.filter(({ isAdmin }) => isAdmin);
const adminPages = pagePaths.filter((path) => /^\/admin(\/|$)/.test(path));
/** As a browser asks for them: the document, and the data of a page within the site. */
const pageAddresses = adminPages.flatMap((path) => [filled(path), `${filled(path)}.data`]);

/** Everybody who is to be refused, by the moment that a request of theirs comes. */
const refused: [name: string, make: () => Promise<Visitor>][] = [
  ['a visitor', async () => new Visitor(story)],
  [
    'an administrator whose session has expired',
    async () => {
      const administrator = await anAdministrator(story);
      const { body } = await administrator.get('/api/auth/get-session');
      await changeRows(authSessions, eq(authSessions.id, body.session.id), {
        expiresAt: new Date(Date.now() - 1),
      });
      return administrator;
    },
  ],
  [
    'an administrator who has just been taken off the list',
    async () => {
      const administrator = await anAdministrator(story);
      expect((await administrator.get('/api/auth/get-session')).status).toBe(200);
      await db().execute(sql`delete from admin_users where email = ${administrator.email}`);
      return administrator;
    },
  ],
  [
    'an administrator who has used a link and owes the code of the second factor',
    async () => {
      const administrator = await anAdministrator(story);
      const { body } = await administrator.post('/api/auth/two-factor/enable', undefined);
      const code = codeOf(body.totp_uri);
      await administrator.post('/api/auth/two-factor/confirm', { code });
      await signIn(administrator);
      return administrator;
    },
  ],
  [
    'somebody on the list who has not signed in',
    async () => {
      const listed = await aListedVisitor(story);
      await mailedToken(listed);
      return listed;
    },
  ],
];

/** Puts a session's cookie back, which goes with the first refusal. */
function holding(visitor: Visitor): () => void {
  const cookie = visitor.cookieOf(SESSION_COOKIE);
  return () => {
    if (cookie) visitor.hold(SESSION_COOKIE, cookie);
  };
}

it('there are calls and pages to hold', () => {
  expect(adminCalls.length).toBeGreaterThanOrEqual(12);
  expect(adminPages).toContain('/admin');
  // Nothing is mounted that the description leaves out.
  expect(described).toHaveLength(calls.length);
});

describe.each(refused)('%s', (_, make) => {
  it('is refused by every administrators’ call', async () => {
    const visitor = await make();
    const keepCookie = holding(visitor);
    const before = await db().$count(adminActions);
    for (const { method, path } of adminCalls) {
      const body = method === 'GET' ? undefined : '{}';
      keepCookie();
      const { status, body: text, headers } = await visitor.send(method, filled(path), body);
      expect([method, path, status, text]).toEqual([method, path, 401, { error: 'Unauthorized' }]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(await db().$count(adminActions)).toBe(before);
  });

  it('is led from every administrators’ page to the login', async () => {
    const visitor = await make();
    const keepCookie = holding(visitor);
    for (const address of pageAddresses) {
      for (const form of [undefined, { intent: 'sign-out-everywhere' }]) {
        keepCookie();
        const { status, headers, body } = await visitor.page(address, form);
        const isData = address.endsWith('.data');
        const to = headers.get(isData ? 'x-remix-redirect' : 'location');
        expect([address, status]).toEqual([address, isData ? 204 : 303]);
        expect(to).toMatch(/^\/login(\?refused=1)?$/);
        expect(body ?? '').not.toContain('@');
      }
    }
  });
});

describe('an administrator', () => {
  it('is let in everywhere', async () => {
    const administrator = await anAdministrator(story);
    const product = await aProduct();
    for (const { method, path } of adminCalls) {
      if (method !== 'GET' || path.includes('{')) continue;
      const { status } = await administrator.get(path);
      expect([path, status]).toEqual([path, 200]);
    }
    for (const path of adminPages) {
      const there = filled(path.replace('/products/:id', `/products/${product.id}`));
      const { status, body, headers } = await administrator.page(there);
      // There is nothing of any other id, which nobody else is told.
      expect([path, status]).toEqual([path, there.includes(SOME_ID) ? 404 : 200]);
      if (status === 200) expect(body).toContain(administrator.email);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    // What one has seen, nobody else is shown.
    const after = await new Visitor(story).page('/admin');
    expect(after.status).toBe(303);
  });

  it.each(['/ADMIN', '/%61dmin', '/admin/', '//admin', '/Admin/Account', '/admin/trail/'])(
    'is the only one who gets %s, however it is spelled',
    async (path) => {
      await anAdministrator(story);
      const { status, body } = await new Visitor(story).page(path);
      expect(status).toBeGreaterThanOrEqual(300);
      expect(body ?? '').not.toContain('@example.org');
    },
  );

  it.each([
    '/admin/products/%zz',
    '/admin/testing/%C3',
    '/admin/products/1%zz.data',
    '/%61dmin/products/%zz',
    '/admin/%',
  ])('is the only one whose %s is looked at, though it is no address', async (path) => {
    for (const form of [undefined, { intent: 'hide' }]) {
      const { status, headers } = await new Visitor(story).page(path, form);
      const isData = path.endsWith('.data');
      expect([path, status]).toEqual([path, isData ? 204 : 303]);
      expect(headers.get(isData ? 'x-remix-redirect' : 'location')).toBe('/login');
    }
    const { status, headers } = await (await anAdministrator(story)).page(path);
    expect([path, status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('where ADMIN_REQUIRE_2FA is set, an administrator without a second factor', () => {
  const OPEN = [
    '/api/auth/get-session',
    '/api/auth/list-sessions',
    '/api/auth/revoke-session',
    '/api/auth/sign-out',
    '/api/auth/two-factor/enable',
    '/api/auth/two-factor/confirm',
  ];
  let environment: ReturnType<typeof environmentNow>;
  beforeEach(() => {
    environment = environmentNow();
    configure({ ...environment, ADMIN_REQUIRE_2FA: '1' });
  });
  afterEach(() => void configure(environment));

  it('can do nothing but set one up, on pages and by calls alike', async () => {
    const administrator = await anAdministrator(story);
    const rows = await db().$count(adminActions);
    for (const { method, path } of adminCalls) {
      if (OPEN.includes(path)) continue;
      const body = method === 'GET' ? undefined : '{}';
      const { status, body: text } = await administrator.send(method, filled(path), body);
      expect([path, status, text]).toEqual([path, 403, { error: SECOND_FACTOR_NEEDED }]);
    }
    for (const address of pageAddresses) {
      if (/^\/admin\/account(\.data)?$/.test(address)) continue;
      for (const form of [undefined, { intent: 'run-audit' }]) {
        const { status, headers } = await administrator.page(address, form);
        const isData = address.endsWith('.data');
        expect([address, status]).toEqual([address, isData ? 204 : 303]);
        expect(headers.get(isData ? 'x-remix-redirect' : 'location')).toBe('/admin/account');
      }
    }
    const refused = await administrator.page('/admin/account', { intent: 'choose-notices' });
    expect(refused.status).toBe(403);
    expect(await db().$count(adminActions)).toBe(rows);
  });

  it('is in the same place with a live key, unless ADMIN_REQUIRE_2FA says otherwise', () => {
    const live = { ...environment, ...LIVE, SITE_URL: 'https://assay.example' };
    const owes = (env: Record<string, string | undefined>) => {
      configure(env);
      return owesSecondFactor({ hasSecondFactor: false });
    };
    expect(owes({ ...live, ADMIN_REQUIRE_2FA: '' })).toBe(true);
    expect(owes({ ...live, ADMIN_REQUIRE_2FA: '0' })).toBe(false);
    expect(owes({ ...environment, ADMIN_REQUIRE_2FA: '' })).toBe(false);
  });

  it('is led to set it up right after signing in, and then let in', async () => {
    const administrator = await aListedVisitor(story);
    const token = await mailedToken(administrator);
    const signedIn = await administrator.page('/login/link', { token });
    const led = await administrator.page(signedIn.headers.get('location') ?? '');
    expect(led.headers.get('location')).toBe('/admin/account');
    const { status, body } = await administrator.page('/admin/account');
    expect([status, body]).toEqual([200, expect.stringContaining(SECOND_FACTOR_NEEDED)]);
    const begun = await administrator.page('/admin/account', { intent: 'begin-second-factor' });
    const uri = /otpauth:[^"]+/.exec(String(begun.body))![0].replaceAll('&amp;', '&');
    const code = codeOf(uri);
    await administrator.page('/admin/account', { intent: 'confirm-second-factor', code });
    const inside = await administrator.page('/admin');
    expect(inside.status).toBe(200);
    expect(inside.body).not.toContain(SECOND_FACTOR_NEEDED);
  });
});

it('whoever tries doors leaves a count and a line that names nobody', async () => {
  const lines: unknown[] = [];
  const spies = (['info', 'warn'] as const).map((level) =>
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line)),
  );
  const counts = async () => {
    const shown = (await registry.metrics()).split('\n');
    const count = (sample: string) =>
      Number(
        shown
          .find((line) => line.startsWith(`openassay_${sample} `))
          ?.split(' ')
          .at(-1) ?? 0,
      );
    return [
      'sign_ins_failed_total{step="link"}',
      'sign_ins_failed_total{step="app"}',
      'gates_refused_total{missing="sign-in"}',
      'gates_refused_total{missing="session"}',
      'webhook_signatures_refused_total{why="wrong"}',
    ].map(count);
  };
  try {
    // Far from every time at which an earlier test may have left the same line.
    advanceClock(1_234 * 86_400_000);
    const before = await counts();
    const visitor = new Visitor(story);
    await visitor.post('/api/auth/magic-link/verify', { token: 'made-up' });
    await visitor.post('/api/auth/two-factor/verify-totp', { code: '000000' });
    await visitor.page('/admin');
    visitor.hold(SESSION_COOKIE, 'made-up');
    await visitor.get('/api/auth/list-sessions');
    await visitor.send('POST', '/api/stripe/webhook', '{}', { 'Stripe-Signature': 't=1,v1=0' });
    const after = await counts();
    expect(after.map((count, at) => count - before[at]!)).toEqual([1, 1, 1, 1, 1]);
    const text = JSON.stringify(lines);
    for (const words of ['sign-in failed', 'gate refused', 'signature'])
      expect(text).toContain(words);
    // However often: the count has it, and the log a line a minute.
    const logged = lines.length;
    for (let time = 0; time < 5; time += 1) await visitor.get('/api/auth/list-sessions');
    expect(lines).toHaveLength(logged);
    expect((await counts())[3]! - before[3]!).toBe(6);
    for (const secret of [visitor.address, visitor.email, 'made-up', '127.0.0.1']) {
      expect(text).not.toContain(secret);
    }
  } finally {
    for (const spy of spies) spy.mockRestore();
    resetClock();
  }
});

it('a form that is none, or is not text, is refused before any action reads it', async () => {
  const administrator = await anAdministrator(story);
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const cookie = administrator.cookie;
    const sent = { method: 'POST', body, headers: { cookie, ...headers } };
    return (await fetch(story.url + path, sent)).status;
  };
  const upload = new FormData();
  upload.set('intent', 'a\0');
  upload.set('file', new Blob(['\0']), 'a.tsv');
  for (const path of ['/login', '/login/link', ...adminPages.map(filled)]) {
    const refused = [
      await post(path, new URLSearchParams({ email: 'a\0@example.org', intent: 'a\0' })),
      await post(path, upload),
      await post(path, '{"email":"a"}', { 'Content-Type': 'application/json' }),
      await post(path, 'no parts', { 'Content-Type': 'multipart/form-data; boundary=x' }),
    ];
    expect([path, ...refused]).toEqual([path, 400, 400, 415, 400]);
    expect((await administrator.page(`${path}?q=someone%00`)).status).toBe(400);
  }
});

it('no script of anybody else runs on a page of administrators, or on the way there', async () => {
  const administrator = await anAdministrator(story);
  await withSettings({ INTERCOM_APP_ID: 'workspace' }, async () => {
    const policyOf = async (path: string) =>
      (await administrator.page(path)).headers.get('content-security-policy');
    expect(await policyOf('/chat')).toContain('intercom');
    for (const path of ['/login', ...adminPages]) {
      const policy = await policyOf(path);
      expect([path, policy]).toEqual([path, expect.stringContaining("script-src 'self'")]);
      expect([path, policy]).toEqual([path, expect.not.stringContaining('intercom')]);
    }
  });
});

describe('another site', () => {
  const writing = described.filter(
    ({ method, path, isAdmin }) => method !== 'GET' && (isAdmin || path.startsWith('/api/auth/')),
  );
  const headers: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
  ];

  it.each(headers)('cannot act for an administrator: %j', async (from) => {
    const administrator = await anAdministrator(story);
    expect(writing.length).toBeGreaterThanOrEqual(10);
    const before = await db().$count(adminActions);
    for (const { method, path } of writing) {
      const { status } = await administrator.send(method, filled(path), '{}', from);
      expect([path, status]).toEqual([path, 403]);
    }
    for (const path of ['/login', '/login/link', '/login/code', ...adminPages]) {
      const { status } = await administrator.page(path, { intent: 'sign-out-everywhere' }, from);
      expect([path, status]).toEqual([path, 403]);
    }
    expect(await db().$count(adminActions)).toBe(before);
    expect((await administrator.get('/api/auth/get-session')).status).toBe(200);
  });

  it.each(headers)('has no administrators’ call answered, whatever it does: %j', async (from) => {
    const administrator = await anAdministrator(story);
    const reading = adminCalls.filter(({ method }) => method === 'GET');
    expect(reading.length).toBeGreaterThanOrEqual(5);
    for (const { method, path } of reading) {
      const { status, body } = await administrator.send(method, filled(path), undefined, from);
      expect([path, status]).toEqual([path, 403]);
      expect(Object.keys(body)).toEqual(['error']);
    }
    for (const site of ['same-origin', 'none']) {
      const own = { 'Sec-Fetch-Site': site };
      const session = await administrator.send('GET', '/api/auth/get-session', undefined, own);
      expect(session.status).toBe(200);
    }
  });

  it('cannot sign somebody in with a link of its own', async () => {
    const attacker = await aListedVisitor(story);
    const token = await mailedToken(attacker);
    const victim = new Visitor(story);
    const from = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await victim.page('/login/link', { token }, from)).status).toBe(403);
    expect(victim.cookieOf('openassay.session_token')).toBeUndefined();
  });

  it('is told apart from the site’s own pages', async () => {
    const administrator = await anAdministrator(story);
    const own = { Origin: story.url, 'Sec-Fetch-Site': 'same-origin' };
    const out = await administrator.page('/admin/account', { intent: 'sign-out' }, own);
    expect(out.headers.get('location')).toBe('/login');
    expect((await administrator.get('/api/auth/get-session')).status).toBe(401);
  });
});
