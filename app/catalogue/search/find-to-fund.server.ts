import { desc, sql, type SQL } from 'drizzle-orm';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { isUnderBarcode } from '#app/catalogue/item.server.ts';
import type { Kind } from '#app/catalogue/kinds.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { productsByCode } from '#app/catalogue/product-row.server.ts';
import { db } from '#app/database/db.server.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
import { products } from '#db/schema.ts';
import { findAmong } from './find.server.ts';

const SHOWN = 5;
/** Of those that a page names unasked. */
const NAMED = 3;

const untested = sql`not is_demo and removed_at is null and hidden_at is null
  and testing_status <> 'Tested'`;
/** Of one panel: plastics where none is named. */
export const listedFor = (panel: PanelKey = 'plastics') => sql`${untested} and panel = ${panel}`;
/** Of each item one test, plastics first, and none of the items of these reports: it stands under those. */
export const ofItems = (reports: number[]) => sql`${untested} and coalesce(item_of, id) not in (
  select coalesce(own.item_of, report) from unnest(${sql.param(reports)}::int[]) report
  left join products own on own.id = report) and not exists (
  select from products other
  where coalesce(other.item_of, other.id) = coalesce(products.item_of, products.id)
    and other.removed_at is null and other.hidden_at is null and other.testing_status <> 'Tested'
    and (other.panel <> 'plastics', other.round, other.id)
      < (products.panel <> 'plastics', products.round, products.id))`;
/** As the list of what is open has it. */
const open = sql`${listedFor()} and testing_status = 'Untested'
  and raised_cents + reserved_cents < target_cents`;
/** Its goal is not reached, and it was looked at: what pages may name unasked. */
const unfunded = sql`${listedFor()} and testing_status = 'Untested' and unreviewed_since is null`;
/** Can be paid for now. */
const fundable = sql`${unfunded} and raised_cents + reserved_cents < target_cents`;
const order = sql`raised_cents desc nulls last, id desc nulls last`;

/**
 * What the catalogue has, not tested yet, of a search (`findAmong`): five at most, and how many there are as
 * far as they are counted; of what is only near, as many as are shown.
 */
export async function findToFund(typed: string, where = listedFor(), isStrict = false) {
  const { ids, isNear } = await findAmong(typed, {
    from: sql`products`,
    id: sql`id`,
    name: sql`search_text`,
    words: sql`search_text`,
    where,
    isUnder: isUnderBarcode,
    order,
    isStrict,
  });
  const items = await productsByCode(ids.slice(0, SHOWN).map((id) => ({ id })));
  return { items, total: isNear ? items.length : ids.length };
}

/** The same of what takes money now, by number. */
export async function findOpen(typed: string): Promise<{ ids: number[]; total: number }> {
  const { items, total } = await findToFund(typed, open);
  return { ids: items.map(({ id }) => id), total };
}

/** Products of a kind that can still be funded, those that have raised the most first. */
export async function toFundOf({ products: ids }: Kind): Promise<Product[]> {
  return readWhere(sql`${isOneOf(ids)} and ${fundable}`, NAMED);
}

/** Every product of these numbers that is listed and not tested, those that have raised the most first. */
export async function untestedAmong(ids: readonly number[]): Promise<Product[]> {
  return readWhere(sql`${isOneOf(ids)} and ${listedFor()}`, ids.length);
}

/**
 * The newest products of these numbers whose goal is not reached, by name alone: on a page that no payment
 * changes, nothing stands that one does.
 */
export async function newestToFund(ids: readonly number[]) {
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
  return closest && (await productsByCode([closest]))[0];
}

async function readWhere(where: SQL, most: number): Promise<Product[]> {
  const { rows } = await db().execute<{ id: number }>(
    sql`select id from products where ${where} order by ${order} limit ${most}`,
  );
  return productsByCode(rows);
}
