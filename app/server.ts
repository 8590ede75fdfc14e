import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { createRequestHandler } from 'react-router';
import { seedAdministrators } from '#app/admin/sign-in/administrators.server.ts';
import { listPosts } from '#app/pages/blog/find-posts.server.ts';
import { config } from './config.ts';
import { createApp } from './create-app.ts';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import { jobs, RECONCILE_JOB } from './jobs.ts';
import { siteServer } from '#app/http/broken-requests.server.ts';
import { connect, db, disconnect } from '#app/database/db.server.ts';
import { SEND_MAIL_JOB } from '#app/mail/mail-queue.server.ts';
import type { ProcessRole } from '#app/monitoring/processes.server.ts';
import { startDraining } from '#app/monitoring/draining.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { nudge, startQueue, stopQueue } from '#app/database/queue.server.ts';
import type { RenderPage } from '#app/http/serve-pages.server.ts';

/** Builds the page handler from the compiled pages. */
async function compiledPages(): Promise<RenderPage> {
  const build = await import('virtual:react-router/server-build');
  return createRequestHandler(build, import.meta.env.MODE);
}

/** How long a start waits for the photos to be looked at. */
const PHOTOS_MS = 3_000;

export interface RunningSite {
  stop(): Promise<void>;
}

/**
 * Starts listening and working, or, of several processes, one of the two; the database is migrated and
 * the configuration set before.
 */
export async function startSite(role?: ProcessRole): Promise<RunningSite> {
  // A file that is no post ends the start with its sentence, and no page later.
  if (role !== 'jobs') await listPosts();
  connect();
  await seedAdministrators();
  await startQueue(jobs, config().JOBS && role !== 'pages');
  // What happened at Stripe while nobody was listening, and what is left to send of it.
  if (role !== 'pages') {
    await nudge(db(), RECONCILE_JOB, {});
    await nudge(db(), SEND_MAIL_JOB, {});
  }
  if (role === 'jobs') return { stop: () => drain() };
  // Few photos are known before the first page is drawn; many are not waited for.
  await Promise.race([sitePhotos().refresh(), sleep(PHOTOS_MS, null, { ref: false })]);
  const app = await createApp(await compiledPages());
  const server = await listen(app).catch(async (error: unknown) => {
    await stopQueue();
    await disconnect();
    throw error;
  });
  log.info({ port: config().PORT }, 'site listening');
  return { stop: () => drain(server) };
}

function listen(app: Hono<Env>): Promise<Server> {
  return new Promise((resolve, reject) => {
    const { PORT: port, HOST: hostname } = config();
    const server = siteServer({ fetch: app.fetch, hostname });
    server.listen(port, hostname, () => resolve(server)).once('error', reject);
  });
}

/** Answers what is under way, finishes running jobs, closes the database. */
async function drain(server?: Server): Promise<void> {
  startDraining();
  if (server) await closed(server);
  await stopQueue();
  await disconnect();
}

/** Resolves when every answer under way is sent. */
async function closed(server: Server): Promise<void> {
  const allSent = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), 8_000);
  await allSent;
  clearTimeout(late);
}
