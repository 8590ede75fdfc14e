import type { Context } from 'hono';
import { publicProducts } from '#app/catalogue/public-products.server.ts';
import { siteUrl } from '#app/config.ts';
import { finished, respond, type Made } from '#app/platform/http/shared-answers.server.ts';
import { listPosts } from '#app/pages/blog/find-posts.server.ts';
import { latest, sitemapFiles, type PublicPage } from '#app/platform/feeds/sitemap.ts';
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

/** Every page that search engines are sent to. */
export async function publicPages(): Promise<PublicPage[]> {
  const [products, reports, posts] = await Promise.all([
    publicProducts(),
    publicReports(),
    publicPosts(),
  ]);
  return [
    { path: '/', changedAt: latest(products) },
    { path: '/plasticlist', changedAt: latest(reports) },
    { path: '/blog', changedAt: latest(posts) },
    ...standingPages.map((path) => ({ path })),
    ...products,
    ...reports,
    ...posts,
  ];
}

async function publicPosts(): Promise<PublicPage[]> {
  return (await listPosts()).map(({ slug, published }) => ({
    path: `/blog/${slug}`,
    changedAt: new Date(published),
  }));
}

/** Search engines come by a few times a day. */
const KEPT_SECONDS = 600;
let kept: { untilMs: number; files: Promise<Made[]> } | undefined;

/** Answers with the sitemap or one of its parts; made at most every ten minutes. */
export async function answerSitemap(c: Context): Promise<Response> {
  const files = await keptFiles();
  const number = Number(/-([0-9]+)/.exec(c.req.param('file') ?? '')?.[1] ?? 0);
  const made = files[number];
  return made ? respond(c, made) : c.notFound();
}

/** Forgets what is kept, for tests. */
export function forgetSitemap(): void {
  kept = undefined;
}

async function keptFiles(): Promise<Made[]> {
  if (kept && kept.untilMs > Date.now()) return kept.files;
  const own = { untilMs: Date.now() + KEPT_SECONDS * 1000, files: makeFiles() };
  kept = own;
  own.files.catch(() => {
    if (kept === own) kept = undefined;
  });
  return own.files;
}

async function makeFiles(): Promise<Made[]> {
  const headers = { 'Content-Type': 'application/xml; charset=utf-8' };
  const files = sitemapFiles(await publicPages(), siteUrl());
  return files.map((text) => finished(200, text, headers));
}
