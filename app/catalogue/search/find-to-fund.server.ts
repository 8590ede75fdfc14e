import { desc, sql, type SQL } from 'drizzle-orm';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { groupOf } from '#app/catalogue/groups.ts';
import type { Kind } from '#app/catalogue/kinds.ts';
import { upcKey } from '#app/catalogue/product-keys.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { productsByCode } from '#app/catalogue/product-row.server.ts';
import { db } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';
import { forgivingSlips, hasWords, hasWordsOrSlips, likeness, plain } from './by-words.server.ts';
import { askedWords } from './words.ts';

const SHOWN = 5;
/** Of those that a page names unasked. */
const NAMED = 3;
/** Of those that an index finds, so many are put into order. */
const HITS_MAX = 500;

const listed = sql`not is_demo and removed_at is null and hidden_at is null
  and testing_status <> 'Tested'`;
/** Its goal is not reached, and it was looked at: what pages may name unasked. */
const unfunded = sql`${listed} and testing_status = 'Untested' and unreviewed_since is null`;
/** Can be paid for now. */
const fundable = sql`${unfunded} and raised_cents + reserved_cents < target_cents`;
const order = sql`raised_cents desc nulls last, id desc nulls last`;
const text = plain(sql`search_text`);

/** Products that are not tested yet, five at most, and how many there are as far as they are counted. */
interface ToFund {
  items: Product[];
  total: number;
}

/**
 * What the catalogue has, not tested yet, of a search over everything: first as its own search finds it, then with
 * the words in any order and without accents, then with slips forgiven; or the one product of a barcode.
 */
export async function findToFund(typed: string): Promise<ToFund> {
  const upc = upcKey(typed);
  if (upc !== null) return some(await readWhere(sql`upc = ${upc} and ${listed}`));
  const { items, total } = await listProducts({ search: typed, untested: true });
  const asked = askedWords(typed);
  // Of one or two letters there is no order, and a slip leaves nothing of them.
  if (total > 0 || asked.join(' ').length <= 2) return { items, total };
  const inAnyOrder = await read(hits(hasWords(text, asked), sql`0`));
  if (inAnyOrder.length > 0) return some(inAnyOrder);
  const near = hits(hasWordsOrSlips(text, asked), likeness(text, asked));
  const { rows } = await forgivingSlips((tx) => tx.execute<{ id: number }>(near));
  return some(await productsByCode(rows));
}

function hits(where: SQL, near: SQL): SQL {
  return sql`select id from (
      select id, raised_cents, ${near} as near from products where ${listed} and ${where}
      limit ${HITS_MAX}
    ) hits
    order by near desc, ${order} limit ${SHOWN}`;
}

/**
 * Products of a kind that can still be funded, those that have raised the most first; of a kind without
 * products, those of its group.
 */
export async function toFundOf({ products: ids, group }: Kind): Promise<Product[]> {
  const categories = groupOf(group)?.categories ?? [];
  const of =
    ids.length > 0 ? isOneOf(ids) : sql`category = any(${sql.param([...categories])}::text[])`;
  return readWhere(sql`${of} and ${fundable}`, NAMED);
}

/** Every product of these numbers that is listed and not tested, those that have raised the most first. */
export async function untestedAmong(ids: readonly number[]): Promise<Product[]> {
  return readWhere(sql`${isOneOf(ids)} and ${listed}`, ids.length);
}

/**
 * The newest products of these numbers whose goal is not reached, by name alone: on a page that no payment
 * changes, nothing stands that one does.
 */
export async function newestToFund(
  ids: readonly number[],
): Promise<Pick<Product, 'id' | 'name'>[]> {
  return db()
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(sql`${isOneOf(ids)} and ${unfunded}`)
    .orderBy(desc(products.id))
    .limit(NAMED);
}

function isOneOf(ids: readonly number[]): SQL {
  return sql`id = any(${sql.param([...ids])}::int[])`;
}

/** The product that the lane names first; undefined where none has anything yet. */
export async function findClosestToGoal(): Promise<Product | undefined> {
  const [closest] = await closestToFund(1, sql`raised_cents > 0 and ${fundable}`);
  return closest && (await readWhere(sql`id = ${closest.id}`))[0];
}

function some(items: Product[]): ToFund {
  return { items, total: items.length };
}

function readWhere(where: SQL, most = SHOWN): Promise<Product[]> {
  return read(sql`select id from products where ${where} order by ${order} limit ${most}`);
}

async function read(ids: SQL): Promise<Product[]> {
  return productsByCode((await db().execute<{ id: number }>(ids)).rows);
}
