import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { serve } from '@hono/node-server';
import { config, configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { jobs } from '#app/jobs.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { startQueue } from '#app/database/queue.server.ts';
import { PATIENT, type Change } from './processes.ts';

/** The site without its pages, as a process of its own: what tests race, cut off and kill. */
const told = createInterface(process.stdin).once('close', () => process.exit());
told.on('line', (line) => {
  const { seconds, env } = JSON.parse(line) as Change;
  if (seconds) advanceClock(seconds * 1000);
  if (env) configure(env);
  console.log('changed');
});
await startQueue(
  jobs.filter(({ cron }) => !cron || process.env.CLOCK !== '0'),
  config().JOBS,
);
const app = await createApp();
const address = { fetch: app.fetch, port: config().PORT, hostname: '127.0.0.1' };
serve({ ...address, serverOptions: PATIENT }, ({ port }) => {
  console.log(`ready ${port}`);
  flushCompileCache(); // who is killed does not come to it at the end
});
