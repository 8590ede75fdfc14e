import { flushCompileCache } from 'node:module';
import { serve } from '@hono/node-server';
import { config } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { jobs } from '#app/jobs.ts';
import { startQueue } from '#app/platform/database/queue.server.ts';
import { PATIENT } from './processes.ts';

/** The site without its pages, as a process of its own: what tests race, cut off and kill. */
process.stdin.resume().once('close', () => process.exit());
await startQueue(jobs, config().JOBS);
const app = await createApp();
const address = { fetch: app.fetch, port: config().PORT, hostname: '127.0.0.1' };
serve({ ...address, serverOptions: PATIENT }, ({ port }) => {
  console.log(`ready ${port}`);
  flushCompileCache(); // who is killed does not come to it at the end
});
