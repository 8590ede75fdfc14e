import { desc, lt, sql, type SQL } from 'drizzle-orm';
import { stepsBetween, stepText } from '#app/donations/monthly-steps.server.ts';
import { listed, ordinal } from '#app/kit/text.ts';
import { addressOf } from './load-payment.server.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, digestIssues, emailSubscriptions } from '#db/schema.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';

/**
 * What an issue of the digest tells one person of their own since the one before it: what their months
 * completed, and which samples are paid for of products that they follow or gave to, in sentences.
 */
export async function loadYours(emailNormalised: string, issue: typeof digestIssues.$inferSelect) {
  const after = await lastMadeAt(issue);
  const steps = await stepsBetween(emailNormalised, after, issue.madeAt);
  const samples = await samplesPaidFor(emailNormalised, after, issue.madeAt);
  const told = new Set(steps.map(({ product }) => product.id));
  return [
    ...steps.map((step) => ({ text: stepText(step), url: addressOf(step.product.id) })),
    ...samples.filter(({ id }) => !told.has(id)),
  ];
}

/** When the issue before was made; of the first, since when anything was told. */
async function lastMadeAt({ number, since }: typeof digestIssues.$inferSelect): Promise<Date> {
  const [last] = await db()
    .select({ madeAt: digestIssues.madeAt })
    .from(digestIssues)
    .where(lt(digestIssues.number, number))
    .orderBy(desc(digestIssues.number))
    .limit(1);
  return last?.madeAt ?? since;
}

/** By the ledger: what each product stood at then, and stands at. */
async function samplesPaidFor(emailNormalised: string, after: Date, until: Date) {
  const by = (at: Date) => sql`coalesce(sum(e.amount_cents)
    filter (where t.created_at <= ${at.toISOString()}::timestamptz), 0)`;
  const own = (which: SQL) => sql`exists (
    select from ${emailSubscriptions}
    where email_normalised = ${emailNormalised} and topic = 'product:' || p.id and ${which})`;
  const { rows } = await db().execute<{ id: number; name: string; had: number; has: number }>(sql`
    select p.id, ${testNamed('p')} as name, floor(${by(after)} * p.levels / p.target_cents)::int as had,
      floor(${by(until)} * p.levels / p.target_cents)::int as has
    from products p join ledger_entries e on e.account = 'product:' || p.id
    join ledger_transactions t on t.id = e.transaction_id
    where p.removed_at is null and p.hidden_at is null and not p.is_demo
      and (${own(sql`is_on`)} or p.id in (
        select product_id from ${contributions}
        where email_normalised = ${emailNormalised} and status = 'paid'
      ))
      and not ${own(sql`not is_on`)}
    group by p.id order by p.id`);
  return rows.flatMap(({ id, name, had, has }) => {
    const samples = Array.from({ length: Math.max(0, has - had) }, (_, at) => had + at + 1);
    if (samples.length === 0) return [];
    const words = `${listed(samples.map(ordinal))} ${samples.length === 1 ? 'sample' : 'samples'}`;
    return [{ id, text: `${name} has the money for its ${words}.`, url: addressOf(id) }];
  });
}
