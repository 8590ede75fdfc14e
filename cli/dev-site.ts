import type { Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { bringFirstData } from './first-data.ts';
import { migrate } from './on-database.ts';
import { startServices } from './services.ts';
import { whoReaches } from './who-reaches.ts';
import { seedAdministrators } from '#app/admin/sign-in/administrators.server.ts';
import { config, siteUrl } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { jobs } from '#app/jobs.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';

/**
 * The site for those who change it: pages reload in the browser as they are edited; `dev.ts`
 * restarts this program when a call, a job or anything else of the server changes. The
 * Content-Security-Policy is off here, for the sake of Vite's reloading.
 */
export async function runDevSite(vite: ViteDevServer, server: Server): Promise<void> {
  const services = await startServices();
  await migrate(services);
  await bringFirstData(console.log);
  await seedAdministrators();
  await startQueue(jobs, config().JOBS);
  const app = await createApp(async (request, context) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
    return createRequestHandler(build, 'development')(request, context);
  });
  const answer = getRequestListener(app.fetch);
  server.on('request', (request, response) => {
    vite.middlewares(request, response, () => void answer(request, response));
  });
  server.listen(config().PORT, config().HOST, () => {
    console.log(`${siteUrl()}\nreached by: ${whoReaches()}`);
    console.log(`payments: ${services.sandboxUrl ?? 'Stripe'}`);
  });

  const stop = async () => {
    await stopQueue();
    await vite.close();
    await services.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
