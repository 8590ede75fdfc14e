import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { log } from '#app/platform/log.server.ts';

/** A statement that has waited so long makes its connection suspect. */
const SUSPECT_MS = 2_500;
/** A database that lives answers on a new connection within it. */
const ANSWER_MS = 2_500;
/** Behind a pooler, a statement that is at work nowhere waits in its queue for so long at most. */
const QUEUED_MS = 10_000;
/** Where nobody can tell who waits for whom, a statement is given up after so long. */
const GIVEN_UP_MS = 35_000;
/** Unused for so long, a connection is nobody's. */
const UNUSED_MS = 1_000;

interface WatchedConfig extends pg.ClientConfig {
  /** Behind a pooler, which has processes of its own. */
  isPooled?: boolean;
}

type Run = (this: pg.Client, ...given: unknown[]) => unknown;

/** All that are open, by which one that is lost is known to have company. */
const open = new Set<WatchedClient>();

/** One look at them all, so often: a timer for each statement would cost more than many a statement. */
const LOOK_MS = 250;
let watching: NodeJS.Timeout | undefined;

/**
 * A connection that notices when nobody is at its other end any more. A machine that goes silent closes
 * nothing, and TCP finds out after a quarter of an hour. So where a statement takes long, the database is
 * asked on a new connection: one that does not answer, or that is not at work on this statement, will
 * not answer here either, and the connection is destroyed. One that works, or waits for a replica, is
 * waited for: breaking off would leave its work behind at the database, again and again.
 */
class WatchedClient extends pg.Client {
  readonly #config: WatchedConfig;
  #underWay = 0;
  /** When the turn of the statement that is under way came, or the last one ended. */
  #sinceMs = 0;
  #lookedMs = 0;
  #isLookedAt = false;

  readonly #name: string;

  constructor(config: WatchedConfig = {}) {
    const name = aName();
    super(config.isPooled ? { ...config, application_name: name } : config);
    this.#config = config;
    this.#name = name;
    open.add(this);
    this.once('end', () => open.delete(this));
    watching ??= setInterval(() => open.forEach((each) => void each.look()), LOOK_MS).unref();
  }

  // Any of the ways in which a statement can be handed over.
  override query(...given: unknown[]): never {
    const run = pg.Client.prototype.query as unknown as Run;
    if (this.#underWay === 0) this.#sinceMs = performance.now();
    this.#underWay += 1;
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      given[given.length - 1] = (...said: unknown[]) => {
        this.#noteDone();
        callback(...said);
      };
      return run.apply(this, given) as never;
    }
    const asked = run.apply(this, given);
    const noteDone = () => this.#noteDone();
    if (asked instanceof Promise) asked.then(noteDone, noteDone);
    else noteDone();
    return asked as never;
  }

  #noteDone(): void {
    this.#underWay -= 1;
    this.#sinceMs = performance.now();
  }

  /** Where its statement takes long, finds out whether anybody is at work on it; again after as long. */
  async look(): Promise<void> {
    const sinceMs = this.#sinceMs;
    const unheardMs = performance.now() - Math.max(sinceMs, this.#lookedMs);
    if (this.#underWay === 0 || this.#isLookedAt || unheardMs < SUSPECT_MS) return;
    this.#isLookedAt = true;
    const found = await askOnce(this.#config);
    const isLost = this.#isLost(found, performance.now() - sinceMs);
    // What it said just before arrives on another connection than what we were told.
    if (isLost) await new Promise((resolve) => setTimeout(resolve, 250));
    this.#isLookedAt = false;
    this.#lookedMs = performance.now();
    if (this.#underWay === 0 || this.#sinceMs !== sinceMs) return; // it is done
    if (isLost) destroyWithCompany(this);
  }

  #isLost(found: Found, waitedMs: number): boolean {
    if (found === 'silent') return true;
    if (found === 'cannot tell') return waitedMs > GIVEN_UP_MS;
    if (this.#config.isPooled) return !found.has(this.#name) && waitedMs > QUEUED_MS;
    return !found.has((this as unknown as { processID: number }).processID);
  }

  /** Errors whatever waits here; a pool that it belongs to has another one opened. */
  destroy(): void {
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy(new DatabaseSilentError());
  }

  isLikeAndUnused(other: WatchedClient): boolean {
    return (
      other.#config.connectionString === this.#config.connectionString &&
      other.#underWay === 0 &&
      performance.now() - other.#sinceMs > UNUSED_MS
    );
  }
}

/** How both pools, the site's and the queue's, open connections. */
export const WATCHED = {
  Client: WatchedClient,
  // Also the wait for a place in the pool.
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // A new one knows no statement yet: who comes after a quiet moment would wait for four of them.
  idleTimeoutMillis: 5 * 60_000,
};

/** A connection fell silent in the middle of a statement: nobody knows whether it was carried out. */
class DatabaseSilentError extends Error {
  constructor() {
    super('The database has fallen silent on this connection.');
    this.name = 'DatabaseSilentError';
  }
}

function destroyWithCompany(lost: WatchedClient): void {
  const company = [...open].filter((other) => other !== lost && lost.isLikeAndUnused(other));
  log.error({ unused: company.length }, 'a database connection is silent; it is destroyed');
  for (const each of [lost, ...company]) each.destroy();
}

/**
 * What the database works on: by its processes, and behind a pooler, which has those change hands, by
 * the names that connections gave themselves; or why there is nothing to know of it.
 */
type Found = ReadonlySet<number | string> | 'silent' | 'cannot tell';

/** A pooler tells the database the name of whoever's transaction it is. */
function aName(): string {
  return `openassay-${randomBytes(5).toString('hex')}`;
}

const asking = new Map<string, Promise<Found>>();

/** Asks on a new connection, once for all that want to know at the moment. */
function askOnce(config: WatchedConfig): Promise<Found> {
  const { connectionString = '', isPooled = false } = config;
  const what = `${isPooled ? 'names' : 'processes'} ${connectionString}`;
  const asked = asking.get(what) ?? askDatabase(config).finally(() => void asking.delete(what));
  asking.set(what, asked);
  return asked;
}

async function askDatabase(config: WatchedConfig): Promise<Found> {
  const own = aName();
  const client = new pg.Client({
    ...config,
    ...(config.isPooled ? { application_name: own } : {}),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {}); // said by what it is asked
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_stat_activity
       where usename = current_user and state = 'active'`,
    );
    if (!config.isPooled) return new Set(rows.map(({ pid }) => pid));
    const names = new Set(rows.map(({ name }) => name));
    return names.has(own) ? names : 'cannot tell';
  } catch (error) {
    // One that refuses is there.
    return error instanceof pg.DatabaseError ? 'cannot tell' : 'silent';
  } finally {
    void client.end().catch(() => {});
  }
}
