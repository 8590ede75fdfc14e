import { sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import type { Visitor } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { CHECKOUT_SECONDS } from '#app/funding/order.ts';
import { orderLines, orders } from '#db/schema.ts';

/** What the unfinished checkouts of one browser, and of one address, may hold (decision 0125). */
const MOST = {
  browser: { lines: 10, cents: 2 * FULL_FUNDING_CENTS },
  address: { lines: 40, cents: 8 * FULL_FUNDING_CENTS },
};

/** What `heldReservations` reads; its other columns are numbers. */
interface HeldRow extends Record<string, unknown> {
  ends_at: string | null;
  address_ends_at: string | null;
  open_kinds: string[];
  has_paid: boolean;
}

/**
 * Reads, in one statement, what a visitor holds, and so what their next payment may reserve beside what
 * their browser and their address hold already, money under way included. Their browser's own open
 * checkout does not count: a new one ends it. A browser that has paid before is held by its own bound
 * alone, whoever shares its address.
 */
export async function heldReservations(tx: Tx, visitor: Visitor) {
  const { browserHash, addressHash, addressHashBefore = addressHash } = visitor;
  const ofBrowser = sql`browser_hash = ${browserHash}`;
  const ofAddress = sql`address_hash in (${addressHash}, ${addressHashBefore})`;
  const { rows } = await tx.execute<HeldRow>(sql`
    with held as materialized (
      select id, kind, status, browser_hash, address_hash, expires_at from ${orders}
      where status in ('open', 'awaiting') and (${ofBrowser} or ${ofAddress})
    ), lines as (
      select h.*, l.amount_cents from held h join ${orderLines} l on l.order_id = h.id
      where not (${ofBrowser} and status = 'open')
    )
    select of_lines.*, of_address.*,
      exists (select from ${orders} where ${ofBrowser} and status = 'paid') as has_paid,
      array(select distinct kind from held where ${ofBrowser} and status = 'open') as open_kinds
    from (
      select
        count(*) filter (where ${ofBrowser})::int as browser_lines,
        coalesce(sum(amount_cents) filter (where ${ofBrowser}), 0)::int as browser_cents,
        count(*) filter (where ${ofAddress})::int as address_lines,
        coalesce(sum(amount_cents) filter (where ${ofAddress}), 0)::int as address_cents,
        min(expires_at) as ends_at
      from lines
    ) as of_lines, (
      select count(*)::int as open_at_address, min(expires_at) as address_ends_at
      from held where ${ofAddress}
    ) as of_address`);
  const row = present(rows[0], 'what a visitor holds');
  const left = (who: keyof typeof MOST) => ({
    lines: Math.max(0, MOST[who].lines * times() - Number(row[`${who}_lines`])),
    cents: Math.max(0, MOST[who].cents * times() - Number(row[`${who}_cents`])),
  });
  const [own, near] = [left('browser'), left('address')];
  const room = { lines: Math.min(own.lines, near.lines), cents: Math.min(own.cents, near.cents) };
  return {
    /** Lines and cents that one more payment may hold; never negative. */
    room: row.has_paid ? own : room,
    /** Seconds until the first of the checkouts ends that take room from this one. */
    waitSeconds: waitUntil(row.ends_at),
    /** Unfinished checkouts of whatever kind at their address, those with money under way included. */
    openAtAddress: Number(row.open_at_address),
    /** Seconds until the first of those ends. */
    addressWaitSeconds: waitUntil(row.address_ends_at),
    /** Kinds of which their browser has a checkout open that nobody has paid in any way. */
    openKinds: row.open_kinds,
    /** Whether their browser has paid for anything before. */
    hasPaid: row.has_paid,
  };
}

export type Standing = Awaited<ReturnType<typeof heldReservations>>;

/** How many times as much a visitor may do with checkouts: more than once where one machine buys for all. */
export const times = () => config().CHECKOUTS_TIMES;

/** An ended checkout is settled by the clock, a minute or two later; in whole minutes. */
function waitUntil(endsAt: string | null): number {
  const ms = endsAt ? new Date(endsAt).getTime() - now().getTime() : CHECKOUT_SECONDS * 1000;
  return Math.max(1, Math.ceil(ms / 60_000) + 2) * 60;
}
