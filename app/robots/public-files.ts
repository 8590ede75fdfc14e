import type { Context, Hono } from 'hono';
import { siteUrl } from '#app/config.ts';
import { API_DOCUMENT_PATH, apiDocument } from '#app/platform/http/api-document.server.ts';
import type { Env, Mounted } from '#app/platform/http/mount-calls.server.ts';
import { finished, respond, type Made } from '#app/platform/http/shared-answers.server.ts';
import { WEB_MANIFEST_PATH, webManifest } from '#app/platform/feeds/web-manifest.ts';
import { SECURITY_TEXT_PATH, securityText } from './security-text.ts';
import { answerSitemap, robotsText, SITEMAP_PATH } from './sitemap.ts';
import { paper } from '#app/ui/palette.ts';

/** Their addresses; a part of the sitemap goes by the whole's. */
export const PUBLIC_FILES = [
  '/sitemap.xml',
  '/robots.txt',
  SECURITY_TEXT_PATH,
  WEB_MANIFEST_PATH,
  API_DOCUMENT_PATH,
];

/** Mounts what the site says of itself to programs, in files that are made when they are asked for. */
export function mountPublicFiles(app: Hono<Env>, calls: Mounted[]): void {
  app.get(SITEMAP_PATH, answerSitemap);
  app.get(
    '/robots.txt',
    answering('text/plain; charset=utf-8', async () => robotsText()),
  );
  app.get(SECURITY_TEXT_PATH, (c, next) => {
    const text = securityText();
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return text === undefined ? next() : respond(c, finished(200, text, headers));
  });
  app.get(
    WEB_MANIFEST_PATH,
    answering('application/manifest+json', async () => JSON.stringify(webManifest(paper.light))),
  );
  app.get(
    API_DOCUMENT_PATH,
    answering('application/json; charset=utf-8', async () =>
      JSON.stringify(apiDocument(calls, siteUrl())),
    ),
  );
}

/** Answers with a text that does not change while the program runs. */
function answering(contentType: string, make: () => Promise<string>) {
  let made: Promise<Made> | undefined;
  return async (c: Context) => {
    made ??= make().then((text) => finished(200, text, { 'Content-Type': contentType }));
    return respond(c, await made);
  };
}
