import { sql } from 'drizzle-orm';
import { PgBoss, fromDrizzle, type ConstructorOptions } from 'pg-boss';
import { config } from '#app/config.ts';
import { CONNECTION, type Tx } from './db.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { log } from '#app/platform/log.server.ts';

/** A background job and its clock; `app/jobs.ts` lists them all. */
export interface Job {
  name: string;
  /** Cron in UTC, for jobs that run by the clock. */
  cron?: string;
  /** So many are taken together, where they are many and quick. */
  batch?: number;
  /** A killed process's job is given to another after so long. */
  expireSeconds?: number;
  /** Takes minutes: one at a time, and another process takes over only when this one is silent. */
  isLong?: boolean;
  /** Runs once per job; throwing retries it later, with growing delays. */
  run(data: Record<string, unknown>): Promise<void>;
}

/** Queues of earlier versions, with what still waited in them. */
const RETIRED = ['check-ledger', 'mail-manage-link'];

/** Jobs of one queue that a process takes together, and how often beside each other. */
const BATCH = 10;
const BATCHES = 2;

/** How often a queue is looked at where nothing announces its jobs: retries, or all behind a pooler. */
const LOOK_SECONDS = 2;
const LOOK_SECONDS_BY_CLOCK = 10;

let boss: PgBoss | undefined;

/**
 * Starts the queue on the site's PostgreSQL. With `work` false this process only enqueues.
 * The queue's tables are its own (schema `pgboss`), made and changed by `migrate.server.ts`: the role
 * that runs here owns none, and rebuilds no indexes.
 */
export async function startQueue(jobs: Job[], work: boolean): Promise<void> {
  boss = new PgBoss({
    ...CONNECTION,
    connectionString: config().DATABASE_URL ?? '',
    // Nobody waits for a job as for a page: on a busy machine its turn comes later, and is no error.
    connectionTimeoutMillis: 20_000,
    max: 4,
    migrate: false,
    createSchema: false,
    reindex: false,
    useListenNotify: work,
    supervise: work,
    schedule: work,
  } as ConstructorOptions);
  // An error, or what is left of one when the queue has added what it was doing.
  boss.on('error', (error) => {
    const err = error instanceof Error ? error : new Error((error as Error).message);
    log.error({ err }, 'job queue failed');
  });
  boss.on('warning', ({ message }) => log.warn(message));
  await boss.start();
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const queueOf = new Map(queues.map((queue) => [queue.name, queue]));
  const cronOf = new Map(schedules.map(({ name, cron }) => [name, cron]));
  for (const name of RETIRED) if (queueOf.has(name)) await boss.deleteQueue(name);
  for (const job of jobs) {
    const options = {
      notify: true,
      expireInSeconds: job.cron || job.isLong ? 6 * 3_600 : (job.expireSeconds ?? 120),
      ...(job.cron || job.isLong ? { heartbeatSeconds: 60 } : {}),
      // The clock comes round again by itself.
      retryLimit: job.cron ? 2 : 20,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
    };
    // A job of the clock that is late must not pile up behind itself.
    const policy = job.cron ? 'stately' : 'standard';
    const stored = queueOf.get(job.name);
    const isAsStored = Object.entries(options).every(
      ([name, value]) => stored?.[name as keyof typeof options] === value,
    );
    if (!stored) await boss.createQueue(job.name, { ...options, policy });
    else if (!isAsStored) await boss.updateQueue(job.name, options);
    if (job.cron && cronOf.get(job.name) !== job.cron) await boss.schedule(job.name, job.cron);
    if (work) await workOn(boss, job);
  }
}

async function workOn(queue: PgBoss, job: Job): Promise<void> {
  const isOneAtATime = job.cron !== undefined || job.isLong === true;
  const seconds = isOneAtATime ? LOOK_SECONDS_BY_CLOCK : LOOK_SECONDS;
  const options = {
    batchSize: isOneAtATime ? 1 : (job.batch ?? BATCH),
    // One that waits for somebody else holds up its own batch alone.
    localConcurrency: isOneAtATime ? 1 : BATCHES,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: seconds,
    notifyPollingIntervalSeconds: seconds,
    perJobResults: true as const,
  };
  await queue.work<Record<string, unknown>>(job.name, options, (batch) =>
    Promise.all(
      batch.map(async ({ id, data }) => {
        try {
          await job.run(data ?? {});
          return { id, status: 'completed' as const };
        } catch (error) {
          log.error({ err: error, job: job.name }, 'job failed; it is tried again');
          return { id, status: 'failed' as const, output: { message: errorLine(error) } };
        }
      }),
    ),
  );
}

/** Enqueues inside the caller's transaction: the job exists only if the transaction commits. */
export async function enqueue(tx: Tx, name: string, data: object): Promise<void> {
  await enqueueAll(tx, name, [data]);
}

/** The same of several jobs of one queue, in one statement. */
export async function enqueueAll(tx: Tx, name: string, all: object[]): Promise<void> {
  if (!boss) throw new Error('The job queue has not been started.');
  if (all.length === 0) return;
  const jobs = all.map((data) => ({ data }));
  await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
}

/**
 * Enqueues where the queue runs, so that a row is looked at at once. A command runs without it: a
 * job of the clock then finds the row.
 */
export async function nudge(tx: Tx, name: string, data: object): Promise<void> {
  await nudgeAll(tx, name, [data]);
}

export async function nudgeAll(tx: Tx, name: string, all: object[]): Promise<void> {
  if (boss) await enqueueAll(tx, name, all);
}

/**
 * How many jobs of every queue of ours are unfinished, or failed and kept to be looked at, as the queue
 * itself last counted, a minute ago at most.
 */
export async function queueSizes() {
  const all = (await boss?.getQueues()) ?? [];
  const queues = all.filter(({ name }) => !name.startsWith('__pgboss__'));
  return queues.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
    queue: name,
    ready: readyCount,
    deferred: deferredCount, // tried again later
    active: activeCount,
    failed: failedCount,
  }));
}

/** Finishes what is running and stops. */
export async function stopQueue(): Promise<void> {
  const stopping = boss;
  boss = undefined;
  await stopping?.stop({ graceful: true, timeout: 10_000 });
}
