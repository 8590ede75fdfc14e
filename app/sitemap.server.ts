import type { Context } from 'hono';
import { kinds } from '#app/catalogue/kinds.ts';
import { countPublicProducts, publicProducts } from '#app/catalogue/public-products.server.ts';
import { siteUrl } from './config.ts';
import { finished, respond } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { listPosts } from '#app/pages/blog/find-posts.server.ts';
import {
  indexFile,
  latest,
  PAGES_PER_FILE,
  pagesFile,
  type PublicPage,
} from '#app/feeds/sitemap.ts';
import { pageFacts } from './routes.ts';
import { publicReports } from '#app/results/list/public-reports.server.ts';
import { surveyedKinds } from '#app/surveys/food-kinds.ts';

/** Where the sitemap and its parts are found. */
export const SITEMAP_PATH = '/:file{sitemap(-[0-9]+)?\\.xml}';

/** Pages beside one for each product and report; their words change with the program. */
export const standingPages = [...pageFacts].flatMap(([path, facts]) =>
  facts.isInSitemap ? [path] : [],
);

/**
 * What belongs to one visitor, is there for programs, or has an address for every search: robots are
 * asked to stay away, and the pages among them say `noindex`. The description of the calls is a page for people.
 */
export const disallowedPaths = [
  '/api/',
  '/dev/',
  '/search',
  '/success',
  '/cart',
  '/photo/',
  '/objection/',
  '/saved',
  '/view-contributions',
  '/donate/manage',
  '/email/',
  '/login',
  '/admin',
] as const;

/** What robots are told, and where the sitemap is. */
export function robotsText(): string {
  return [
    'User-agent: *',
    'Allow: /api/docs',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl()}/sitemap.xml`,
    '',
  ].join('\n');
}

/** A file of the sitemap, whose pages are read when it is asked for. */
interface SitemapFile {
  /** From `/`. */
  path: string;
  pages(): Promise<PublicPage[]>;
}

/**
 * The files that hold every page that search engines are sent to, each once. Where one may hold
 * them all, it is `/sitemap.xml`. Else the first holds what stands beside the products.
 */
export async function sitemapFiles(pagesPerFile = PAGES_PER_FILE): Promise<SitemapFile[]> {
  const [products, reports, posts] = await Promise.all([
    countPublicProducts(),
    publicReports(),
    publicPosts(),
  ]);
  const own = [
    { path: '/', changedAt: products.changedAt },
    { path: '/plasticlist', changedAt: latest(reports) },
    { path: '/blog', changedAt: latest(posts) },
    ...standingPages.map((path) => ({ path })),
    { path: '/risk-methodology?panel=metals' },
    // Of a kind without a product or a survey, nothing is to be found.
    ...kinds
      .filter(({ key, products }) => products.length > 0 || surveyedKinds.has(key))
      .map(({ key }) => ({ path: `/plasticlist/kinds/${key}` })),
    ...reports,
    ...posts,
  ];
  if (own.length + products.count <= pagesPerFile) {
    const pages = async () => [...own, ...(await publicProducts(0, pagesPerFile))];
    return [{ path: '/sitemap.xml', pages }];
  }
  const parts = Array.from({ length: Math.ceil(products.count / pagesPerFile) }, (_, at) => ({
    path: `/sitemap-${at + 2}.xml`,
    pages: () => publicProducts(at * pagesPerFile, pagesPerFile),
  }));
  return [{ path: '/sitemap-1.xml', pages: async () => own }, ...parts];
}

async function publicPosts(): Promise<PublicPage[]> {
  return (await listPosts()).map(({ slug, published }) => ({
    path: `/blog/${slug}`,
    changedAt: new Date(published),
  }));
}

/** Search engines come by a few times a day. */
const SHARED_SECONDS = 600;

/** Answers with the sitemap or one of its parts, written at most every ten minutes. */
export async function answerSitemap(c: Context): Promise<Response> {
  const { path } = c.req;
  const made = await cached(path, SHARED_SECONDS, async () => {
    const files = await sitemapFiles();
    const file = files.find((one) => one.path === path);
    const isIndex = path === '/sitemap.xml' && !file;
    if (!file && !isIndex) return finished(404, '', {});
    const text = file ? pagesFile(await file.pages(), siteUrl()) : indexFile(files, siteUrl());
    return finished(200, text, { 'Content-Type': 'application/xml; charset=utf-8' });
  });
  return made.status === 404 ? c.notFound() : respond(c, made);
}
