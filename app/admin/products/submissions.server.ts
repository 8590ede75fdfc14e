import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { findListedAlike } from '#app/catalogue/search/find-alike.server.ts';
import { barcodeText } from '#app/catalogue/barcodes.ts';
import { db } from '#app/database/db.server.ts';
import { productRows } from '#app/catalogue/product-row.server.ts';
import { shownProduct } from './search-products.server.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';
import {
  emailSubscriptions,
  orders,
  products,
  productSubmissions,
  testedProducts,
} from '#db/schema.ts';

/**
 * What visitors wrote of these products, and of the duplicates that were merged into them, the
 * oldest first, as they wrote it on /add-product; who they are is not said. Moments in ISO 8601.
 */
export async function writtenOf(productIds: number[]) {
  const standing = sql<number>`coalesce(${products.mergedInto}, ${products.id})`;
  const { name, upc, productUrl, comments, createdAt } = productSubmissions;
  const rows = await db()
    .select({
      /** Of the product that it became, or that was there already. */
      productId: standing,
      name,
      upc,
      productUrl,
      comments,
      /** Given with it. */
      amountCents: orders.amountCents,
      createdAt,
    })
    .from(productSubmissions)
    .innerJoin(products, eq(products.id, productSubmissions.productId))
    .innerJoin(orders, eq(orders.id, productSubmissions.orderId))
    .where(inArray(standing, productIds))
    .orderBy(asc(createdAt));
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export type WrittenSubmission = Awaited<ReturnType<typeof writtenOf>>[number];

const waiting = and(isNotNull(products.unreviewedSince), isNull(products.removedAt));

/** Products that visitors added and nobody has looked at, the oldest first, and how many in all. */
export async function listUnreviewed(limit: number) {
  const { id, unreviewedSince } = products;
  const oldest = await db()
    .select({ id })
    .from(products)
    .where(waiting)
    .orderBy(asc(unreviewedSince), asc(id))
    .limit(limit);
  const ids = oldest.map((row) => row.id);
  const rows = await productRows(ids);
  const written = rows.length > 0 ? await writtenOf(ids) : [];
  const tested = await testedAlike(rows);
  const listed = await Promise.all(
    rows.map(({ name, panel }) => findListedAlike(name, panelOf(panel).key)),
  );
  return {
    total: await db().$count(products, waiting),
    shown: rows.map((row, at) => ({
      ...shownProduct(row),
      category: row.category,
      servingSizeG: row.servingSizeG,
      upc: row.upc === null ? null : barcodeText(row.upc),
      /** What is listed under a name like this; it may be the same product. */
      listedAlike: (listed[at] ?? []).flatMap(({ id, name }) =>
        id === row.id ? [] : { id, name },
      ),
      testedAlike: tested.filter(({ like }) => like === row.id),
      written: written.filter(({ productId }) => productId === row.id),
    })),
  };
}

/** Of names that agree so far in their letters, it is asked whether they are one product. */
const ALIKE = 0.5;

/** The tested products under a name like one of these, three of each at most, the nearest first. */
async function testedAlike(named: { id: number; name: string }[]) {
  const { rows } = await db().execute<{ like: number; id: number; name: string }>(sql`
    select s.id as "like", t.original_id as id, t.name
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as s (id int, name text),
      lateral (
        select original_id, name, similarity(lower(name), lower(s.name)) as how from ${testedProducts}
        where similarity(lower(name), lower(s.name)) >= ${ALIKE}
        order by how desc, original_id limit 3) t
    order by t.how desc`);
  return rows;
}

export type Unreviewed = Awaited<ReturnType<typeof listUnreviewed>>['shown'][number];

/**
 * What people were searching for when they signed up on the home page, the most frequent first, spellings
 * in capitals or with other spaces as one.
 */
export async function listVisitorSearches(limit: number) {
  const { query, createdAt, confirmedAt } = emailSubscriptions;
  const { rows } = await db().execute<{ query: string; sign_ups: number; confirmed: number }>(sql`
    select (array_agg(${query} order by ${createdAt} desc))[1] as query,
      count(*)::int as sign_ups, count(${confirmedAt})::int as confirmed
    from ${emailSubscriptions}
    where ${query} ~ '\\S'
    group by lower(regexp_replace(btrim(${query}), '\\s+', ' ', 'g'))
    order by count(*) desc, max(${createdAt}) desc
    limit ${limit}`);
  return rows.map((row) => ({
    /** As it was typed last. */
    query: row.query.trim(),
    signUps: row.sign_ups,
    /** Of those, how many have confirmed their address. */
    confirmed: row.confirmed,
  }));
}

export type VisitorSearch = Awaited<ReturnType<typeof listVisitorSearches>>[number];
