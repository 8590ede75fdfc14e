import { sql, type SQL } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';
import { listed, ordinal } from '#app/kit/text.ts';

/** The booking of an order's payment. */
const PAID_UNDER = sql`case when o.session_id is null then 'invoice:' || o.invoice_id
  else 'checkout:' || o.session_id end`;

/** The samples that the payment of a month completed. */
export function stepsOfMonth(orderId: string) {
  return steps(sql`o.id = ${orderId}::uuid`);
}

/** The same of all monthly gifts of a person, as of the moments at which they were booked. */
export async function stepsBetween(emailNormalised: string, after: Date, until: Date) {
  return steps(sql`s.email_normalised = ${emailNormalised}
    and t.created_at > ${after.toISOString()}::timestamptz
    and t.created_at <= ${until.toISOString()}::timestamptz`);
}

/**
 * In the order in which they were completed, samples by their places from 1; of `levels` the last is the
 * product's goal. What it stood at before follows from the ledger.
 */
async function steps(which: SQL) {
  type Numbers = Record<'id' | 'levels' | 'target' | 'before' | 'cents', number>;
  const { rows } = await db().execute<Numbers & Record<'name' | 'paid_at', string>>(sql`
    select p.id, ${testNamed('p')} as name, p.levels, p.target_cents as target, o.paid_at,
      e.amount_cents::float8 as cents,
      (select coalesce(sum(b.amount_cents), 0)::float8 from ledger_entries b
       where b.account = e.account and b.transaction_id < t.id) as before
    from orders o join subscriptions s on s.id = o.subscription_id
    join ledger_transactions t on t.source = ${PAID_UNDER}
    join ledger_entries e on e.transaction_id = t.id
    join products p on e.account = 'product:' || p.id
    where o.status = 'paid' and e.amount_cents > 0 and ${which}
    order by t.id, p.id`);
  return rows.flatMap((row) => {
    const countAt = (cents: number) => Math.floor((cents * row.levels) / row.target);
    const [had, has] = [countAt(row.before), countAt(row.before + row.cents)];
    const samples = Array.from({ length: has - had }, (_, at) => had + at + 1);
    if (samples.length === 0) return [];
    const { id, name, levels } = row;
    return [{ product: { id, name }, samples, levels, paidAt: new Date(row.paid_at) }];
  });
}

/** "Your March gift completed the second sample of Oat Drink." */
export function stepText(step: Awaited<ReturnType<typeof steps>>[number]): string {
  const { product, samples, levels, paidAt } = step;
  const month = paidAt.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  const what = `${listed(samples.map(ordinal))} ${samples.length === 1 ? 'sample' : 'samples'}`;
  const goal = samples.includes(levels) ? ', and with it the goal' : '';
  return `Your ${month} gift completed the ${what} of ${product.name}${goal}.`;
}
