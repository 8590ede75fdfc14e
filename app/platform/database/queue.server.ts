import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { PgBoss, fromDrizzle, type ConstructorOptions } from 'pg-boss';
import { config } from '#app/config.ts';
import type { Tx } from './db.server.ts';
import { preparing } from './statements.server.ts';
import { WATCHED } from './watched-client.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { log } from '#app/platform/log.server.ts';

/** A background job and its clock; `app/jobs.ts` lists them all. */
export interface Job {
  name: string;
  /** Cron in UTC, for jobs that run by the clock. */
  cron?: string;
  retryLimit?: number;
  /** So many are taken together, where they are many and quick. */
  batch?: number;
  /** A killed process's job is given to another after so long. */
  expireSeconds?: number;
  /** Others of this process wait a moment for it, or it for those. */
  haste?: 'first' | 'canWait';
  /** Takes minutes: one at a time, and another process takes over only when this one is silent. */
  isLong?: boolean;
  /** Runs once per job; throwing retries it later, with growing delays. */
  run(data: Record<string, unknown>): Promise<void>;
}

/** Queues of earlier versions, with what still waited in them. */
const RETIRED = ['mail-manage-link'];

/** Jobs of one queue that a process takes together, and how often beside each other. */
const BATCH = 10;
const BATCHES = 2;

/** More batches of what goes first in a second are many: a small one then waits, for the next to be larger. */
const MANY = 8;
const FEW = 5;
const GATHER_MS = 150;

/** Takes jobs by statements that are prepared: to plan one takes longer than to run it. */
class QueueClient extends WATCHED.Client {
  override query(...given: unknown[]): never {
    const run = preparing(super.query.bind(this)) as (...given: unknown[]) => unknown;
    return run(...given) as never;
  }
}

/**
 * What a connection of the queue begins with. A plan that is kept may have been made for an empty queue;
 * and nobody waits for the disk: a job whose end a dying database forgets runs again.
 */
const SETTINGS =
  '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c synchronous_commit=off';

let boss: PgBoss | undefined;
let looking: NodeJS.Timeout | undefined;

/**
 * Starts the queue on the site's PostgreSQL. With `work` false this process only enqueues.
 * The queue's tables are its own (schema `pgboss`), made and changed by `migrate.server.ts`: the role
 * that runs here owns none, and rebuilds no indexes.
 */
export async function startQueue(jobs: Job[], work: boolean): Promise<void> {
  // A hint alone: what it would announce is found by looking. A pooler passes nothing on.
  const isPooled = config().DATABASE_POOLER;
  const isAnnounced = !isPooled;
  boss = new PgBoss({
    ...WATCHED,
    isPooled,
    ...(isPooled ? {} : { Client: QueueClient, options: SETTINGS }),
    connectionString: config().DATABASE_URL ?? '',
    max: 4,
    migrate: false,
    createSchema: false,
    reindex: false,
    useListenNotify: work && isAnnounced,
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
  const workers = new Map<string, string[]>();
  for (const job of jobs) {
    const options = {
      notify: isAnnounced,
      expireInSeconds: job.cron || job.isLong ? 6 * 3_600 : (job.expireSeconds ?? 120),
      ...(job.cron || job.isLong ? { heartbeatSeconds: 60 } : {}),
      // The clock comes round again by itself.
      retryLimit: job.retryLimit ?? (job.cron ? 2 : 20),
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
    if (work) workers.set(job.name, await workOn(boss, job));
  }
  if (work) lookForDue(boss, workers, isAnnounced ? 2_000 : 500);
}

/** Queues with a job whose time has come, found by an index for each. */
const DUE = `select q.name from pgboss.queue q where exists (select from pgboss.job j
  where j.name = q.name and j.state in ('created', 'retry') and not j.blocked and j.start_after <= now())`;

/**
 * What is to be tried again announces itself to nobody, and a pooler passes no announcement on: one look
 * at all queues wakes those who have something to do, instead of a look by each of them.
 */
function lookForDue(queue: PgBoss, workers: Map<string, string[]>, everyMs: number): void {
  let isUnderWay = false;
  const look = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      const { rows } = await queue.getDb().executeSql(DUE);
      const ids = rows.flatMap(({ name }: { name: string }) => workers.get(name) ?? []);
      for (const id of ids) queue.notifyWorker(id);
    } catch (error) {
      if (boss === queue) log.error({ err: error }, 'job queue failed');
    } finally {
      isUnderWay = false;
    }
  };
  looking = setInterval(() => void look(), everyMs);
}

/** How many jobs are under way that go first: looked at so often by those that can wait, and no longer. */
const hasty = { jobs: 0 };
const LOOK_MS = 50;
const WAIT_MS = 2_000;

/** Processors are few: what can wait leaves them to what goes first. */
async function letFirstPass(): Promise<void> {
  for (let waited = 0; hasty.jobs > 0 && waited < WAIT_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
  }
}

/** Starts the workers of a job; their ids. */
async function workOn(queue: PgBoss, job: Job): Promise<string[]> {
  const isOneAtATime = job.cron !== undefined || job.isLong === true;
  const options = {
    batchSize: isOneAtATime ? 1 : (job.batch ?? BATCH),
    burstWhenBatchFull: true,
    // Whatever is due wakes them before that.
    pollingIntervalSeconds: 30,
    notifyPollingIntervalSeconds: 30,
    perJobResults: true as const,
  };
  const begunMs: number[] = [];
  const areMany = () => {
    begunMs.push(performance.now());
    return begunMs.length > MANY && begunMs.at(-1)! - begunMs.shift()! < 1_000;
  };
  const handle = async (batch: { id: string; data: Record<string, unknown> }[]) => {
    const isOneOfMany = job.haste === 'first' && areMany() && batch.length <= FEW;
    const gathered = isOneOfMany ? sleep(GATHER_MS) : undefined;
    if (job.haste === 'canWait') await letFirstPass();
    if (job.haste === 'first') hasty.jobs += batch.length;
    const done = Promise.all(
      batch.map(async ({ id, data }) => {
        try {
          await job.run(data ?? {});
          return { id, status: 'completed' as const };
        } catch (error) {
          log.error({ err: error, job: job.name }, 'job failed; it is tried again');
          return { id, status: 'failed' as const, output: { message: errorLine(error) } };
        }
      }),
    );
    if (job.haste === 'first') void done.finally(() => void (hasty.jobs -= batch.length));
    // What is done is done; its worker takes no more for now, and others of it stay for the next batch.
    await gathered;
    return done;
  };
  // One that waits for somebody else holds up its own batch alone.
  const each = Array.from({ length: isOneAtATime ? 1 : BATCHES });
  return Promise.all(each.map(() => queue.work(job.name, options, handle)));
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

/** The jobs of one queue that are unfinished, or failed and are kept to be looked at. */
export interface QueueSize {
  queue: string;
  /** To be run now. */
  ready: number;
  /** Put off: tried again later. */
  deferred: number;
  active: number;
  failed: number;
}

/** How long every queue of ours is, as the queue itself last counted, a minute ago at most. */
export async function queueSizes(): Promise<QueueSize[]> {
  const all = (await boss?.getQueues()) ?? [];
  const queues = all.filter(({ name }) => !name.startsWith('__pgboss__'));
  return queues.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
    queue: name,
    ready: readyCount,
    deferred: deferredCount,
    active: activeCount,
    failed: failedCount,
  }));
}

/** Finishes what is running and stops. */
export async function stopQueue(): Promise<void> {
  const stopping = boss;
  boss = undefined;
  clearInterval(looking);
  await stopping?.stop({ graceful: true, timeout: 10_000 });
}
