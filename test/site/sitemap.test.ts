import { gunzipSync } from 'node:zlib';
import { inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createApp } from '#app/create-app.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { db } from '#app/database/db.server.ts';
import { pagePaths } from '#app/routes.ts';
import { disallowedPaths, sitemapFiles, standingPages } from '#app/sitemap.server.ts';
import { products, resultRevisions, testEndings, testedProducts } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase({ SITE_URL: 'https://sitemap.example' });

const added = new Date('2026-01-01T00:00:00Z');
const product = (id: number, more: object = {}) => ({
  id,
  name: `Oats ${id}`,
  searchText: searchText(`Oats ${id}`, ''),
  createdAt: added,
  ...more,
});

describe('the sitemap', () => {
  it('has what can be funded and what was tested, and when it changed', async () => {
    const begun = new Date('2026-02-01T00:00:00Z');
    const published = new Date('2026-03-01T00:00:00Z');
    await addRows(products, [
      product(1001),
      product(1002, { testingBegunAt: begun }),
      product(1005, { testingBegunAt: begun }),
      product(1003, { removedAt: begun, removedReason: 'removed' }),
      product(1006, { unreviewedSince: begun }),
      product(9001, { isDemo: true }),
    ]);
    const ended = new Date('2026-02-20T00:00:00Z');
    await db().insert(testEndings).values({ productId: 1005, reason: 'It burst.', endedAt: ended });
    const report = { originalId: 93, name: 'Tea', tags: [], searchText: 'tea' };
    await db().insert(testedProducts).values(report);
    await addRows(resultRevisions, [
      { originalId: 93, number: 1, publishedAt: begun, rows: '' },
      { originalId: 93, number: 2, publishedAt: published, rows: '', reason: 'a slip' },
    ]);
    const [file, ...parts] = await sitemapFiles();
    expect(parts).toEqual([]);
    const listed = await file!.pages();
    const pages = new Map(listed.map(({ path, changedAt }) => [path, changedAt]));
    expect(pages.size).toBe(listed.length);
    expect(pages.get('/product/1001')).toEqual(added);
    expect(pages.get('/product/1002')).toEqual(begun);
    expect(pages.get('/product/1005')).toEqual(ended);
    expect(pages.get('/plasticlist/93')).toEqual(published);
    expect(pages.has('/plasticlist/kinds/infant-formula')).toBe(true);
    expect(pages.has('/plasticlist/kinds/apple-sauce')).toBe(true);
    expect(pages.has('/plasticlist/kinds/diapers')).toBe(false);
    expect(pages.get('/')).toEqual(ended);
    expect(pages.get('/plasticlist')).toEqual(published);
    expect(pages.get('/blog/test-post')).toEqual(new Date('2025-02-03'));
    expect([...pages.keys()]).toEqual(expect.arrayContaining([...standingPages]));
    expect([...pages.keys()].filter((path) => /1003|1006|9001/.test(path))).toEqual([]);
  });

  it('has every page in one of its parts, once, where one file may not hold them all', async () => {
    const [whole] = await sitemapFiles();
    const wanted = (await whole!.pages()).filter(({ path }) => !path.startsWith('/product/'));
    const codes = [
      ...Array.from({ length: 2_500 }, (_, at) => 10_000 + at),
      3_999,
      4_000,
      800_000_000,
    ];
    await addRows(
      products,
      codes.map((code) => product(code)),
    );
    const perFile = 2_000;
    const files = await sitemapFiles(perFile);
    const parts = await Promise.all(files.map((file) => file.pages()));
    for (const part of parts) {
      expect(part.length).toBeGreaterThan(0);
      expect(part.length).toBeLessThanOrEqual(perFile);
    }
    const listed = parts.flat().map(({ path }) => path);
    const expected = [1001, 1002, 1005, ...codes].map((code) => `/product/${code}`);
    expect(listed.toSorted()).toEqual([...wanted.map(({ path }) => path), ...expected].toSorted());
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    await db().delete(products).where(inArray(products.id, codes));
  });

  it('is answered as XML, with a tag, and has no parts while it is small', async () => {
    const app = await createApp();
    const answer = await app.request('/sitemap.xml');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
    const text = await answer.text();
    expect(text).toContain('<loc>https://sitemap.example/product/1001</loc>');
    const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' };
    expect((await app.request('/sitemap.xml', { headers })).status).toBe(304);
    expect((await app.request('/sitemap-1.xml')).status).toBe(404);
    expect((await app.request('/sitemap-x.xml')).status).toBe(404);
    const zip = { 'Accept-Encoding': 'gzip' };
    const zipped = await app.request('/sitemap.xml', { headers: zip });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(text);
  });

  it('is made once for many who ask', async () => {
    const app = await createApp();
    const before = await (await app.request('/sitemap.xml')).text();
    await db().insert(products).values(product(1004));
    expect(await (await app.request('/sitemap.xml')).text()).toBe(before);
  });

  it('leaves out no page by oversight: each is in it, or kept from robots', () => {
    const listed = new Set<string>(['/', '/plasticlist', '/blog', ...standingPages]);
    const varying = new Set([
      '/product/:id',
      '/plasticlist/:originalId',
      '/plasticlist/kinds/:kind',
      '/blog/:slug',
    ]);
    const elsewhere = new Set([
      '/plasticlist/compare', // of every choice of products
      '/plasticlist/:originalId/revisions/:number', // says noindex
      '/chat', // says noindex
      '*',
    ]);
    const isKept = (path: string) => disallowedPaths.some((start) => path.startsWith(start));
    const forgotten = pagePaths.filter(
      (path) => !listed.has(path) && !varying.has(path) && !elsewhere.has(path) && !isKept(path),
    );
    expect(forgotten).toEqual([]);
    const unknown = [...listed].filter((path) => !pagePaths.includes(path));
    expect(unknown).toEqual([]);
  });
});

it('robots.txt keeps robots from what is private, and leads them to the sitemap', async () => {
  const app = await createApp();
  const answer = await app.request('/robots.txt');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split('\n');
  expect(lines[0]).toBe('User-agent: *');
  for (const path of ['/api/', '/dev/', '/success', '/view-contributions', '/email/', '/cart']) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  expect(lines).toContain('Allow: /api/docs');
  expect(lines).toContain('Sitemap: https://sitemap.example/sitemap.xml');
});
