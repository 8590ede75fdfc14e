import { describe, expect, it } from 'vitest';
import { latest, sitemapFiles } from './sitemap.ts';

const ORIGIN = 'https://assay.example';
const day = (text: string) => new Date(`${text}T10:00:00Z`);

describe('the sitemap', () => {
  it('lists pages by their whole addresses, with the last change where it is known', () => {
    const [text = '', ...others] = sitemapFiles(
      [{ path: '/' }, { path: '/product/1001', changedAt: day('2026-03-01') }],
      ORIGIN,
    );
    expect(others).toEqual([]);
    expect(text).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(text).toContain('<url><loc>https://assay.example/</loc></url>');
    expect(text).toContain(
      '<url><loc>https://assay.example/product/1001</loc><lastmod>2026-03-01T10:00:00.000Z</lastmod></url>',
    );
  });

  it('is split where one file may not hold it, and every page is in one of the parts', () => {
    const pages = Array.from({ length: 7 }, (_, at) => ({
      path: `/product/${at}`,
      changedAt: day(`2026-03-0${at + 1}`),
    }));
    const [index = '', ...parts] = sitemapFiles(pages, ORIGIN, 3);
    expect(parts).toHaveLength(3);
    expect(index).toContain('<sitemapindex ');
    expect(index).toContain(
      '<sitemap><loc>https://assay.example/sitemap-1.xml</loc><lastmod>2026-03-03T10:00:00.000Z</lastmod></sitemap>',
    );
    expect(index).toContain('/sitemap-3.xml');
    const listed = parts.flatMap((part) => [...part.matchAll(/<loc>([^<]+)/g)].map(([, at]) => at));
    expect(listed).toEqual(pages.map(({ path }) => ORIGIN + path));
  });

  it('is one file up to 50,000 pages', () => {
    const pages = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `/${at}` }));
    expect(sitemapFiles(pages(50_000), ORIGIN)).toHaveLength(1);
    expect(sitemapFiles(pages(50_001), ORIGIN)).toHaveLength(3);
  });

  it('escapes what means something in XML', () => {
    expect(sitemapFiles([{ path: `/a?b=1&c='<2>"` }], ORIGIN)[0]).toContain(
      '/a?b=1&amp;c=&apos;&lt;2&gt;&quot;</loc>',
    );
  });

  it('knows the latest change', () => {
    expect(latest([{ path: '/' }])).toBeUndefined();
    const pages = ['2026-01-02', '2026-03-01', '2026-02-01'].map((text) => ({
      path: '/',
      changedAt: day(text),
    }));
    expect(latest([{ path: '/' }, ...pages])).toEqual(day('2026-03-01'));
  });
});
