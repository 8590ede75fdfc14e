import { sql, type SQL } from 'drizzle-orm';
import { upcKey } from '#app/catalogue/barcode.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { productColumns, productFromRow, testEndedAt } from '#app/catalogue/product-row.server.ts';
import { centsFromDollars } from '#app/kit/money.ts';
import { db } from '#app/platform/database/db.server.ts';
import { products } from '#db/schema.ts';
import { askedWords } from './forgiving.ts';
import { mendWords } from './mend-words.server.ts';

const SHOWN = 5;
/** Products of the list's own order that are looked through without an index, as the list does. */
const NEAR_ROWS = 3_000;
/** Past so many words a phrase costs an index more than its words do, which find it as well. */
const PHRASE_WORDS_MAX = 4;
/** Of those that an index finds, so many are put into order. */
const HITS_MAX = 500;

const listed = sql`not is_demo and removed_at is null and hidden_at is null`;
/** Can be paid for now, and was looked at: what pages may name unasked. */
const fundable = sql`testing_status = 'Untested' and unreviewed_since is null
  and raised_cents + reserved_cents < target_cents`;
const order = sql`raised_cents desc nulls last, id desc nulls last`;
/** The same in steps that a dollar hardly ever changes. */
const byTenths = sql`raised_cents::bigint * 10 / target_cents desc, id desc`;

/** Products that can be funded, five at most, and how many there are as far as they are counted. */
interface ToFund {
  items: Product[];
  total: number;
}

/**
 * What the catalogue has of a search over everything: first as its own search finds it, then with
 * the words in any order, slips and accents forgiven; or the one product of a barcode.
 */
export async function findToFund(typed: string): Promise<ToFund> {
  const upc = upcKey(typed);
  if (upc !== null)
    return some(await byIds(sql`select id from products where upc = ${upc} and ${listed}`));
  const asked = askedWords(typed);
  if (asked.length <= PHRASE_WORDS_MAX) {
    const { items, total } = await listProducts({ search: typed });
    if (total > 0 || asked.length === 0) return { items, total };
  }
  const spellings = await mendWords(asked);
  const near = await byIds(nearIds(spellings));
  if (near.length > 0) return some(near);
  return some(await byIds(indexedIds(spellings)));
}

/** A product to fund as pages name it that are not drawn anew for every dollar. */
export interface NamedToFund extends Pick<
  Product,
  'id' | 'name' | 'testing_status' | 'test_ended_on' | 'target_amount'
> {
  /** Of its goal, whole ones: 0 to 9. */
  tenths: number;
}

/** Products of categories that can still be funded, the nearest to their goal first, by tenths of it. */
export async function toFundOf(
  categories: readonly string[],
  most = SHOWN,
): Promise<NamedToFund[]> {
  if (categories.length === 0) return [];
  const top = topIds(sql`category = any(${sql.param([...categories])})`, most, byTenths);
  const found = await byIds(top, byTenths);
  return found.map(({ id, name, testing_status, test_ended_on, target_amount, current_amount }) => {
    const raisedCents = centsFromDollars(current_amount);
    const tenths = Math.floor((raisedCents * 10) / centsFromDollars(target_amount));
    return { id, name, testing_status, test_ended_on, target_amount, tenths };
  });
}

/** The product that can be funded and has raised the most; undefined where none has anything yet. */
export async function findClosestToGoal(): Promise<Product | undefined> {
  const [closest] = await byIds(topIds(sql`raised_cents > 0`, 1));
  return closest;
}

function topIds(where: SQL, most: number, by = order): SQL {
  return sql`select id from (
      select id, category, testing_status, unreviewed_since,
             raised_cents, reserved_cents, target_cents from products
      where ${listed} order by ${order} limit ${NEAR_ROWS}
    ) top
    where ${where} and ${fundable} order by ${by} limit ${most}`;
}

function some(items: Product[]): ToFund {
  return { items, total: items.length };
}

async function byIds(ids: SQL, by = order): Promise<Product[]> {
  const rows = await db()
    .select({ ...productColumns, testEndedAt })
    .from(products)
    .where(sql`${products.id} in (${ids})`)
    .orderBy(by);
  return rows.map(productFromRow);
}

function nearIds(spellings: readonly string[][]): SQL {
  return sql`select id from (
      select id, raised_cents, search_text from products
      where ${listed} order by ${order} limit ${NEAR_ROWS}
    ) top
    where ${allOf(spellings)} order by ${order} limit ${SHOWN}`;
}

/** Trigrams know words of three letters and more; a search of shorter ones ends at the top. */
function indexedIds(spellings: readonly string[][]): SQL {
  if (!spellings.some((words) => words.every((word) => word.length >= 3))) return sql`select 0`;
  return sql`select id from (
      select id, raised_cents from products
      where ${listed} and ${allOf(spellings)} limit ${HITS_MAX}
    ) hits
    order by ${order} limit ${SHOWN}`;
}

function allOf(spellings: readonly string[][]): SQL {
  const words = spellings.map((ways) => {
    const any = ways.map((word) => sql`search_text like ${`%${word.replaceAll('_', '\\_')}%`}`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return sql.join(words, sql` and `);
}
