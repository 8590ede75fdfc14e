import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { aListedVisitor } from '#test/support/administrator.ts';
import { linkIn, queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, environmentNow, useStory } from '#test/support/story.ts';

const SITE_URL = 'https://assay.example';
const story = useStory({ SITE_URL }, uncompiledPages);

/** As a proxy passes them on: the browser's own Origin, on a request of plain http. */
const own = { Origin: SITE_URL, 'Sec-Fetch-Site': 'same-origin' };

describe('the forms of administrators', () => {
  it('ask for a link, sign in, and sign out', async () => {
    const visitor = await aListedVisitor(story);
    const asked = await visitor.page('/login', { email: visitor.email }, own);
    expect(asked).toMatchObject({
      status: 200,
      body: expect.stringContaining('Check your email for the login link!'),
    });
    const link = linkIn(await received(visitor.email, 'sign-in-link'), '/login/link');
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const used = await visitor.page('/login/link', { token }, own);
    expect([used.status, used.headers.get('location')]).toEqual([303, '/admin']);
    expect((await visitor.page('/admin')).status).toBe(200);
    const within = await visitor.page('/admin/account.data', { intent: 'sign-out' }, own);
    expect(within.status).toBe(202);
    expect((await visitor.page('/admin')).status).toBe(303);
  });

  it('are taken where the browser hides the origin and says that it is the same', async () => {
    const visitor = await aListedVisitor(story);
    const from = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
    expect((await visitor.page('/login', { email: visitor.email }, from)).status).toBe(200);
    for (const site of ['cross-site', 'same-site']) {
      const forged = { ...from, 'Sec-Fetch-Site': site };
      expect((await visitor.page('/login', { email: visitor.email }, forged)).status).toBe(403);
    }
  });

  it('are refused where other sites send them', async () => {
    const visitor = await aListedVisitor(story);
    for (const origin of ['https://evil.example', 'http://assay.example', story.url, 'null']) {
      const form = { email: visitor.email };
      const { status } = await visitor.page('/login', form, { Origin: origin });
      expect([origin, status]).toEqual([origin, 403]);
    }
    expect(await queuedFor(visitor.email, 'sign-in-link')).toEqual([]);
  });
});

const get = async (path: string, init: RequestInit = {}) => {
  const headers = { Accept: 'text/html', Origin: 'https://elsewhere.example', ...init.headers };
  const answer = await fetch(story.url + path, { redirect: 'manual', ...init, headers });
  return { answer, html: await answer.text() };
};

const PAGES = ['/', '/cart', '/plasticlist', '/legal', '/api/docs'];
const PERSONAL = [
  '/success?session_id=cs_test_1',
  '/donate/manage',
  '/view-contributions',
  '/email/preferences',
  '/login',
  '/login/link?token=x',
];
const REFUSALS: [string, number][] = [
  ['/no-such-page', 404],
  ['/product/0', 404],
  ['/login/code', 302],
  ['/donate/manage?token=x', 403],
  ['/email/preferences?token=x', 403],
  ['/admin', 303],
  ['/api/no-such-call', 404],
  ['/api/contributions', 401],
  ['/api/audit-report', 403],
  ['/metrics', 404],
];
const CALLS = ['/healthz', '/readyz'];
/** The same for everybody: pages of any site may read it. */
const OPEN: [string, number][] = [
  ['/api/products', 200],
  ['/api/products/0', 404],
  ['/api/openapi.json', 200],
  ['/robots.txt', 200],
  ['/feed.xml', 200],
];

/** Which of the headers that guard a browser are missing or weak, and scripts from elsewhere. */
function unguarded({ headers }: Response, html = '', resource = 'same-origin'): string[] {
  const of = (name: string) => headers.get(name) ?? '';
  const policy = of('content-security-policy');
  const outside = [...html.matchAll(/<script\b[^>]*\bsrc="((?:https?:)?\/\/[^"]*)"/g)];
  return Object.entries({
    transport: Number(/max-age=(\d+)/.exec(of('strict-transport-security'))?.[1]) >= 31_536_000,
    policy: /default-src 'none'.*frame-ancestors 'none'/.test(policy),
    sources: !/unsafe|\*|http:/.test(policy),
    base: policy.includes("base-uri 'none'"),
    types: of('x-content-type-options') === 'nosniff',
    frames: of('x-frame-options') === 'DENY',
    devices: of('permissions-policy').includes('camera=()'),
    openers: of('cross-origin-opener-policy') === 'same-origin',
    maker: headers.get('x-powered-by') === null,
    referrer: /^(no-referrer|strict-origin(-when-cross-origin)?)$/.test(of('referrer-policy')),
    resource: of('cross-origin-resource-policy') === resource,
    sharing: of('access-control-allow-credentials') !== 'true',
    redirect: !of('location').startsWith('http:'),
    cookies: headers
      .getSetCookie()
      .every((one) => /^__Host-/.test(one) && /HttpOnly/.test(one) && /Secure/.test(one)),
    sites: headers.getSetCookie().every((one) => /SameSite=(Lax|Strict)/i.test(one)),
    scripts: outside.length === 0,
  }).flatMap(([name, isGood]) => (isGood ? [] : [name]));
}

describe('what guards a browser', () => {
  let before: ReturnType<typeof environmentNow>;
  // The payment page is Stripe's own, over https: the sandbox's address is not.
  beforeAll(() => {
    before = environmentNow();
    configure({ ...before, STRIPE_API_BASE: undefined });
  });
  afterAll(() => configure(before));

  it.each([...[...PAGES, ...PERSONAL, ...CALLS].map((path) => [path, 200] as const), ...REFUSALS])(
    'comes with %s, which answers %i',
    async (path, status) => {
      const { answer, html } = await get(path);
      expect(answer.status).toBe(status);
      expect(unguarded(answer, html)).toEqual([]);
    },
  );

  it.each(OPEN)('comes with %s, which every site may read', async (path, status) => {
    const { answer, html } = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(unguarded(answer, html, 'cross-origin')).toEqual([]);
  });

  it('comes with a cookie', async () => {
    const { id } = await aProduct();
    const { answer } = await get('/api/validate-cart', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cart: [{ productId: id, amount: 5 }] }),
    });
    expect(answer.headers.getSetCookie().join()).toMatch(/^__Host-openassay_browser=/);
    expect(unguarded(answer)).toEqual([]);
  });

  it('is the same with analytics and a chat, whose own page alone takes styles', async () => {
    configure({ ...environmentNow(), INTERCOM_APP_ID: 'abc123', AMPLITUDE_API_KEY: 'key-of-ours' });
    // Another address: what is shared for a second was made without them.
    const { answer, html } = await get('/?mode=demo');
    expect(answer.headers.get('content-security-policy')).toContain('amplitude.com');
    expect(unguarded(answer, html)).toEqual([]);
    const chat = await get('/chat');
    expect(chat.answer.headers.get('content-security-policy')).toContain('intercom');
    expect(unguarded(chat.answer, chat.html)).toEqual(['sources']);
  });
});

describe('pages that show somebody’s address or payments', () => {
  it.each([...PERSONAL, '/view-contributions.data', '/SUCCESS?session_id=1', '//success'])(
    '%s is kept nowhere',
    async (path) => {
      const { answer } = await get(path);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
    },
  );

  it('other pages may be kept, and asked for again by their tag', async () => {
    const { answer } = await get('/cart');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('etag')).toBeTruthy();
  });
});
