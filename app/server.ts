import { setTimeout as sleep } from 'node:timers/promises';
import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { seedAdministrators } from '#app/admin/sign-in/administrators.server.ts';
import { config } from './config.ts';
import { createApp } from './create-app.ts';
import { sitePhotos } from '#app/catalogue/images/product-photos.server.ts';
import { jobs, RECONCILE_JOB } from './jobs.ts';
import { BACK_UP_JOB, lacksBackup } from '#app/platform/backups/back-up.server.ts';
import { answerBrokenRequests } from '#app/platform/http/broken-requests.server.ts';
import { connect, db, disconnect } from '#app/platform/database/db.server.ts';
import { startDraining } from '#app/platform/watch/draining.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Env } from '#app/platform/http/mount-calls.server.ts';
import { nudge, startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
import { renderBuild } from '#app/platform/http/render-build.server.ts';
import type { RenderPage } from '#app/platform/http/serve-pages.server.ts';

/** Builds the page handler from the compiled pages. */
async function compiledPages(): Promise<RenderPage> {
  const build = await import('virtual:react-router/server-build');
  return renderBuild(build, import.meta.env.MODE);
}

/** How long a start waits for the photos to be looked at. */
const PHOTOS_MS = 3_000;

export interface RunningSite {
  /** The port it listens on: `PORT`, or the one the system chose where that is 0. */
  port: number;
  stop(): Promise<void>;
}

/** Starts listening and working; the database is migrated and the configuration set before. */
export async function startSite(): Promise<RunningSite> {
  connect();
  await seedAdministrators();
  await startQueue(jobs, config().JOBS);
  // What happened at Stripe while nobody was listening.
  await nudge(db(), RECONCILE_JOB, {});
  if (lacksBackup()) await nudge(db(), BACK_UP_JOB, {});
  // Few photos are known before the first page is drawn; many are not waited for.
  await Promise.race([sitePhotos().refresh(), sleep(PHOTOS_MS, null, { ref: false })]);
  const app = await createApp(await compiledPages());
  const server = await listen(app).catch(async (error: unknown) => {
    await stopQueue();
    await disconnect();
    throw error;
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config().PORT;
  log.info({ port }, 'site listening');
  return { port, stop: () => drain(server) };
}

function listen(app: Hono<Env>): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const { PORT: port, HOST: hostname } = config();
    const server: ServerType = serve({ fetch: app.fetch, port, hostname }, () => resolve(server));
    answerBrokenRequests(server);
    server.once('error', reject);
  });
}

/** Answers what is under way, finishes running jobs, closes the database. */
async function drain(server: ServerType): Promise<void> {
  startDraining();
  const closed = new Promise((resolve) => server.close(resolve));
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  const late = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, 8_000);
  await closed;
  clearTimeout(late);
  await stopQueue();
  await disconnect();
}
