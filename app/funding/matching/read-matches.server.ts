import { and, asc, eq, inArray, isNull, not, sql, type SQL } from 'drizzle-orm';
import { LEAST_CENTS, type OpenMatch } from './match.ts';
import type { PoolKind } from '#app/catalogue/pool.ts';
import { now } from '#app/platform/clock.server.ts';
import { standingCents } from '#app/funding/standing-match.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import {
  contributions,
  disputes,
  matches,
  matchPromises,
  orderLines,
  orders,
  products,
} from '#db/schema.ts';

/** A match with what it has and its terms; amounts in cents. */
export interface Match extends OpenMatch {
  name: string;
  sponsorEmail: string;
  sponsorEmailNormalised: string;
  sumCents: number;
  firstGifts: number | null;
  /** `sponsor`, `project`, or the number of a pool. */
  unusedTo: string;
  raisedCents: number;
  promisedCents: number;
  createdAt: Date;
  closedAt: Date | null;
}

/** Gifts that count toward the first so many: promised or matched, and not come back since. */
const giftsOf = sql<number>`case when ${matches.firstGifts} is null then 0 else
  (select count(*)::int from ${matchPromises} p
   where p.match_id = ${matches.id} and p.status in ('open', 'spent')) end`;

/** The bank may take some of its money: nothing is promised until that is decided. */
const isContested = sql`exists (select from ${contributions} c
  join ${disputes} d on d.order_id = c.order_id and d.closed_at is null
  where c.product_id = ${matches.id})`;

/** Of `matches`: something was paid in once, whatever became of it. */
export const wasPaidFor = sql`exists (select from ${orderLines} l
  join ${orders} o on o.id = l.order_id and o.status = 'paid'
  where l.product_id = ${matches.id})`;

/** What an unfinished checkout was promised; cents. */
type Freed = { matchId: number; cents: number };

/**
 * Those that promise at this moment, in the order in which they were made: the first one that fits is
 * used. `freed` are promises that count as released, since a new checkout ends theirs.
 */
export async function openMatches(tx: Tx = db(), freed: Freed[] = []): Promise<Match[]> {
  // Without a moment that it is asked with, the database plans it once.
  const unclosed = await read(and(isNull(products.removedAt), not(isContested)), tx);
  const nowMs = now().getTime();
  return unclosed
    .filter(({ endsAt }) => endsAt.getTime() > nowMs)
    .map((match) => {
      const own = freed.filter(({ matchId }) => matchId === match.id);
      const { firstGifts, giftsLeft } = match;
      return {
        ...match,
        leftCents: own.reduce((sum, { cents }) => sum + cents, match.leftCents),
        giftsLeft: firstGifts === null ? null : Math.min(firstGifts, giftsLeft! + own.length),
      };
    })
    .filter(({ leftCents, giftsLeft }) => leftCents >= LEAST_CENTS && giftsLeft !== 0);
}

/** Every match there ever was, the newest first. */
export async function allMatches(tx: Tx = db()): Promise<Match[]> {
  return (await read(undefined, tx)).reverse();
}

/** One match; undefined where there is none. */
export async function findMatch(id: number, tx: Tx = db()): Promise<Match | undefined> {
  return (await read(inArray(matches.id, [id]), tx))[0];
}

async function read(which: SQL | undefined, tx: Tx): Promise<Match[]> {
  const rows = await tx
    .select({
      match: matches,
      gifts: giftsOf,
      name: products.name,
      raisedCents: products.raisedCents,
      promisedCents: products.promisedCents,
      closedAt: products.removedAt,
    })
    .from(matches)
    .innerJoin(products, eq(products.id, matches.id))
    .where(which)
    .orderBy(asc(matches.id));
  return rows.map(({ match, gifts, ...place }) => ({
    ...match,
    ...place,
    kind: match.kind as PoolKind,
    leftCents: place.raisedCents - place.promisedCents,
    giftsLeft: match.firstGifts === null ? null : Math.max(0, match.firstGifts - gifts),
  }));
}

/** One match that something was paid in for: before that, nobody has agreed to its terms. */
export async function findPaidMatch(id: number): Promise<Match | undefined> {
  return (await read(and(inArray(matches.id, [id]), wasPaidFor), db()))[0];
}

/** What a match added to one line of an order, and stands. */
export interface Matched {
  orderId: string;
  /** The product that was paid for. */
  productId: number;
  matchId: number;
  sponsorName: string | null;
  /** Cents that are promised, or were added. */
  cents: number;
  status: 'open' | 'spent';
}

/**
 * What matches promise or have added to the lines of some orders. A promise to a gift of the sponsor's
 * own is none, from the moment that the order's payer is known.
 */
export async function matchedOf(orderIds: string[], tx: Tx = db()): Promise<Matched[]> {
  const { rows } = await tx.execute<Record<string, unknown>>(sql`
    select * from (
      select p.order_id, p.product_id, p.match_id, m.sponsor_name, p.status,
        case p.status when 'open' then p.amount_cents else ${standingCents} end as cents
      from ${matchPromises} p join ${matches} m on m.id = p.match_id join orders o on o.id = p.order_id
      join ${products} paid_for on paid_for.id = p.product_id
      join ${products} place on place.id = coalesce(paid_for.merged_into, paid_for.id)
      where p.order_id = any(${sql.param(orderIds)}::uuid[]) and p.status in ('open', 'spent')
        and not (p.status = 'open' and o.status = 'paid' and m.sponsor_email_normalised in (
          select email_normalised from contributions c where c.order_id = o.id))
    ) matched where cents > 0 order by order_id, product_id`);
  return rows.map((row) => ({
    orderId: String(row.order_id),
    productId: Number(row.product_id),
    matchId: Number(row.match_id),
    sponsorName: row.sponsor_name === null ? null : String(row.sponsor_name),
    cents: Number(row.cents),
    status: row.status as Matched['status'],
  }));
}
