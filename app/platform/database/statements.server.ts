import type pg from 'pg';

type Query = pg.PoolClient['query'];

/** A lost lock or a runaway statement must not hold a request for ever; in milliseconds. */
const STATEMENT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;

/** What a connection of our own is opened with. */
export const LIMITS_OF_SESSION = `-c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`;

const LIMITS_OF_TRANSACTION = `set local statement_timeout = ${STATEMENT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

/** Statements that are prepared by name: each is kept by the database for every connection. */
const NAMES_MOST = 100;
/** Below it, a text is not one of many that differ by how much they carry. */
const VALUES_MOST = 32;
const SEEN_MOST = 2_000;

/** How often a text was run before it had a name, and the names. */
const seen = new Map<string, number>();
const names = new Map<string, string>();

/**
 * Runs statements of transactions that write by name once they have come a second time, so that the
 * database parses them once for each connection. Reads outside are planned anew: their plan depends
 * on what is searched for. Of texts without end, the first hundred that repeat have names.
 */
export function preparing(query: Query): Query {
  let isWriting = false;
  return withText(query, (config, values) => {
    if (isBoundary(config.text)) isWriting = config.text === 'begin';
    const mayHaveName = isWriting && values.length > 0 && values.length <= VALUES_MOST;
    return mayHaveName ? { ...config, name: config.name ?? nameOf(config.text) } : config;
  });
}

/**
 * Behind a pooler that gives each transaction any connection: nothing is prepared, and what others set
 * on a connection by its start is set for each transaction, in the request that begins it. A statement
 * by itself is given up by its client.
 */
export function limited(query: Query): Query {
  let isInside = false;
  return withText(query, (config) => {
    if (isBoundary(config.text)) {
      isInside = config.text.startsWith('begin');
      return isInside ? { ...config, text: `${config.text}; ${LIMITS_OF_TRANSACTION}` } : config;
    }
    return isInside ? config : { ...config, query_timeout: STATEMENT_MS };
  });
}

type Config = pg.QueryConfig & { query_timeout?: number };

/** Statements as the query builder hands them over; anything else is run as it is. */
function withText(query: Query, change: (config: Config, values: unknown[]) => Config): Query {
  const run = query as (...given: unknown[]) => unknown;
  return ((first: unknown, values: unknown, ...rest: unknown[]) => {
    if (!isConfig(first)) return run(first, values, ...rest);
    return run(change(first, Array.isArray(values) ? values : []), values, ...rest);
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
  if (times > 1) names.set(text, `site_${names.size}`);
  return names.get(text);
}
