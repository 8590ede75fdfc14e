import { and, asc, eq, gte, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { groups } from './groups.ts';
import { isFor, POOL_FROM, type PoolKind } from './pool.ts';
import { searchText } from './search-text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { products } from '#db/schema.ts';

export interface Pool {
  id: number;
  name: string;
  kind: PoolKind;
  /** The key of a group, or a brand; empty for any product. */
  of: string;
  /** Cents that it has now. */
  raisedCents: number;
  contributors: number;
  closedAt: Date | null;
}

/** More than is ever given to one: it never has its goal, so what a pool has not spent goes back by age. */
const TARGET_CENTS = 2_000_000_000;
/** Takes turns at numbers. */
const NUMBERS_LOCK = 7_104;

/** Makes a pool, the only open one of its kind; or says why not. */
export async function createPool(
  tx: Tx,
  kind: PoolKind,
  of: string,
): Promise<{ ok: true; id: number; name: string } | { ok: false; why: 'no_such_kind' | 'exists' }> {
  if (!(await isKindKnown(tx, kind, of))) return { ok: false, why: 'no_such_kind' };
  await tx.execute(sql`select pg_advisory_xact_lock(${NUMBERS_LOCK}::bigint)`);
  const open = await readPools(and(isNull(products.removedAt), isOfKind(kind, of)), tx);
  if (open.length > 0) return { ok: false, why: 'exists' };
  const place = await addPlace(tx, poolName(kind, of), [POOL_FROM, 2 * POOL_FROM], {
    poolKind: kind,
    poolOf: of,
  });
  return { ok: true, ...place };
}

/** A place among the products with the next number after `from`, below `to`. The caller has its turn. */
async function addPlace(
  tx: Tx,
  name: string,
  [from, to]: readonly [number, number],
  more: Partial<typeof products.$inferInsert> = {},
): Promise<{ id: number; name: string }> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select greatest(${from}::int, coalesce(max(id), 0)) + 1 as id from products
    where id > ${from} and id < ${to}`);
  const id = Number(rows[0]?.id ?? from + 1);
  await tx.insert(products).values({
    id,
    name,
    searchText: searchText(name, ''),
    targetCents: TARGET_CENTS,
    levels: 1,
    hiddenAt: now(),
    ...more,
  });
  return { id, name };
}

/** A pool's name, which stands for a product's wherever money for it is named. */
function poolName(kind: PoolKind, of: string): string {
  if (kind === 'any') return 'Pool for any product';
  const group = groups.find(({ key }) => key === of);
  return kind === 'group' ? `Pool for ${group?.name ?? of}` : `Pool for ${of} products`;
}

/** Whether there are products of a kind. */
async function isKindKnown(tx: Tx, kind: PoolKind, of: string): Promise<boolean> {
  if (kind === 'any') return of === '';
  if (kind === 'group')
    return groups.some(({ key, categories }) => key === of && categories.length > 0);
  const own = and(eq(products.brand, of), eq(products.isDemo, false), isNull(products.removedAt));
  return (
    of !== '' &&
    (await tx.select({ id: products.id }).from(products).where(own).limit(1)).length > 0
  );
}

const isOfKind = (kind: PoolKind, of: string) =>
  and(eq(products.poolKind, kind), eq(products.poolOf, of));

/** Pools that take money, in the order in which they were made. */
export function openPools(tx: Tx = db()): Promise<Pool[]> {
  return readPools(isNull(products.removedAt), tx);
}

/** Those of them that are for a product, by its brand and category. */
export async function poolsFor(product: {
  brand: string | null;
  category: string | null;
}): Promise<Pool[]> {
  return (await openPools()).filter((pool) => isFor(pool, product));
}

/** Every pool there ever was. */
export function allPools(tx: Tx = db()): Promise<Pool[]> {
  return readPools(undefined, tx);
}

export async function findPool(id: number): Promise<Pool | undefined> {
  return (await readPools(inArray(products.id, [id]), db()))[0];
}

async function readPools(which: SQL | undefined, tx: Tx): Promise<Pool[]> {
  const { id, name, poolKind, poolOf, raisedCents, contributorCount, removedAt } = products;
  const rows = await tx
    .select({
      id,
      name,
      kind: poolKind,
      of: poolOf,
      raisedCents,
      contributors: contributorCount,
      closedAt: removedAt,
    })
    .from(products)
    .where(and(gte(id, POOL_FROM), which))
    .orderBy(asc(id));
  return rows.map((row) => ({ ...row, kind: row.kind as PoolKind, of: row.of ?? '' }));
}

/** The products that a pool is for, for a query of `products`. */
export function ofPool({ kind, of }: Pick<Pool, 'kind' | 'of'>): SQL {
  if (kind === 'any') return sql`true`;
  if (kind === 'brand') return sql`brand = ${of}`;
  const categories = groups.find(({ key }) => key === of)?.categories ?? [];
  return sql`category = any(${sql.param([...categories])}::text[])`;
}
