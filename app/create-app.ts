import { serveStatic } from '@hono/node-server/serve-static';
import { readdirSync } from 'node:fs';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { config, siteUrl } from './config.ts';
import { requireAdmin } from '#app/admin/sign-in/require-admin.server.ts';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import { answerImage, IMAGES_PATH } from '#app/pictures/serve-images.server.ts';
import { answerFeed, FEED_PATH } from './feed.server.ts';
import { answerTrouble, noteFailure } from '#app/http/answer-trouble.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { DATA_FILES, mountData } from '#app/data/releases/serve-data.server.ts';
import { LOG_FILES, mountLog } from '#app/log/serve-log.server.ts';
import { loadCalls } from './load-calls.server.ts';
import * as messages from '#app/platform/messages.ts';
import { answerMetrics, measureRequests, METRICS_PATH } from '#app/monitoring/metrics.server.ts';
import { mountCalls, type Env } from '#app/http/mount-calls.server.ts';
import { publicRead } from '#app/http/public-read.server.ts';
import { ownNameOnly } from '#app/http/own-name.server.ts';
import { underOwnOrigin } from '#app/http/own-origin.server.ts';
import { refuseAbsurd } from '#app/http/refuse-absurd.server.ts';
import { readPath } from '#app/http/read-path.ts';
import { securityHeaders } from '#app/http/security-headers.server.ts';
import { mountPrivatePages } from '#app/http/private-pages.server.ts';
import { pageHandler, type PageFacts, type RenderPage } from '#app/http/serve-pages.server.ts';
import { isHiddenFrom, ownHostOnly } from '#app/http/this-machine.server.ts';
import { mountPublicFiles, PUBLIC_FILES } from './public-files.ts';
import { SITEMAP_PATH } from './sitemap.server.ts';
import { answerShareImage, SHARE_IMAGE_PATH } from '#app/results/share/share-image.server.ts';
import { answerCertificate, CERTIFICATE_PATHS } from '#app/results/read/certificate.server.ts';
import { answerPurchasePhoto, PURCHASE_PHOTO_PATH } from '#app/testing/purchase-photos.server.ts';
import { mountTables, TABLE_PATHS } from '#app/data/files/serve-tables.server.ts';
import { COMPRESSED_FROM_BYTES } from '#app/cache/answers.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { routePatterns } from '#app/http/route-patterns.ts';
import { drawMarkdown, negotiateMarkdown } from '#app/assistants/draw-markdown.server.ts';
import { answerLlms, LLMS_PATH } from '#app/assistants/llms-text.server.ts';
import { pageOfMarkdown } from '#app/assistants/markdown-address.ts';
import { MCP_PATH, mountAssistants } from '#app/assistants/mcp.server.ts';
import { calls, pageFacts, pagePaths } from './routes.ts';

/** The one page below `/api`, and what the browser asks for when it goes there. */
const API_PAGE = /^\/api\/docs(\.data)?$/;

/** The site: headers, calls, pictures, files, pages, in this order. */
export async function createApp(render?: RenderPage, assetsDir = 'build/client') {
  const app = new Hono<Env>();
  app.onError((error, c) => {
    noteFailure(c, error, {}, 'request failed');
    const { status, body, headers } = answerTrouble(error);
    return c.json(body, status, { 'Cache-Control': 'no-store', ...headers });
  });
  app.use(measureRequests(routePatterns(everyPattern())));
  app.use(securityHeaders());
  app.use(refuseAbsurd());
  app.use(ownHostOnly());
  app.use(ownNameOnly());
  const isPacked = (type: string) =>
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('application/x-ndjson');
  app.use(compress({ threshold: COMPRESSED_FROM_BYTES, contentTypeFilter: isPacked }));
  const loaded = await loadCalls();
  mountTables(app);
  app.route('/', mountCalls(loaded, requireAdmin));
  app.on(['GET', 'OPTIONS'], [SITEMAP_PATH, ...openFiles], publicRead());
  mountPublicFiles(app, loaded);
  app.get(METRICS_PATH, answerMetrics);
  app.get(SHARE_IMAGE_PATH, answerShareImage);
  for (const path of CERTIFICATE_PATHS) app.get(path, answerCertificate);
  app.get(PURCHASE_PHOTO_PATH, answerPurchasePhoto);
  app.get(IMAGES_PATH, answerImage);
  app.get(FEED_PATH, answerFeed);
  app.get(LLMS_PATH, answerLlms);
  mountLog(app);
  mountAssistants(app, (c) => {
    const forwarded = c.req.header('x-forwarded-for');
    const headers: HeadersInit = forwarded ? { 'X-Forwarded-For': forwarded } : {};
    return (path) => app.request(siteUrl() + path, { headers }, c.env);
  });
  mountData(app);
  app.all('/api/*', (c, next) =>
    API_PAGE.test(c.req.path) ? next() : c.json({ error: messages.NO_SUCH_CALL }, 404),
  );
  if (render) {
    app.use('*', files(assetsDir));
    app.use(negotiateMarkdown());
    const draw = drawMarkdown((request, context) => render(underOwnOrigin(request), context));
    mountPrivatePages(app, draw, requireAdmin, { calls: loaded, factsOf });
    app.all('*', pageHandler(draw, { isHidden: isHiddenFrom, factsOf, versionOf }));
  }
  return app;
}

const pageOf = routePatterns(pagePaths);

/** What the page of an address says of itself, however that is spelled, as Markdown too. */
function factsOf(pathname: string): PageFacts {
  // A slash that is encoded parts no names.
  const read = readPath(pathname.replaceAll(/%2f/gi, '%252F'));
  const path = read.toLowerCase().replaceAll(/\/+/g, '/');
  return pageFacts.get(pageOf(pageOfMarkdown(path) ?? path)) ?? {};
}

/**
 * What the pages that show only what is published go by. Each process looks at the photos itself, and
 * a correction is told for some days.
 */
async function publishedVersion(): Promise<string> {
  const day = now().toISOString().slice(0, 10);
  return [await contentVersion(), sitePhotos().stamp(), day].join(' ');
}

function versionOf(pathname: string) {
  // While developing, words change too.
  const isVersioned = config().NODE_ENV !== 'development' && factsOf(pathname).cache === 'version';
  return isVersioned ? publishedVersion : undefined;
}

/** Files that are the same for everybody: any site may read and show them. */
const openFiles = [
  SHARE_IMAGE_PATH,
  ...CERTIFICATE_PATHS,
  PURCHASE_PHOTO_PATH,
  IMAGES_PATH,
  FEED_PATH,
  LLMS_PATH,
  ...Object.keys(LOG_FILES),
  ...Object.keys(DATA_FILES),
  ...PUBLIC_FILES,
];

/** Every address there is, as its pattern. */
function everyPattern(): string[] {
  const own = [METRICS_PATH, MCP_PATH, ...TABLE_PATHS];
  return [...own, ...openFiles, ...calls.map(({ path }) => path), ...pagePaths];
}

/** The compiled files, compressed beforehand; names under /assets carry a hash of their content. */
function files(root: string): MiddlewareHandler {
  const serve = serveStatic({
    root,
    precompressed: true,
    onFound: (path, c) => {
      const isHashed = path.includes('/assets/');
      c.header(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  // Which there are is known: no disk is asked about the address of a page.
  const known = new Set(namesUnder(root).map((name) => `/${name}`));
  return (c, next) => (known.has(c.req.path) ? serve(c, next) : next());
}

function namesUnder(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // nothing is compiled
  }
}
