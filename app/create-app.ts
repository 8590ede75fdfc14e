import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requireAdmin } from '#app/admin/require-admin.server.ts';
import { answerImage, IMAGES_PATH } from '#app/catalogue/serve-images.server.ts';
import { answerFeed, FEED_PATH } from '#app/feed.server.ts';
import * as messages from '#app/platform/messages.ts';
import { mountCalls, type Env } from '#app/platform/mount-calls.server.ts';
import { securityHeaders } from '#app/platform/security-headers.server.ts';
import { pageHandler, type RenderPage } from '#app/platform/serve-pages.server.ts';
import { answerShareImage, SHARE_IMAGE_PATH } from '#app/results/share-image.server.ts';
import { calls } from '#app/routes.ts';

/** The site: headers, calls, pictures, files, pages, in this order. */
export async function createApp(render?: RenderPage, assetsDir = 'build/client') {
  const app = new Hono<Env>();
  app.use(securityHeaders());
  app.use(compress({ threshold: 1_024 }));
  const mounted = await Promise.all(
    calls.map(async ({ method, path, load }) => ({ method, path, call: (await load()).default })),
  );
  app.route('/', mountCalls(mounted, requireAdmin));
  app.get(SHARE_IMAGE_PATH, answerShareImage);
  app.get(IMAGES_PATH, answerImage);
  app.get(FEED_PATH, answerFeed);
  app.all('/api/*', (c) => c.json({ error: messages.NO_SUCH_CALL }, 404));
  if (render) {
    app.use('*', files(assetsDir));
    app.all('*', pageHandler(render));
  }
  return app;
}

/** The compiled files, compressed beforehand; names under /assets carry a hash of their content. */
function files(root: string) {
  return serveStatic({
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
}
