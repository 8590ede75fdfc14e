import type { Context } from 'hono';
import {
  publicProductRanges,
  publicProducts,
  type ProductRange,
} from '#app/catalogue/public-products.server.ts';
import { siteUrl } from '#app/config.ts';
import { byteCache } from '#app/platform/http/byte-cache.ts';
import {
  bytesOfMade,
  respond,
  zipped,
  type Made,
} from '#app/platform/http/shared-answers.server.ts';
import { listPosts } from '#app/pages/blog/find-posts.server.ts';
import {
  indexFile,
  latest,
  PAGES_PER_FILE,
  pagesFile,
  type PublicPage,
} from '#app/platform/feeds/sitemap.ts';
import { publicReports } from '#app/results/list/public-reports.server.ts';

/** Where the sitemap and its parts are found. */
export const SITEMAP_PATH = '/:file{sitemap(-[0-9]+)?\\.xml}';

/** Pages beside one for each product and report; their words change with the program. */
export const standingPages = [
  '/risk-methodology',
  '/add-product',
  '/donate',
  '/about',
  '/transparency',
  '/faq',
  '/pools',
  '/contact',
  '/legal',
  '/api/docs',
] as const;

/**
 * What belongs to one visitor, is there for programs, or has an address for every search: robots are
 * asked to stay away, and the pages among them say `noindex`. The description of the calls is a page for people.
 */
export const keptFromRobots = [
  '/api/',
  '/dev/',
  '/search',
  '/success',
  '/cart',
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
    ...keptFromRobots.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl()}/sitemap.xml`,
    '',
  ].join('\n');
}

/** A file of the sitemap: pages of the site itself, a range of products, or both. */
interface SitemapFile {
  /** From `/`. */
  path: string;
  changedAt: Date | undefined;
  pages(): AsyncIterable<readonly PublicPage[]>;
}

/**
 * The files that hold every page that search engines are sent to, each once. Where one may hold
 * them all, it is `/sitemap.xml`. Else the first holds what stands beside the products, and each of
 * the others a range of their codes, so that a product stays in its file, whatever others do.
 */
export async function sitemapFiles(pagesPerFile = PAGES_PER_FILE): Promise<SitemapFile[]> {
  const [ranges, reports, posts] = await Promise.all([
    publicProductRanges(pagesPerFile),
    publicReports(),
    publicPosts(),
  ]);
  const own = [
    { path: '/', changedAt: latest(ranges) },
    { path: '/plasticlist', changedAt: latest(reports) },
    { path: '/blog', changedAt: latest(posts) },
    ...standingPages.map((path) => ({ path })),
    ...reports,
    ...posts,
  ];
  const productsOf = ({ from }: ProductRange) => publicProducts(from, from + pagesPerFile);
  const total = ranges.reduce((sum, { count }) => sum + count, own.length);
  if (total <= pagesPerFile) {
    const pages = async function* all() {
      yield own;
      for (const range of ranges) yield* productsOf(range);
    };
    return [{ path: '/sitemap.xml', changedAt: undefined, pages }];
  }
  const ofItself = async function* alone() {
    yield own;
  };
  return [
    { path: partPath(1), changedAt: latest(own), pages: ofItself },
    ...ranges.map((range) => ({
      path: partPath(2 + range.from / pagesPerFile),
      changedAt: range.changedAt,
      pages: () => productsOf(range),
    })),
  ];
}

function partPath(number: number): string {
  return `/sitemap-${number}.xml`;
}

async function publicPosts(): Promise<PublicPage[]> {
  return (await listPosts()).map(({ slug, published }) => ({
    path: `/blog/${slug}`,
    changedAt: new Date(published),
  }));
}

/** Search engines come by a few times a day. */
const KEPT_SECONDS = 600;
/** Some 25 files of 50,000 pages, compressed; what is asked for longest ago is written again. */
const KEPT_BYTES = 12 * 1024 * 1024;

const keepers = () => ({
  files: byteCache<SitemapFile[]>({ bytesMax: 2, secondsMax: KEPT_SECONDS, bytesOf: () => 1 }),
  written: byteCache<Made>({
    bytesMax: KEPT_BYTES,
    secondsMax: KEPT_SECONDS,
    bytesOf: bytesOfMade,
  }),
});
let kept = keepers();

/**
 * Answers with the sitemap or one of its parts. Each is read in batches, compressed as it is read, and
 * written at most every ten minutes: neither all pages nor a whole file are ever in memory.
 */
export async function answerSitemap(c: Context): Promise<Response> {
  const files = await kept.files.once('', sitemapFiles);
  const file = files.find(({ path }) => path === c.req.path);
  const isIndex = c.req.path === '/sitemap.xml' && !file;
  if (!file && !isIndex) return c.notFound();
  const made = await kept.written.once(c.req.path, () =>
    zipped(file ? pagesFile(file.pages(), siteUrl()) : [indexFile(files, siteUrl())], {
      'Content-Type': 'application/xml; charset=utf-8',
    }),
  );
  return respond(c, made);
}

/** Forgets what is kept, for tests. */
export function forgetSitemap(): void {
  kept = keepers();
}
