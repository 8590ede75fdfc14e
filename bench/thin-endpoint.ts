import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * The yardstick for reads: an endpoint of Node and `pg` that does the site's statements by hand and
 * answers with the rows, and nothing else: no validation, no schema, no sharing. A program of its
 * own, told its database by DATABASE_URL; it prints its address and ends with its parent.
 */
const COLUMNS = `id, name, brand, category, image_url, product_url, serving_size_g,
  serving_size_unit, testing_status, target_cents, raised_cents, reserved_cents, level,
  contributor_count, removed_reason, unreviewed_since`;
const LISTED = 'is_demo = false and removed_at is null';
const ORDERS: Record<string, string> = {
  current_amount: 'raised_cents desc nulls last, id desc nulls last',
  contributor_count: 'contributor_count desc nulls last, id desc nulls last',
  id: 'id desc nulls last',
};
const PAGE = 5;
const COUNTED = 500;
const NEAR = 3_000;
const FAR = 20_000;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => {});

const server = createServer(async (request, response) => {
  try {
    const body = await answer(new URL(request.url ?? '/', 'http://localhost'));
    const text = JSON.stringify(body);
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().on('end', () => process.exit(0));

async function answer({ pathname, searchParams }: URL): Promise<unknown> {
  const id = /^\/api\/products\/(\d+)$/.exec(pathname)?.[1];
  if (id) return rowsOf(`select ${COLUMNS} from products where id = $1`, [Number(id)]);
  const order = ORDERS[searchParams.get('sort') ?? 'current_amount'] ?? 'id';
  const offset = (Number(searchParams.get('page') ?? 1) - 1) * PAGE;
  const search = searchParams.get('search')?.replaceAll('!', '');
  if (search) return found(order, `%${search}%`);
  const ids = `select id from products where ${LISTED} order by ${order} limit $1 offset $2`;
  const [items, total] = await Promise.all([
    rowsOf(page(ids, order), [PAGE, offset]),
    rowsOf('select total from product_totals where not is_demo', []),
  ]);
  return { items, total };
}

/** The first page of a search, as `list-products.server.ts` finds it. */
async function found(order: string, pattern: string) {
  let { ids, total } = await walk(order, pattern, NEAR);
  if (total > 0 && total < PAGE) {
    const most = Math.min(Math.ceil((PAGE / total) * NEAR * 3), FAR);
    ({ ids, total } = await walk(order, pattern, most));
  }
  if (total < COUNTED) {
    const hits = `with hits as materialized (
        select id, raised_cents, contributor_count from products
        where ${LISTED} and search_text like $1
      ), counted as (select count(*)::int as total from (select from hits limit ${COUNTED}) capped)`;
    const isFilled = total >= PAGE;
    const statement = isFilled
      ? `${hits} select total from counted`
      : `${hits} select total, array(select id from hits order by ${order} limit ${PAGE}) as ids
         from counted`;
    const [row] = await rowsOf(statement, [pattern]);
    ({ total, ids = ids } = row as { total: number; ids?: number[] });
  }
  const items = await rowsOf(page('select unnest($1::int[])', order), [ids]);
  return { items, total: Math.min(total, COUNTED) };
}

async function walk(order: string, pattern: string, most: number) {
  const [row] = await rowsOf(
    `with top as materialized (
       select id, raised_cents, contributor_count, search_text like $1 as is_match
       from products where ${LISTED} order by ${order} limit $2
     )
     select (count(*) filter (where is_match))::int as total,
       array(select id from top where is_match order by ${order} limit ${PAGE}) as ids
     from top`,
    [pattern, most],
  );
  return row as unknown as { ids: number[]; total: number };
}

function page(ids: string, order: string): string {
  return `select ${COLUMNS} from products where id in (${ids}) order by ${order}`;
}

async function rowsOf(statement: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query(statement, values)).rows as Record<string, unknown>[];
}
