import { invalidRequest, noSuch, onlyOneOf } from './errors.ts';
import type { StripeObject } from '#sandbox/stripe/objects.ts';
import { checkRange, type Params, type ParamValue } from './params.ts';
import type { Store } from '#sandbox/stripe/store.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** An SQL condition on a row of `objects`, and its values. */
export type Condition = { sql: string; values: (string | number)[] };

type ListSource = {
  kind: string;
  /** Path of the list, which the answer repeats. */
  url: string;
  params: Params;
  /** Only what this object owns, oldest first; otherwise newest first. */
  parent?: string;
  conditions?: Condition[];
};

type Row = { seq: number; json: string };

/** One page in Stripe's form, for `limit`, `starting_after` and `ending_before` of the params. */
export function listPage(store: Store, source: ListSource) {
  const { limit, starting_after: after, ending_before: before } = source.params;
  const size = typeof limit === 'number' ? limit : DEFAULT_LIMIT;
  checkRange(size, 1, MAX_LIMIT, 'limit');
  if (after && before) throw onlyOneOf('starting_after', 'ending_before');

  const backwards = Boolean(before);
  const oldestFirst = source.parent !== undefined;
  const upwards = oldestFirst !== backwards;
  const conditions = [{ sql: 'kind = ?', values: [source.kind] }, ...(source.conditions ?? [])];
  if (source.parent) conditions.push({ sql: 'parent = ?', values: [source.parent] });
  else conditions.push(...notBefore(source));
  if (after) conditions.push(beyond(store, source, String(after), 'starting_after', upwards));
  if (before) conditions.push(beyond(store, source, String(before), 'ending_before', upwards));

  const rows = store.all<Row>(
    `SELECT seq, json FROM objects WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
     ORDER BY seq ${upwards ? 'ASC' : 'DESC'} LIMIT ?`,
    ...conditions.flatMap(({ values }) => values),
    size + 1,
  );
  const page = rows.slice(0, size).map((row) => JSON.parse(row.json) as StripeObject);
  return {
    object: 'list' as const,
    data: backwards ? page.reverse() : page,
    has_more: rows.length > size,
    url: source.url,
  };
}

/**
 * Conditions for the filters of a list: equality on the field of the same name, `[gt]`, `[gte]`,
 * `[lt]`, `[lte]` on timestamps, nested fields, and `rename` for filters that are called otherwise
 * than their field (a list of values means any of them).
 */
export function filters(params: Params, rename: Record<string, string> = {}): Condition[] {
  return Object.entries(params)
    .filter(([name]) => !PAGING.has(name))
    .flatMap(([name, value]) => filter(`$.${rename[name] ?? name}`, value));
}

const PAGING = new Set(['limit', 'starting_after', 'ending_before', 'expand']);
const COMPARISONS: Record<string, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function filter(path: string, value: ParamValue | undefined): Condition[] {
  if (value === null || value === undefined) return [];
  // Written out, not bound, so that the index on the same expression serves. Names come from
  // the schema, so nothing of the caller's is in the text.
  // The plus keeps the index by time away: to sort what it finds would cost more than it saves.
  const field = path === '$.created' ? '+created' : `json_extract(json, '${path}')`;
  if (Array.isArray(value)) {
    const marks = value.map(() => '?').join(', ');
    return [{ sql: `${field} IN (${marks})`, values: value.map(String) }];
  }
  if (typeof value !== 'object') {
    return [{ sql: `${field} = ?`, values: [typeof value === 'boolean' ? Number(value) : value] }];
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const operator = COMPARISONS[key];
    if (!operator) return filter(`${path}.${key}`, inner);
    return [{ sql: `${field} ${operator} ?`, values: [Number(inner)] }];
  });
}

/**
 * Where a list since some moment begins. It says no more than the condition on `created`; without
 * it, each question after the newest ones would read the whole table.
 */
function notBefore({ kind, params }: ListSource): Condition[] {
  const { created } = params;
  const range = typeof created === 'object' && created !== null ? (created as Params) : {};
  const since = typeof created === 'number' ? created : (range.gte ?? range.gt);
  if (typeof since !== 'number') return [];
  const first = 'SELECT min(seq) FROM objects WHERE kind = ? AND created >= ?';
  return [{ sql: `seq >= (${first})`, values: [kind, since] }];
}

function beyond(
  store: Store,
  { kind, parent }: ListSource,
  id: string,
  param: string,
  upwards: boolean,
): Condition {
  const row = store.one<{ seq: number; kind: string; parent: string | null }>(
    'SELECT seq, kind, parent FROM objects WHERE id = ?',
    id,
  );
  if (row?.kind !== kind) throw noSuch(kind, id, { param });
  if (parent && row.parent !== parent) {
    throw invalidRequest(`'${id}' is not in this list.`, param);
  }
  return { sql: `seq ${upwards ? '>' : '<'} ?`, values: [row.seq] };
}
