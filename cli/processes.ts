import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { config } from '#app/config.ts';
import { log } from '#app/platform/log.server.ts';
import type { ProcessRole } from '#app/monitoring/processes.server.ts';
import { registry } from '#app/platform/registry.server.ts';
import type { RunningSite } from '#app/server.ts';

/** Before one that ended is replaced: twice as long each time, until one has been ready for a minute. */
const PAUSE_MS = { first: 250, most: 30_000, steady: 60_000 };
/** More than requests, jobs, and connections are waited for (`app/server.ts`). */
const STOPPED_AFTER_MS = 25_000;
const gathered = new AggregatorRegistry(); // of the first process; in others it answers
let isStopping = false;

/** `PROCESSES` processes that serve pages on one port, and one that runs jobs; this one watches them. */
export async function startProcesses(): Promise<{ stop(): Promise<void> }> {
  cluster.on('message', async (worker, text) => {
    const metrics = text === 'metrics' && (await gathered.clusterMetrics().catch(() => ''));
    if (metrics) worker.send({ metrics }, () => {});
  });

  async function begin(role: ProcessRole, pauseMs = 0): Promise<void> {
    cluster.setupPrimary({ exec: 'cli/run.cjs', args: ['start', role] });
    const worker = cluster.fork();
    let readyMs = Infinity;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.on('message', (text) => {
      if (text === 'ready') resolve(void (readyMs = performance.now()));
      if (text.failure) reject(Object.assign(new Error(text.failure), text));
    });
    worker.once('exit', (code, signal) => {
      reject(new Error(`The process for ${role} ended: ${signal ?? `exit code ${code}`}.`));
      if (isStopping || (readyMs === Infinity && pauseMs === 0)) return;
      const before = performance.now() - readyMs > PAUSE_MS.steady ? 0 : pauseMs;
      const inMs = Math.min(2 * before || PAUSE_MS.first, PAUSE_MS.most);
      log.error({ role, how: signal ?? code, inMs }, 'a process ended; another one follows');
      setTimeout(() => isStopping || begin(role, inMs).catch(() => {}), inMs);
    });
    return promise;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = workers.map((worker) => new Promise((end) => worker.once('exit', end)));
    for (const worker of workers) {
      worker.send('stop', () => {});
      worker.disconnect(); // gets no connection from now on: one on its way to a process that ends hangs
    }
    const kill = () => workers.forEach((worker) => worker.process.kill('SIGKILL'));
    setTimeout(kill, STOPPED_AFTER_MS).unref();
    await Promise.all(ended);
  }

  const roles = Array<ProcessRole>(config().PROCESSES).fill('pages');
  if (config().JOBS) roles.push('jobs');
  const begun = Promise.all(roles.map((role) => begin(role)));
  await begun.catch((error: Error) => stop().then(() => Promise.reject(error)));
  return { stop };
}

/** One of several processes: starts what its role says, and ends when the first one says so, or ends. */
export async function runSiteProcess(role: ProcessRole): Promise<void> {
  // A terminal tells every process of the program; the first one decides when this one stops.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  AggregatorRegistry.setRegistries(registry);
  let running: RunningSite | undefined;
  process.on('message', (outcome) => {
    if (outcome === 'stop') void Promise.resolve(running?.stop()).then(() => process.exit(0));
  });
  try {
    const { startSite } = await import('#app/server.ts');
    running = await startSite(role);
    process.send?.('ready');
  } catch (error) {
    const { message: failure, code } = error as NodeJS.ErrnoException;
    process.send?.({ failure, code }, undefined, undefined, () => process.exit(1));
  }
}
