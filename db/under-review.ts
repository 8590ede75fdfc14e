import { sql } from 'drizzle-orm';

/**
 * Of `orders`: its payment was not what was ordered, is on the books, and nobody has decided on it;
 * it was neither sent back nor taken by a dispute.
 */
export const IS_UNDER_REVIEW = sql`orders.status = 'review'
  and exists (select from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
              where t.source = 'checkout:' || orders.session_id and e.account = 'review')
  and not exists (select from refunds r where r.id = orders.id)
  and not exists (select from dispute_lines l join disputes d on d.id = l.dispute_id
                  where l.allocation_id = orders.id and d.withdrawn_cents > 0)`;
