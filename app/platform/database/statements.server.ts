import type pg from 'pg';

type Query = pg.PoolClient['query'];

/** A lost lock or a runaway statement must not hold a request for ever; in milliseconds. */
const STATEMENT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;

/** Whoever vanished without a word lets go of their locks after 14 seconds: the system's own is hours. */
const KEEPALIVES =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3';

/** What a connection of our own is opened with. */
export const LIMITS_OF_SESSION = `-c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS} ${KEEPALIVES}`;

const LIMITS_OF_TRANSACTION = `set local statement_timeout = ${STATEMENT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

/** Statements that are prepared by name: each is kept by the database for every connection. */
const NAMES_MOST = 200;
/** A text has a name once it was run so often. */
const REPEATED = 5;
/** Above it, a text is one of many that differ by how much they carry. */
const VALUES_MOST = 32;
const SEEN_MOST = 2_000;
/** Searches, and pages of a list: a plan for all of them would be a bad one for most. */
const DEPENDS_ON_ITS_VALUES = /\b(limit|offset|i?like)\b|[%~@]/;
const HAS_VALUES = /\$1\b/;
/** How the queue takes jobs in: with patterns, but of itself alone, and planned for longer than run. */
const JOBS_COME_IN = /\binsert into pgboss\.job/i;
/** One statement with a plan: a transaction's borders have none, and several at once cannot be prepared. */
const ONE_READ = /^\s*(select|with)\b[^;]*$/i;

/** How often a text was run before it had a name, and the names. */
const seen = new Map<string, number>();
const names = new Map<string, string>();

/**
 * Runs statements that repeat by name, so that the database parses them once for each connection; but
 * for those whose plan depends on what is looked for. Of texts without end, the first that repeat have
 * names.
 */
export function preparing(query: Query): Query {
  return withText(query, (config, values) => {
    const hasPlan = values.length > 0 || ONE_READ.test(config.text);
    const mayHaveName = hasPlan && values.length <= VALUES_MOST;
    return mayHaveName ? { ...config, name: config.name || nameOf(config.text) } : config;
  });
}

/**
 * Behind a pooler that gives each transaction any connection: nothing is prepared, and what others set
 * on a connection by its start is set for each transaction, in the request that begins it. A statement
 * by itself is given up by its client.
 */
export function limited(query: Query): Query {
  let isInside = false;
  return withText(query, (named) => {
    const config = { ...named, name: '' };
    if (isBoundary(config.text)) {
      isInside = config.text.startsWith('begin');
      return isInside ? { ...config, text: `${config.text}; ${LIMITS_OF_TRANSACTION}` } : config;
    }
    return isInside ? config : { ...config, query_timeout: STATEMENT_MS };
  });
}

type Config = pg.QueryConfig & { query_timeout?: number };

/** Statements as the query builder and the queue hand them over; anything else is run as it is. */
function withText(query: Query, change: (config: Config, values: unknown[]) => Config): Query {
  const run = query as (...given: unknown[]) => unknown;
  return ((first: unknown, values: unknown, ...rest: unknown[]) => {
    const config = typeof first === 'string' ? { text: first } : first;
    if (!isConfig(config)) return run(first, values, ...rest);
    return run(change(config, Array.isArray(values) ? values : []), values, ...rest);
  }) as Query;
}

function isConfig(given: unknown): given is Config {
  return typeof given === 'object' && given !== null && 'text' in given && !('submit' in given);
}

function isBoundary(text: string): boolean {
  return /^(begin|commit|rollback$)/.test(text);
}

function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size === NAMES_MOST) return name;
  const times = (seen.get(text) ?? 0) + 1;
  if (times === 1 && seen.size === SEEN_MOST) return undefined;
  seen.set(text, times);
  const mayDepend = HAS_VALUES.test(text) && !JOBS_COME_IN.test(text);
  const isOnePlan = !mayDepend || !DEPENDS_ON_ITS_VALUES.test(text);
  if (times === REPEATED && isOnePlan) names.set(text, `site_${names.size}`);
  return names.get(text);
}

/**
 * Gives a connection of a pool back where a transaction cannot begin on it: the query builder does so
 * only once it has begun, and the pool would have one less for good.
 */
export function givingBack(client: pg.PoolClient, query: Query): Query {
  const run = query as (...given: unknown[]) => unknown;
  return ((...given: unknown[]) => {
    const answered = run(...given);
    const [first] = given;
    if (isConfig(first) && first.text.startsWith('begin') && answered instanceof Promise) {
      answered.catch((error: Error) => client.release(error));
    }
    return answered;
  }) as Query;
}
