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
  contributor_count, removed_reason`;
const LISTED = 'is_demo = false and removed_at is null';
const ORDERS: Record<string, string> = {
  current_amount: 'raised_cents desc nulls last, id desc nulls last',
  contributor_count: 'contributor_count desc nulls last, id desc nulls last',
  id: 'id desc nulls last',
};
const PAGE = 5;
const COUNTED = 1_000;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => {});

const server = createServer((request, response) => {
  answer(new URL(request.url ?? '/', 'http://localhost')).then(
    (body) => {
      const text = JSON.stringify(body);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
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
  const search = searchParams.get('search');
  const [items, total] = await Promise.all(
    search
      ? [found(order, `%${search}%`, offset), countFound(order, `%${search}%`)]
      : [
          rowsOf(
            page(
              `select id from products where ${LISTED} order by ${order} limit $1 offset $2`,
              order,
            ),
            [PAGE, offset],
          ),
          rowsOf('select total from product_totals where not is_demo', []),
        ],
  );
  return { items, total };
}

/** As `list-products.server.ts`: from the top of the list, else by the index. */
async function found(order: string, pattern: string, offset: number) {
  const top = `select id from (${TOP(order)}) top where search_text like $1
               order by ${order} limit ${PAGE} offset $3`;
  const near = await rowsOf(page(top, order), [pattern, 5_000, offset]);
  if (near.length === PAGE) return near;
  const hits = `select id from (${HITS}) hits order by ${order} limit ${PAGE} offset $2`;
  return rowsOf(page(hits, order), [pattern, offset]);
}

async function countFound(order: string, pattern: string) {
  const limited = (matches: string) =>
    `select count(*)::int as total from (${matches} limit ${COUNTED}) counted`;
  const near = await rowsOf(limited(`select from (${TOP(order)}) top where search_text like $1`), [
    pattern,
    5_000,
  ]);
  if (near[0]?.total === COUNTED) return near;
  return rowsOf(limited(`select from (${HITS}) hits`), [pattern]);
}

const TOP = (order: string) =>
  `select id, raised_cents, contributor_count, search_text from products
   where ${LISTED} order by ${order} limit $2`;
const HITS = `with hits as materialized (
    select id, raised_cents, contributor_count from products
    where ${LISTED} and search_text like $1
  ) select * from hits`;

function page(ids: string, order: string): string {
  return `select ${COLUMNS} from products where id in (${ids}) order by ${order}`;
}

async function rowsOf(statement: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query(statement, values)).rows as Record<string, unknown>[];
}
