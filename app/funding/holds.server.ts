import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import type { Visitor } from '#app/platform/call.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { orderLines, orders } from '#db/schema.ts';

/**
 * What unfinished checkouts may hold is counted in shares: a full product and five lines each, so
 * that whoever holds nothing can always fund one product whole (decision 0040).
 */
const SHARE = { lines: 5, cents: FULL_FUNDING_CENTS };

/** A hold is one that came to nothing if nobody paid or gave it up within ten minutes. */
const HELD_FOR_NOTHING_MS = 10 * 60_000;
/** For so long a visitor who did not come to pay holds less. */
const REMEMBERED_MS = 86_400_000;
/** So many such holds of one network address are no accident. */
const IDLE_HOLDS_OF_ADDRESS = 2;

/** Lines and cents that one more payment may hold; never negative. */
export interface Room {
  lines: number;
  cents: number;
}

/**
 * What this visitor's next payment may reserve, beside what their browser, their address and their
 * network hold already. Their browser's own open checkout does not count: a new one ends it. A
 * browser that has paid before is held by its own bound alone, whoever shares its network.
 */
export async function roomOf(tx: Tx, visitor: Visitor): Promise<Room> {
  const { hasPaid, isIdle } = await historyOf(tx, visitor);
  const held = await heldBy(tx, visitor);
  const addressShares = config().SHARES_PER_ADDRESS;
  const isIdleAddress = !hasPaid && (await idleHoldsOf(tx, visitor)) >= IDLE_HOLDS_OF_ADDRESS;
  const rooms = [
    left(held.browser, isIdle ? 1 : addressShares / 2),
    ...(hasPaid
      ? []
      : [
          left(held.address, isIdleAddress ? addressShares / 2 : addressShares),
          left(held.network, addressShares * 2),
        ]),
  ];
  return {
    lines: Math.max(0, Math.min(...rooms.map(({ lines }) => lines))),
    cents: Math.max(0, Math.min(...rooms.map(({ cents }) => cents))),
  };
}

function left(held: Room, shares: number): Room {
  return {
    lines: Math.floor(SHARE.lines * shares) - held.lines,
    cents: Math.floor(SHARE.cents * shares) - held.cents,
  };
}

/** The network around a visitor's address, which whoever has one of its addresses often has whole. */
export function networkOf({ networks, addressHash }: Visitor): { now: string; before: string } {
  const around = networks.find(({ bits }) => bits === 24 || bits === 48);
  return around ?? { now: addressHash, before: addressHash };
}

/** What an address or a network is stored as, this week and the last. */
function hashesOf({ now: current, before }: { now: string; before: string }) {
  return sql`(${current}, ${before})`;
}

function addressOf({ networks, addressHash }: Visitor) {
  return networks[0] ?? { now: addressHash, before: addressHash };
}

/** Lines and cents of unfinished checkouts, money under way included. */
async function heldBy(tx: Tx, visitor: Visitor) {
  const { browserHash } = visitor;
  const addresses = hashesOf(addressOf(visitor));
  const networks = hashesOf(networkOf(visitor));
  const { rows } = await tx.execute<Record<string, number>>(sql`
    with held as (
      select id, browser_hash, address_hash, network_hash from ${orders}
      where status in ('open', 'awaiting')
        and (browser_hash = ${browserHash} or address_hash in ${addresses}
          or network_hash in ${networks})
        and not (browser_hash = ${browserHash} and status = 'open')
    ), lines as (
      select h.*, l.amount_cents from held h join ${orderLines} l on l.order_id = h.id
    )
    select
      count(*) filter (where browser_hash = ${browserHash})::int as browser_lines,
      coalesce(sum(amount_cents) filter (where browser_hash = ${browserHash}), 0)::int as browser_cents,
      count(*) filter (where address_hash in ${addresses})::int as address_lines,
      coalesce(sum(amount_cents) filter (where address_hash in ${addresses}), 0)::int as address_cents,
      count(*) filter (where network_hash in ${networks})::int as network_lines,
      coalesce(sum(amount_cents) filter (where network_hash in ${networks}), 0)::int as network_cents
    from lines`);
  const sums = rows[0] ?? {};
  const of = (who: string): Room => ({
    lines: sums[`${who}_lines`] ?? 0,
    cents: sums[`${who}_cents`] ?? 0,
  });
  return { browser: of('browser'), address: of('address'), network: of('network') };
}

/** Whether this browser has paid before, and whether a hold of its has come to nothing since. */
async function historyOf(tx: Tx, { browserHash }: Visitor) {
  const own = eq(orders.browserHash, browserHash);
  const [paid] = await tx
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(and(own, eq(orders.status, 'paid')))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  const [idle] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(own, cameToNothing(), gt(orders.createdAt, paid?.createdAt ?? new Date(0))))
    .limit(1);
  return { hasPaid: paid !== undefined, isIdle: idle !== undefined };
}

async function idleHoldsOf(tx: Tx, visitor: Visitor): Promise<number> {
  const idle = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.addressHash} in ${hashesOf(addressOf(visitor))}`, cameToNothing()))
    .limit(IDLE_HOLDS_OF_ADDRESS);
  return idle.length;
}

function cameToNothing() {
  const heldMs = sql`extract(epoch from ${orders.closedAt} - ${orders.createdAt}) * 1000`;
  return and(
    eq(orders.kind, 'funding'),
    eq(orders.status, 'expired'),
    gt(orders.closedAt, new Date(now().getTime() - REMEMBERED_MS)),
    sql`${heldMs} >= ${HELD_FOR_NOTHING_MS}`,
  );
}
