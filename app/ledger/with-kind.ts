import { sql } from 'drizzle-orm';

/**
 * Joins the kind `k` of a transaction `t`. One that was booked before there were kinds, or by the version
 * before, has none of its own: it is what its source begins with, or a payout by its reason.
 */
export const WITH_KIND = sql`left join ledger_kinds k on k.name = coalesce(t.kind, case
  when t.source like 'balance:%' and (t.reason like '%: payout%' or t.reason like '%: topup%')
  then 'payout' else split_part(t.source, ':', 1) end)`;
