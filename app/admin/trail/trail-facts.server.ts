import { inArray, sql, type SQL } from 'drizzle-orm';
import { saidProduct, type TrailFacts, type TrailMoney } from './trail-sentence.ts';
import { isUuid } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import { mails } from '#db/schema.ts';

/*
 * What rows of the trail name is joined as they are read. The trail cannot forget, so it holds no more
 * of a person than a number; what they had erased since is not stored where this reads.
 */

/**
 * Money as rows of the trail name it: a line for each product that it was given to, is held for, or
 * was taken from. `number` is ours, and `dispute` Stripe's.
 */
const MONEY = sql`(
  select 'contribution ' || c.id as subject, c.id as number, null as dispute, c.id as payment,
    c.amount_cents as cents, c.product_id, c.product_id is null as is_donation
  from contributions c
  union all
  select 'refund request ' || q.id, q.id, null, c.id, c.amount_cents, c.product_id, c.product_id is null
  from refund_requests q join contributions c on c.id = q.contribution_id
  union all
  select kind || r.id, r.id, null, coalesce(c.id, r.order_id), r.amount_cents, c.product_id,
    c.id is not null and c.product_id is null
  from refunds r left join contributions c on c.id = r.contribution_id
    cross join (values ('refund '), ('unmatched '), ('unmatched refund ')) kinds (kind)
  union all
  select 'order ' || o.id, o.id, null, o.id, o.amount_cents, l.product_id, false
  from orders o join order_lines l on l.order_id = o.id
  union all
  select 'dispute ' || d.id, null, d.id, d.order_id, d.amount_cents, l.product_id, false
  from disputes d left join order_lines l on l.order_id = d.order_id
) money`;

/** What rows name that are about money of a product. */
export function moneySubjectsOf(productId: number): SQL {
  return sql`select subject from ${MONEY} where product_id = ${productId}`;
}

/** What is stored now about what these rows name. */
export async function readTrailFacts(
  rows: readonly { subject: string; after: unknown }[],
): Promise<TrailFacts> {
  const ids = rows.map(({ subject }) => subject.slice(subject.lastIndexOf(' ') + 1));
  const numbers = [...new Set(ids.filter(isUuid))];
  const disputes = rows
    .filter(({ subject }) => subject.startsWith('dispute '))
    .map(({ subject }) => subject.slice('dispute '.length));
  const money = await readMoney(numbers, disputes);
  const codes = [
    ...rows.flatMap(({ subject }) => Number(/^product (\d{1,9})\b/.exec(subject)?.[1] ?? 0)),
    ...[...money.values()].flatMap(({ products }) => products),
    ...rows.flatMap(({ after }) => [...publishedIn(after), ...(saidProduct(after) ?? [])]),
  ];
  return { money, names: await readNames([...new Set(codes)]), mails: await readMails(numbers) };
}

async function readMoney(numbers: string[], disputes: string[]): Promise<Map<string, TrailMoney>> {
  if (numbers.length + disputes.length === 0) return new Map();
  const { rows } = await db().execute<{
    subject: string;
    payment: string;
    cents: number;
    product_id: number | null;
    is_donation: boolean;
  }>(sql`
    select * from ${MONEY} where number = any(${sql.param(numbers)}::uuid[])
    union all select * from ${MONEY} where dispute = any(${sql.param(disputes)}::text[])`);
  return new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, own]) => {
      const { cents, payment, is_donation: isDonation } = own[0]!;
      const products = own.flatMap(({ product_id }) => product_id ?? []);
      return [subject, { cents, payment, isDonation, products }];
    }),
  );
}

/** The products that a row says results were published of. */
function publishedIn(after: unknown): number[] {
  const { products } = (after ?? {}) as { products?: unknown };
  if (!Array.isArray(products)) return [];
  return products.map((one) => Number((one as { product?: unknown }).product)).filter(Boolean);
}

/** PlasticList's products are below 1000 and in no list but the tested one. */
async function readNames(codes: number[]): Promise<Map<number, string>> {
  const sought = sql`any(${sql.param(codes)}::int[])`;
  const { rows } = await db().execute<{ id: number; name: string }>(sql`
    select id, name from products where id = ${sought}
    union all select original_id, name from tested_products
      where product_id is null and original_id = ${sought}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readMails(numbers: string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const { id, name } = mails;
  const rows = await db().select({ id, name }).from(mails).where(inArray(id, numbers));
  return new Map(rows.map((row) => [row.id, row.name]));
}
