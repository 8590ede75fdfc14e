import { ADDRESS_MALFORMED } from '#app/platform/messages.ts';
import { expect, test } from './fixture.ts';

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
