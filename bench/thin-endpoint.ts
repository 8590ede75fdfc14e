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
const LISTED = 'is_demo = false and removed_at is null and hidden_at is null';
const ORDERS: Record<string, string> = {
  current_amount: 'raised_cents desc nulls last, id desc nulls last',
  contributor_count: 'contributor_count desc nulls last, id desc nulls last',
  id: 'id desc nulls last',
};
const PAGE = 5;
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
  const ids = `select id from products where ${LISTED} order by ${order} limit $1 offset $2`;
  const items = `select ${COLUMNS} from products where id in (${ids}) order by ${order}`;
  return { items: await rowsOf(items, [PAGE, offset]), total: await counted() };
}

let count: { until: number; total: Promise<unknown> } | undefined;

/** Once a second, as the site does. */
function counted(): Promise<unknown> {
  if (!count || count.until < Date.now()) {
    const total = rowsOf(`select count(*)::int as total from products where ${LISTED}`, []);
    count = { until: Date.now() + 1_000, total };
  }
  return count.total;
}

async function rowsOf(statement: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query(statement, values)).rows as Record<string, unknown>[];
}
