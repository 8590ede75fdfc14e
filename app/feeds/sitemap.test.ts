import { describe, expect, it } from 'vitest';
import { indexFile, latest, pagesFile } from './sitemap.ts';

const ORIGIN = 'https://assay.example';
const day = (date: string) => new Date(`${date}T10:00:00Z`);

describe('the sitemap', () => {
  it('lists pages by their whole addresses, with the last change where it is known', () => {
    const pages = [
      { path: '/' },
      { path: '/product/1001', changedAt: day('2026-03-01') },
      { path: '/product/1002' },
    ];
    const file = pagesFile(pages, ORIGIN);
    expect(file.split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      '<url><loc>https://assay.example/</loc></url>',
      '<url><loc>https://assay.example/product/1001</loc><lastmod>2026-03-01T10:00:00.000Z</lastmod></url>',
      '<url><loc>https://assay.example/product/1002</loc></url>',
      '</urlset>',
      '',
    ]);
  });

  it('has a file that lists others', () => {
    expect(
      indexFile([{ path: '/sitemap-1.xml', changedAt: day('2026-03-03') }], ORIGIN).split('\n'),
    ).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      '<sitemap><loc>https://assay.example/sitemap-1.xml</loc><lastmod>2026-03-03T10:00:00.000Z</lastmod></sitemap>',
      '</sitemapindex>',
      '',
    ]);
  });

  it('escapes what means something in XML', () => {
    expect(pagesFile([{ path: `/a?b=1&c='<2>"` }], ORIGIN)).toContain(
      '/a?b=1&amp;c=&apos;&lt;2&gt;&quot;</loc>',
    );
  });

  it('knows the latest change', () => {
    expect(latest([{ path: '/' }])).toBeUndefined();
    const pages = ['2026-01-02', '2026-03-01', '2026-02-01'].map((date) => ({
      path: '/',
      changedAt: day(date),
    }));
    expect(latest([{ path: '/' }, ...pages])).toEqual(day('2026-03-01'));
  });
});
