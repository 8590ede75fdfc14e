import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteUrl } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { db } from '#app/platform/database/db.server.ts';
import { importSamples } from '#app/publishing/import-samples.server.ts';
import { products } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

const BYTES_MAX = 15_000;
let app: Hono;
let origin: string;
const ask = (path: string) => app.request(path);

beforeAll(async () => {
  app = (await createApp()) as unknown as Hono;
  origin = siteUrl();
  await importSamples(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
  const of = (id: number, name: string, more = {}) => ({ id, name, searchText: name, ...more });
  await db()
    .insert(products)
    .values([
      of(1001, 'Oats & <b>Honey</b> "raw"', {
        brand: 'Mill',
        raisedCents: 63_750,
        contributorCount: 2,
      }),
      of(1002, 'Tea', { testingStatus: 'Testing in Progress', raisedCents: 127_500 }),
      of(1003, 'Hidden', { hiddenAt: new Date() }),
      of(1004, 'Removed', { removedAt: new Date(), removedReason: 'removed' }),
      of(1005, 'New', { unreviewedSince: new Date() }),
      of(1006, 'Twice', { removedAt: new Date(), removedReason: 'merged', mergedInto: 1001 }),
      of(9001, '[TEST] Milk', { isDemo: true }),
    ]);
});

const hidden = ['product/1003', 'product/1004', 'product/1005', 'product/9001'];
const unknown = ['product/1', 'product/99999999999', 'product/abc', 'plasticlist/9999'];

describe('a page for a frame', () => {
  test.each([
    'product/1001',
    'product/1001/badge',
    'product/1002',
    'plasticlist/93',
    'plasticlist/93/badge',
  ])('%s may be framed anywhere, sets and loads nothing, and stays small', async (path) => {
    const answered = await ask(`/embed/${path}`);
    const html = await answered.text();
    expect(answered.status).toBe(200);
    expect(answered.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answered.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([`default-src 'none'`, `form-action 'none'`, 'frame-ancestors *']),
    );
    expect(policy).not.toContain('unsafe');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    for (const header of ['x-frame-options', 'set-cookie']) {
      expect(answered.headers.get(header)).toBeNull();
    }
    expect(answered.headers.get('x-robots-tag')).toBe('noindex');
    expect(Buffer.byteLength(html)).toBeLessThan(BYTES_MAX);
    expect(html).not.toMatch(/<script|<img|<iframe|<form|style="|url\(|@import/);
    // Its only address is the one that it leads to.
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to);
    expect(addresses).toEqual(['data:,', `${origin}/${path.replace('/badge', '')}`]);
  });

  test('of a product says where it stands today, escaped', async () => {
    const html = await (await ask('/embed/product/1001')).text();
    expect(html).toContain('<h1>Oats &amp; &lt;b&gt;Honey&lt;/b&gt; &quot;raw&quot;</h1>');
    for (const words of ['$637.50 of $1,275 raised', '2 contributors', 'Fund the test', 'Mill']) {
      expect(html).toContain(words);
    }
    expect(html.match(/class="r"/g)).toHaveLength(2);
    const funded = await (await ask('/embed/product/1002')).text();
    expect(funded).toContain('Fully Funded • Testing in Progress');
    expect(funded).not.toContain('Fund the test');
  });

  test('of a report says what it says of each family', async () => {
    const html = await (await ask('/embed/plasticlist/0093')).text();
    expect(html).toMatch(/Phthalates: .*Bisphenols: .*Substitutes: /s);
    expect(html).toContain(`href="${origin}/plasticlist/93"`);
  });

  test('of a duplicate that was merged is that of the product it is now', async () => {
    const html = await (await ask('/embed/product/1006')).text();
    expect(html).toContain(`href="${origin}/product/1001"`);
  });

  test.each([...hidden, ...unknown, 'cart/1001'])('%s is a sentence', async (path) => {
    const answered = await ask(`/embed/${path}`);
    expect(answered.status).toBe(404);
    expect(answered.headers.get('x-frame-options')).toBeNull();
    const html = await answered.text();
    expect(html).toContain('There is nothing to show here');
    expect(html).not.toMatch(/Hidden|Removed|New|Milk/);
  });

  test('and no other page may be framed', async () => {
    for (const path of ['/api/products', '/robots.txt', '/embed', '/embed/product/1001/other']) {
      const { headers } = await ask(path);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
    }
  });
});

describe('oEmbed', () => {
  const oembed = (url: string, more = '') =>
    ask(`/api/oembed?url=${encodeURIComponent(url)}${more}`);

  test.each([
    ['/product/1001', 'product/1001', 'Oats & <b>Honey</b> "raw"'],
    ['/product/1001/?from=x#top', 'product/1001', 'Oats & <b>Honey</b> "raw"'],
    ['/plasticlist/0093', 'plasticlist/93', 'Boba Guys Black Tea Pearls'],
  ])('answers %s with a frame', async (path, embed, title) => {
    const answered = await oembed(origin + path, '&format=json');
    expect(answered.headers.get('access-control-allow-origin')).toBe('*');
    const body = await answered.json();
    expect(body).toMatchObject({ type: 'rich', version: '1.0', title, width: 480, height: 208 });
    expect(body.html).toContain(`<iframe src="${origin}/embed/${embed}" title="`);
    expect(body.html).toContain('width="480" height="208"');
    expect(body.html.match(/[<>]/g)).toHaveLength(4);
    expect((await ask(`/embed/${embed}`)).status).toBe(200);
  });

  test.each([
    ['&maxwidth=360', 360, 208, ''],
    ['&maxwidth=2000&maxheight=2000', 480, 208, ''],
    ['&maxwidth=200', 200, 92, '/badge'],
    ['&maxheight=100', 320, 92, '/badge'],
    ['&maxwidth=100&maxheight=40', 100, 40, '/badge'],
  ])('%s is never exceeded', async (most, width, height, look) => {
    const body = await (await oembed(`${origin}/product/1001`, most)).json();
    expect(body).toMatchObject({ width, height });
    expect(body.html).toContain(`/embed/product/1001${look}"`);
  });

  test.each([
    ...[...hidden, ...unknown.filter((path) => path !== 'product/abc' && !/9{6}/.test(path))].map(
      (path) => [`/${path}`, 404, 'There is nothing to embed at this address.'] as const,
    ),
    ['/cart', 404, 'This address is not one of a product or a report on this site.'],
    ['/product/abc', 404, 'This address is not one of a product or a report on this site.'],
    ['/product/1001/funding.png', 404, 'This address is not one'],
  ] as const)('%s is refused with %i', async (path, status, sentence) => {
    const answered = await oembed(origin + path);
    expect(answered.status).toBe(status);
    expect((await answered.json()).error).toContain(sentence);
  });

  test.each([
    ['https://example.org/product/1001', '', 404],
    [`${'http://127.0.0.1.example.org'}/product/1001`, '', 404],
    ['no address', '', 400],
    ['javascript:alert(1)', '', 404],
    ['', '', 400],
    ['OWN', '&maxwidth=0', 400],
    ['OWN', '&maxheight=wide', 400],
    ['OWN', '&format=xml', 501],
    ['OWN', '&format=yaml', 501],
  ])('%s%s is answered with %i', async (url, more, status) => {
    const answered = await oembed(url === 'OWN' ? `${origin}/product/1001` : url, more);
    expect(answered.status).toBe(status);
    expect((await answered.json()).error).toMatch(/^[A-Za-z].*\.$/);
  });

  test('nothing is answered without an address', async () => {
    const answered = await ask('/api/oembed');
    expect(answered.status).toBe(400);
  });

  test('changes with the product', async () => {
    await db().update(products).set({ hiddenAt: new Date() }).where(eq(products.id, 1001));
    const answered = await oembed(`${origin}/product/1001?again`);
    expect(answered.status).toBe(404);
  });
});
