import { sql } from 'drizzle-orm';

/** Of `orders`: cents that disputes have taken of what is under review. */
const DISPUTED_REVIEW_CENTS = sql`coalesce((select sum(l.amount_cents) from dispute_lines l
  where l.allocation_id = orders.id and l.account = 'review' and l.returned_at is null), 0)`;

/** Of `orders`: cents of its payment that are under review and no dispute has taken. */
export const REVIEW_LEFT_CENTS = sql<number>`(coalesce((select sum(e.amount_cents)
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.source = 'checkout:' || orders.session_id and e.account = 'review'), 0)
  - ${DISPUTED_REVIEW_CENTS})::float8`;

/**
 * Of `orders`: its payment was not what was ordered, is on the books, and nobody has decided on it;
 * it was neither sent back nor wholly taken by disputes.
 */
export const IS_UNDER_REVIEW = sql`orders.status = 'review'
  and not exists (select from refunds r where r.id = orders.id)
  and ${REVIEW_LEFT_CENTS} > 0`;
