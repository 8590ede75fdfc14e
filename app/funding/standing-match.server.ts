import { sql } from 'drizzle-orm';

/** Shares `c` of a promise `p` of a match, at its product, which is `place` by now; for a query of these. */
const ofPromise = sql`c.product_id = place.id and not c.is_excess
  and c.spent_by = 'match:' || p.match_id || ':' || p.order_id || ':' || p.product_id`;

/** Cents that a promise has added and that stand there: not what the bank took, or its sponsor got back. */
export const standingCents = sql<number>`(
  select coalesce(sum(c.amount_cents), 0)::int from contributions c
  where ${ofPromise} and c.status = 'paid')`;

/** Whether none of it stands there, or may again by a dispute that is open. */
export const isAllGone = sql<boolean>`not exists (
  select from contributions c where ${ofPromise} and c.status in ('paid', 'disputed'))`;
