import { xmlText } from '#app/kit/text.ts';

/** A public page as search engines are told of it. */
export interface PublicPage {
  /** From `/`. */
  path: string;
  /** When what it says last changed; left out where that is not known. */
  changedAt?: Date | undefined;
}

/** What one file may hold (sitemaps.org). */
export const PAGES_PER_FILE = 50_000;

/** The text of a file of at most `PAGES_PER_FILE` pages; `origin` has no trailing slash. */
export function pagesFile(pages: readonly PublicPage[], origin: string): string {
  return `${opening('urlset')}${lines('url', pages, origin)}</urlset>\n`;
}

/** The text of the file that lists other files. */
export function indexFile(files: readonly PublicPage[], origin: string): string {
  return `${opening('sitemapindex')}${lines('sitemap', files, origin)}</sitemapindex>\n`;
}

/** The latest change of these pages; undefined where none is known. */
export function latest(pages: readonly Partial<PublicPage>[]): Date | undefined {
  const known = pages.flatMap(({ changedAt }) => changedAt ?? []);
  return known.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

function opening(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
}

function lines(element: string, pages: readonly PublicPage[], origin: string): string {
  return pages
    .map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
      return `<${element}><loc>${xmlText(origin + path).replaceAll("'", '&apos;')}</loc>${changed}</${element}>\n`;
    })
    .join('');
}
