/** A public page as search engines are told of it. */
export interface PublicPage {
  /** From `/`. */
  path: string;
  /** When what it says last changed; left out where that is not known. */
  changedAt?: Date | undefined;
}

/** What one file may hold (sitemaps.org). */
const PAGES_PER_FILE = 50_000;

/**
 * The sitemap of these pages: the file at `/sitemap.xml` first. Where one file may not hold them
 * all, that one lists the others: `/sitemap-1.xml` and on. `origin` has no trailing slash.
 */
export function sitemapFiles(
  pages: readonly PublicPage[],
  origin: string,
  pagesPerFile = PAGES_PER_FILE,
): string[] {
  const parts = chunks(pages, pagesPerFile);
  const [first = [], ...others] = parts;
  if (others.length === 0) return [file('urlset', 'url', first, origin)];
  const index = parts.map((part, at) => ({
    path: `/sitemap-${at + 1}.xml`,
    changedAt: latest(part),
  }));
  return [
    file('sitemapindex', 'sitemap', index, origin),
    ...parts.map((part) => file('urlset', 'url', part, origin)),
  ];
}

/** The latest change of these pages; undefined where none is known. */
export function latest(pages: readonly PublicPage[]): Date | undefined {
  let found: Date | undefined;
  for (const { changedAt } of pages) {
    if (changedAt && (!found || changedAt > found)) found = changedAt;
  }
  return found;
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}

function file(root: string, element: string, pages: readonly PublicPage[], origin: string) {
  const lines = pages.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<${element}><loc>${escaped(origin + path)}</loc>${changed}</${element}>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
