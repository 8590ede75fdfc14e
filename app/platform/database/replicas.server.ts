import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { Counter, Gauge } from 'prom-client';
import { config } from '#app/config.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { log } from '#app/platform/log.server.ts';
import { registry } from '#app/platform/registry.server.ts';
import { connect, isDatabaseAway, open, sqlState, type Connection } from './db.server.ts';
import type { Reader } from './reader.server.ts';
import { cursors } from '#db/schema.ts';

/** The row of `cursors` that every process writes, and looks for at the replicas. */
const BEAT = 'beat';
const BEAT_EVERY_MS = 1_000;
/** A replica that keeps up has the last beat by then. */
const FOLLOWS_WITHIN_MS = 200;
/** Whoever does not answer within it is silent. */
const ANSWERS_WITHIN_MS = 1_000;
/** An hour of beats tells how far behind a replica is. */
const BEATS_KEPT = 3_600;

const READ_ONLY = '25006';

/** One thing that the primary was asked to write. */
interface Beat {
  /** When it was asked, by a clock of this process that nobody sets. */
  sentMs: number;
  /** What it wrote: more each time, whichever process asked. */
  wrote: number;
}

interface Replica extends Connection {
  /** Host and port; the address also holds a password. */
  server: string;
  /** For looking alone, so that no reader is in its way. */
  looking: pg.Pool;
  /** All that was committed by then can be read there. */
  asOfMs: number;
  /** Why it is out of use; null where it is in use. */
  trouble: string | null;
  /** Ends when somebody goes over to the primary: who began in it stays with the primary then. */
  term: number;
  /** Statements under way: they go over, too, when it falls silent. */
  underWay: Set<(why: Error) => void>;
}

let replicas: Replica[] = [];
let beats: Beat[] = [];
let beating: Promise<void> | undefined;
/** Nobody hears from the primary: what the replicas have is the newest there is. */
let isPrimarySilent = false;
let looking: AbortController | undefined;

const readsTotal = new Counter({
  name: 'openassay_public_reads_total',
  help: 'Reads for answers that are the same for everybody, by the database server; counted where there are replicas.',
  labelNames: ['server'],
  registers: [registry],
});
const lagSeconds = new Gauge({
  name: 'openassay_replica_lag_seconds',
  help: 'How far a replica is behind as far as is known; 0 where it had the last beat, a second ago at most.',
  labelNames: ['server'],
  aggregator: 'max',
  registers: [registry],
});
const inUse = new Gauge({
  name: 'openassay_replica_in_use',
  help: '1 where a replica is read from, else 0.',
  labelNames: ['server'],
  aggregator: 'min',
  registers: [registry],
});

/** Opens the replicas of the settings and keeps looking how far each has come; repeated calls are no-ops. */
export function startReplicas(): void {
  if (looking) return;
  replicas = config().DATABASE_REPLICA_URLS.map(openReplica);
  if (replicas.length === 0) return;
  looking = new AbortController();
  void keepLooking(looking.signal);
}

/** Closes them; everything is read from the primary then. */
export async function stopReplicas(): Promise<void> {
  const closing = replicas;
  replicas = [];
  beats = [];
  looking?.abort();
  looking = undefined;
  await Promise.all(closing.flatMap((each) => [each.pool.end(), each.looking.end()]));
}

/** How long what was just written is looked for at the primary, in seconds; 0 where there are no replicas. */
export function secondsUntilRead(): number {
  return replicas.length && config().DATABASE_REPLICA_LAG_SECONDS + 1;
}

/** Which replicas are out of use and why, in a sentence; null without any that is. */
export function replicaTrouble(): string | null {
  const out = replicas.flatMap(({ server, trouble }) => (trouble ? `${server} ${trouble}` : []));
  if (out.length === 0) return null;
  const isAll = out.length === replicas.length;
  return `${isAll ? 'No replica is read from' : 'Not every replica is read from'}: ${out.join('; ')}. What they do not answer, the primary does.`;
}

/** Whether there are any, used or not. */
export function hasReplicas(): boolean {
  return replicas.length > 0;
}

/**
 * Who reads for an answer that everybody may have: from a replica that keeps up, the same for the same
 * key, so that no page goes back in time while none fails; from the primary for a browser that has just
 * written, or where no replica keeps up. Undefined where there are none.
 */
export function readerFor(key: string, wrote: string | undefined): Reader | undefined {
  if (replicas.length === 0) return undefined;
  const usable = wrote === undefined ? replicas.filter(isUsable) : [];
  const replica = usable[numberOf(key) % usable.length];
  if (!replica) return { db: () => counted('primary'), lane: '', wrote };
  const { server, term } = replica;
  return {
    db: () => {
      const isStill = replica.term === term && isUsable(replica);
      return isStill ? counted(server, replica) : counted('primary');
    },
    lane: `${server} ${term} `,
  };
}

function counted(server: string, replica?: Replica) {
  readsTotal.inc({ server });
  return replica?.db;
}

function numberOf(key: string): number {
  let number = 7;
  for (let at = 0; at < key.length; at++) number = (number * 31 + key.charCodeAt(at)) >>> 0;
  return number;
}

function isUsable(replica: Replica): boolean {
  if (replica.trouble !== null) return false;
  const behindMs = newestMs() - replica.asOfMs;
  if (behindMs <= config().DATABASE_REPLICA_LAG_SECONDS * 1000) return true;
  putOut(replica, behind(behindMs));
  return false;
}

function behind(ms: number): string {
  return Number.isFinite(ms)
    ? `is ${Math.round(ms / 1000)} seconds behind`
    : 'does not show what the primary wrote';
}

/** What a replica is measured against: now, or when the primary last wrote. */
function newestMs(): number {
  return isPrimarySilent ? (beats.at(-1)?.sentMs ?? Infinity) : performance.now();
}

/** Uses it no more until it is looked at again; whoever waits for it is answered by the primary. */
function putOut(replica: Replica, trouble: string): void {
  if (replica.trouble === null) log.warn({ server: replica.server, trouble }, 'replica out of use');
  replica.trouble = trouble;
  replica.term += 1;
  inUse.set({ server: replica.server }, 0);
  for (const giveUp of replica.underWay) giveUp(new OutOfUseError());
  replica.underWay.clear();
}

class OutOfUseError extends Error {}

function openReplica(url: string): Replica {
  // What has become a primary is not written to either.
  const { pool, db } = open(url, ' -c default_transaction_read_only=on');
  const { hostname, port } = new URL(url);
  const replica: Replica = {
    pool,
    db,
    server: `${hostname}:${port || 5432}`,
    looking: new pg.Pool({
      connectionString: url,
      max: 1,
      keepAlive: true,
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
    }),
    asOfMs: -Infinity,
    trouble: 'has not been looked at yet',
    term: 0,
    underWay: new Set(),
  };
  replica.looking.on('error', () => {}); // the next look says what is wrong
  const ask = pool.query.bind(pool) as (...given: unknown[]) => Promise<never>;
  const askPrimary = (...given: unknown[]) => (connect().pool.query as typeof ask)(...given);
  pool.query = ((...given: unknown[]) => {
    return orPrimary(
      replica,
      () => ask(...given),
      () => askPrimary(...given),
    );
  }) as pg.Pool['query'];
  const begin = db.transaction.bind(db);
  db.transaction = (work, how) => {
    return orPrimary(
      replica,
      () => begin(work, how),
      () => connect().db.transaction(work, how),
    );
  };
  inUse.set({ server: replica.server }, 0);
  return replica;
}

/** Asks the replica and, where it fails or falls silent, the primary: nothing is changed by asking twice. */
async function orPrimary<T>(
  replica: Replica,
  there: () => Promise<T>,
  here: () => Promise<T>,
): Promise<T> {
  const { term } = replica;
  try {
    return await unlessPutOut(replica, there());
  } catch (error) {
    const state = sqlState(error);
    if (state === READ_ONLY) {
      log.error({ err: error }, 'what everybody may have was written, and not only read');
      if (config().NODE_ENV !== 'production') throw error;
    }
    const isAway = isDatabaseAway(error) && state !== READ_ONLY;
    if (!isAway && !state && !(error instanceof OutOfUseError)) throw error;
    if (replica.term === term) {
      if (isAway) putOut(replica, `failed: ${errorLine(error)}`);
      // A replica also ends what is in the way of what it has to replay.
      else replica.term += 1;
    }
    counted('primary');
    return here();
  }
}

function unlessPutOut<T>(replica: Replica, asked: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    replica.underWay.add(reject);
    asked.then(resolve, reject).finally(() => replica.underWay.delete(reject));
  });
}

/**
 * Has the primary write a beat every second, and looks which one each replica has: what was committed
 * before a beat was asked for is there with it. That holds for a database at rest, for any kind of
 * replication, and for a replica that follows another primary by now, which has no beat of ours.
 */
async function keepLooking(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const rest = sleep(BEAT_EVERY_MS, undefined, { ref: false });
    beating ??= beat().finally(() => (beating = undefined));
    const late = sleep(ANSWERS_WITHIN_MS, 'late', { ref: false });
    isPrimarySilent = (await Promise.race([beating, late]).catch(() => 'failed')) !== undefined;
    await sleep(FOLLOWS_WITHIN_MS, undefined, { ref: false });
    await Promise.all(replicas.map(lookAt));
    await rest;
  }
}

async function beat(): Promise<void> {
  const sentMs = performance.now();
  const { reached, name, updatedAt } = cursors;
  const [row] = await connect()
    .db.insert(cursors)
    .values({ name: BEAT, reached: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: name,
      set: {
        reached: sql`greatest(${reached} + interval '1 millisecond', excluded.reached)`,
        updatedAt: sql`now()`,
      },
    })
    .returning({ reached, updatedAt });
  if (!row) return;
  beats = [...beats.slice(1 - BEATS_KEPT), { sentMs, wrote: row.reached.getTime() }];
}

async function lookAt(replica: Replica): Promise<void> {
  const { server } = replica;
  let found: { asOfMs: number; lagMs: number };
  try {
    const { rows } = await replica.looking.query<{ reached: Date }>(
      'select reached from cursors where name = $1',
      [BEAT],
    );
    found = findBeat(rows[0]?.reached.getTime() ?? -Infinity);
  } catch (error) {
    lagSeconds.remove({ server });
    return putOut(replica, `does not answer: ${errorLine(error)}`);
  }
  // Made anew from an older copy: what was read of it before was newer.
  if (found.asOfMs < replica.asOfMs) putOut(replica, 'has gone back');
  replica.asOfMs = found.asOfMs;
  if (Number.isFinite(found.lagMs)) lagSeconds.set({ server }, found.lagMs / 1000);
  else lagSeconds.remove({ server });
  const behindMs = newestMs() - found.asOfMs;
  if (!(behindMs <= config().DATABASE_REPLICA_LAG_SECONDS * 1000)) {
    return putOut(replica, behind(behindMs));
  }
  if (replica.trouble !== null) log.info({ server }, 'replica in use');
  replica.trouble = null;
  inUse.set({ server }, 1);
}

/** Which moment somebody has reached who sees this beat, and how long before the last one that was. */
function findBeat(seen: number): { asOfMs: number; lagMs: number } {
  const asOfMs = beats.findLast(({ wrote }) => wrote <= seen)?.sentMs ?? -Infinity;
  return { asOfMs, lagMs: (beats.at(-1)?.sentMs ?? Infinity) - asOfMs };
}
