import { sql, type SQL } from 'drizzle-orm';
import { PRODUCT_PAGE_SIZE, type Direction, type ProductSort } from '#app/catalogue/product.ts';
import { db } from '#app/platform/database/db.server.ts';
import { byteCache } from '#app/platform/http/byte-cache.ts';
import { DEEPEST_PAGE } from './list-query.ts';

/** One of the orders of the list. */
export interface ListOrder {
  sort?: ProductSort;
  direction?: Direction;
  /** `demo` shows the `[TEST]` products, and only them. */
  mode?: 'demo';
}

/** The place of a row in an order. */
interface Mark {
  id: number;
  /** What the list is sorted by. */
  key: number;
}

/** Rows between two marks. */
const STEP = 100;
/** As long as the call gives the same answer again (`sharedSeconds`). */
const KEPT_SECONDS = 1;
const MARK_BYTES = 100;

/** Of each order, as often as somebody reads it past its first marks. */
const marks = byteCache<Mark[]>({
  bytesMax: 1024 * 1024,
  secondsMax: KEPT_SECONDS,
  bytesOf: (kept) => (kept.length + 1) * MARK_BYTES,
});

/** Where a page begins: so many rows past a mark, or from the first row on. */
interface Place {
  after?: Mark;
  skipped: number;
}

/**
 * Where the page of the whole list is that is `offset` rows down. Deep down it is read from the
 * nearest mark, which costs what the first page costs. A mark stands where it stood within the last
 * second: a product that has moved past it since then moves the rows in between by one, as it would
 * have between the calls for two pages (decision 0090).
 */
export async function placeOf(order: ListOrder, offset: number): Promise<Place> {
  const step = Math.floor(offset / STEP);
  const near = step === 0 ? [] : (await marksOf(order)).slice(0, step);
  const after = near.at(-1);
  return { ...(after ? { after } : {}), skipped: offset - near.length * STEP };
}

/**
 * Selects the codes of a page, its place to be filled in: `skipped`, less than a step, and `key` and
 * `id` of a mark. The rows until the next mark stand in between: of a limit that it knows, the database
 * can tell that one plan is as good for every place.
 */
export function idsFrom(order: ListOrder, isPastMark: boolean): SQL {
  const [most, page] = [STEP, PRODUCT_PAGE_SIZE].map((rows) => sql.raw(String(rows)));
  return sql`select id from (
      select id, raised_cents, contributor_count from products
      where ${onList(order)} and ${isPastMark ? past(order) : sql`true`}
      order by ${orderOf(order)} limit ${most}
    ) step order by ${orderOf(order)} limit ${page} offset ${sql.placeholder('skipped')}`;
}

/** Products that stand on the list. */
export function onList({ mode }: ListOrder): SQL {
  const isDemo = sql.raw(String(mode === 'demo'));
  return sql`is_demo = ${isDemo} and removed_at is null and hidden_at is null`;
}

/** As the indexes have it, so that they serve both ways. */
export function orderOf({ sort, direction }: ListOrder): SQL {
  const way = direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  return sort === 'id' ? sql`id ${way}` : sql`${keyOf(sort)} ${way}, id ${way}`;
}

function keyOf(sort: ProductSort = 'current_amount'): SQL {
  if (sort === 'id') return sql`id`;
  return sort === 'current_amount' ? sql`raised_cents` : sql`contributor_count`;
}

function past({ sort, direction }: ListOrder): SQL {
  const [key, id] = [sql.placeholder('key'), sql.placeholder('id')];
  const than = direction === 'asc' ? sql`>` : sql`<`;
  return sort === 'id' ? sql`id ${than} ${id}` : sql`(${keyOf(sort)}, id) ${than} (${key}, ${id})`;
}

/** Every hundredth row of an order, as deep as pages go. */
async function marksOf(order: ListOrder): Promise<Mark[]> {
  const { sort = 'current_amount', direction = 'desc', mode = '' } = order;
  return marks.once(`${sort} ${direction} ${mode}`, async () => {
    const { rows } = await db().execute<Mark & Record<string, unknown>>(sql`
      select id, key from (
        select id, key, row_number() over () as place from (
          select id, ${keyOf(sort)} as key from products where ${onList(order)}
          order by ${orderOf(order)} limit ${DEEPEST_PAGE * PRODUCT_PAGE_SIZE}
        ) top
      ) placed where place % ${STEP} = 0 order by place`);
    return rows;
  });
}
