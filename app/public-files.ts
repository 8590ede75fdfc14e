import type { Context, Hono } from 'hono';
import { siteUrl, config } from './config.ts';
import { now } from '#app/platform/clock.server.ts';
import { WEB_MANIFEST_PATH, webManifest } from '#app/feeds/web-manifest.ts';
import { API_DOCUMENT_PATH, apiDocument } from '#app/http/api-document.server.ts';
import type { Env, Mounted } from '#app/http/mount-calls.server.ts';
import { finished, respond, type Made } from '#app/cache/answers.server.ts';
import { drawingsSheet } from '#app/ui/container-drawings.ts';
import { DRAWINGS_PATH } from '#app/ui/drawn-tile.tsx';
import { paper } from '#app/ui/palette.ts';
import { answerSitemap, robotsText, SITEMAP_PATH } from './sitemap.server.ts';

/** Where people who found a weakness look whom to tell (RFC 9116). */
const SECURITY_TEXT_PATH = '/.well-known/security.txt';

/** The file must say how long it is good for, and that be less than a year. */
const EXPIRES_DAYS = 180;

const DAY_MS = 86_400_000;

/** Their addresses; a part of the sitemap goes by the whole's. */
export const PUBLIC_FILES = [
  '/sitemap.xml',
  '/robots.txt',
  SECURITY_TEXT_PATH,
  WEB_MANIFEST_PATH,
  API_DOCUMENT_PATH,
  DRAWINGS_PATH,
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
    DRAWINGS_PATH,
    answering('image/svg+xml', async () => drawingsSheet(), {
      'Cache-Control': 'public, max-age=3600',
    }),
  );
  app.get(
    API_DOCUMENT_PATH,
    answering('application/json; charset=utf-8', async () =>
      JSON.stringify(apiDocument(calls, siteUrl())),
    ),
  );
}

/** Answers with a text that does not change while the program runs. */
function answering(
  contentType: string,
  make: () => Promise<string>,
  more: Record<string, string> = {},
) {
  let made: Promise<Made> | undefined;
  return async (c: Context) => {
    made ??= make().then((text) => finished(200, text, { 'Content-Type': contentType, ...more }));
    return respond(c, await made);
  };
}

/** The file as it is today; undefined where the operator has named nobody: none is invented. */
function securityText(): string | undefined {
  const { SECURITY_CONTACT, SUPPORT_EMAIL } = config();
  const contact = SECURITY_CONTACT ?? SUPPORT_EMAIL;
  if (!contact) return undefined;
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${/^https:/.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl()}${SECURITY_TEXT_PATH}`,
    '',
  ].join('\n');
}
