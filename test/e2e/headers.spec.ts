import { ADDRESS_MALFORMED } from '#app/platform/messages.ts';
import { expect, test } from './fixture.ts';

const pages = [
  '/',
  '/?mode=demo',
  '/cart',
  '/login',
  '/login/link?token=none',
  '/success',
  '/plasticlist',
  '/plasticlist/93',
  '/blog',
  '/blog/test-post',
  '/no',
];
const calls = [
  '/api/products',
  '/api/products/4',
  '/api/risk-levels',
  '/api/plasticlist/93',
  '/api/checkout-success?session_id=nothing',
  '/api/no-such-call',
  '/api/audit-report',
  '/healthz',
  '/readyz',
];
const files = [
  '/favicon.svg',
  '/feed.xml',
  '/social-images/bpa-limit.svg',
  '/plasticlist/93/report.png',
  '/assets/no-such-file.js',
];

for (const path of [...pages, ...calls, ...files]) {
  test(`${path} carries a strict policy`, async ({ site }) => {
    const { headers, status } = await fetch(site.url + path);
    expect(status).not.toBe(500);
    const policy = directivesOf(headers.get('content-security-policy') ?? '');
    expect(policy['default-src']).toEqual(["'none'"]);
    for (const [name, values] of Object.entries(policy)) {
      const allowed = name === 'script-src' ? /^('self'|'nonce-[\w-]+')$/ : /^('self'|'none')$/;
      const odd = values.filter((value) => !allowed.test(value));
      const isPage = headers.get('content-type')?.startsWith('text/html');
      const isPublic = isPage && !path.startsWith('/login');
      const others: Record<string, string[]> = {
        'img-src': ['data:'],
        // A form without scripts is led to the payment page.
        'form-action': isPublic ? [new URL(site.sandboxUrl).origin] : [],
      };
      expect(odd, name).toEqual(others[name] ?? []);
    }
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBeNull();
  });
}

for (const path of ['/%', '/plasticlist/%E0%A4%A', '/product/%ED%A0%80']) {
  test(`${path} is said to be malformed, by the compiled program too`, async ({ site }) => {
    const answered = await fetch(site.url + path);
    expect([answered.status, await answered.text()]).toEqual([400, ADDRESS_MALFORMED]);
  });
}

test('a page’s own scripts are marked by what it is drawn from, and by nothing that its address could name', async ({
  site,
}) => {
  const read = async (path: string) => {
    const answered = await fetch(site.url + path);
    const nonce = /'nonce-([\w-]+)'/.exec(answered.headers.get('content-security-policy') ?? '');
    const html = await answered.text();
    const marks = [...html.matchAll(/<script[^>]*? nonce="([^"]*)"/g)].map(([, mark]) => mark);
    return { nonce: nonce![1]!, marks, etag: answered.headers.get('etag') };
  };
  const first = await read('/?search=tea');
  expect(first.marks.length).toBeGreaterThan(3);
  expect(new Set(first.marks)).toEqual(new Set([first.nonce]));
  const injected = `<script nonce="${first.nonce}">1</script>`;
  const second = await read(`/?search=${encodeURIComponent(injected)}`);
  expect(second.nonce).not.toBe(first.nonce);
  const later = await read('/contact');
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await read('/contact')).toEqual(later); // drawn anew, and still the same
});

test('a script that is not the site’s own does not run', async ({ page, watch }) => {
  watch.expectBlocked('inline script');
  await page.goto('/cart');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.intruder = true';
    document.head.append(script);
    return 'intruder' in window;
  });
  expect(ran).toBe(false);
});

test('what a search says is shown as text', async ({ page }) => {
  await page.goto(`/?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await expect(page.getByText('No product matches')).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

function directivesOf(policy: string): Record<string, string[]> {
  const entries = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(entries.map(([name = '', ...values]) => [name, values]));
}
