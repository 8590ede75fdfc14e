import { and, count, desc, eq, gt, inArray, min, sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import type { Visitor } from '#app/platform/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { MOST_LEVELS } from '#app/platform/limits/proof.server.ts';
import { orderLines, orders } from '#db/schema.ts';

/**
 * What unfinished checkouts may hold is counted in shares: a full product and five lines each, so
 * that one product fits whole where nothing is held (decisions 0040 and 0051).
 */
const SHARE = { lines: 5, cents: FULL_FUNDING_CENTS };

/** A hold is one that came to nothing if nobody paid or gave it up within ten minutes. */
const HELD_FOR_NOTHING_MS = 10 * 60_000;
/** For so long a visitor who did not come to pay holds less. */
const REMEMBERED_MS = 86_400_000;
/** So many such holds of one network address are no accident. */
const IDLE_HOLDS_OF_ADDRESS = 2;

/** Where address or network are full, a proof of work holds one product whole (decision 0051). */
const FOR_A_PROOF: Room = { lines: 1, cents: FULL_FUNDING_CENTS };
/** So many of these a network may hold for each share of an address. */
const PROVEN_HOLDS_A_SHARE = 5;
/** Each proof is twice as much work after so many that the network holds. */
const PROVEN_HOLDS_A_LEVEL = 2;

/** Lines and cents that one more payment may hold; never negative. */
export interface Room {
  lines: number;
  cents: number;
}

/** What a visitor's next payment may hold. */
export interface Rooms {
  /** Just so. */
  plain: Room;
  /** With a proof of work of `level`, beside what is held without. */
  proven: Room;
  level: number;
  /** Seconds until the first of the checkouts ends that take room from this one. */
  waitSeconds: number;
}

/**
 * What this visitor's next payment may reserve, beside what their browser, their address and their
 * network hold already. Their browser's own open checkout does not count: a new one ends it. A
 * browser that has paid before is held by its own bound alone, whoever shares its network.
 */
export async function roomsOf(tx: Tx, visitor: Visitor): Promise<Rooms> {
  const { hasPaid, isIdle } = await historyOf(tx, visitor);
  const held = await heldBy(tx, visitor);
  const isIdleAddress = !hasPaid && (await idleHoldsOf(tx, visitor)) >= IDLE_HOLDS_OF_ADDRESS;
  return {
    ...roomsBeside(held, { hasPaid, isIdle, isIdleAddress }),
    level: Math.min(MOST_LEVELS, Math.floor(held.proofs / PROVEN_HOLDS_A_LEVEL)),
    waitSeconds: waitUntil(held.endsAt),
  };
}

/** The bounds themselves: none is smaller than one product in full. */
export function roomsBeside(
  held: { browser: Room; address: Room; network: Room; proofs: number },
  { hasPaid, isIdle, isIdleAddress }: Record<'hasPaid' | 'isIdle' | 'isIdleAddress', boolean>,
): Pick<Rooms, 'plain' | 'proven'> {
  const shares = config().SHARES_PER_ADDRESS;
  const own = left(held.browser, isIdle ? 1 : shares / 2);
  if (hasPaid) return { plain: own, proven: own };
  const isProvenFull = held.proofs >= PROVEN_HOLDS_A_SHARE * shares;
  return {
    plain: narrowest(
      own,
      left(held.address, isIdleAddress ? shares / 2 : shares),
      left(held.network, shares * 2),
    ),
    proven: isProvenFull ? { lines: 0, cents: 0 } : narrowest(own, FOR_A_PROOF),
  };
}

/** Whether so many lines and cents fit. */
export function fits({ lines, cents }: Room, room: Room): boolean {
  return lines <= room.lines && cents <= room.cents;
}

/**
 * Unfinished checkouts of whatever kind at this visitor's address, those with money under way
 * included, and the seconds until the first of them ends.
 */
export async function openAtAddress(tx: Tx, visitor: Visitor) {
  const [row] = await tx
    .select({ open: count(), endsAt: min(orders.expiresAt) })
    .from(orders)
    .where(
      and(
        sql`${orders.addressHash} in ${hashesOf(addressOf(visitor))}`,
        inArray(orders.status, ['open', 'awaiting']),
      ),
    );
  return { open: row?.open ?? 0, waitSeconds: waitUntil(row?.endsAt ?? null) };
}

/** Whether a browser has paid for anything before. */
export async function hasPaidBefore(tx: Tx, visitor: Visitor): Promise<boolean> {
  return (await historyOf(tx, visitor)).hasPaid;
}

/** An ended checkout is settled by the clock, a minute or two later; in whole minutes. */
function waitUntil(endsAt: Date | null): number {
  const ms = endsAt ? endsAt.getTime() - now().getTime() : config().CHECKOUT_SECONDS * 1000;
  return Math.max(1, Math.ceil(ms / 60_000) + 2) * 60;
}

function narrowest(...rooms: Room[]): Room {
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

/**
 * Lines and cents of unfinished checkouts, money under way included. What was held for a proof has a
 * bound of its own: `proofs` of the network.
 */
async function heldBy(tx: Tx, visitor: Visitor) {
  const { browserHash } = visitor;
  const addresses = hashesOf(addressOf(visitor));
  const networks = hashesOf(networkOf(visitor));
  const { rows } = await tx.execute<Record<string, number> & { ends_at: string | null }>(sql`
    with held as (
      select id, browser_hash, address_hash, network_hash, is_proven, expires_at from ${orders}
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
      count(*) filter (where address_hash in ${addresses} and not is_proven)::int as address_lines,
      coalesce(sum(amount_cents) filter (where address_hash in ${addresses} and not is_proven), 0)::int
        as address_cents,
      count(*) filter (where network_hash in ${networks} and not is_proven)::int as network_lines,
      coalesce(sum(amount_cents) filter (where network_hash in ${networks} and not is_proven), 0)::int
        as network_cents,
      count(distinct id) filter (where network_hash in ${networks} and is_proven)::int as proofs,
      min(expires_at) as ends_at
    from lines`);
  const sums: Record<string, number> = rows[0] ?? {};
  const endsAt = rows[0]?.ends_at ? new Date(rows[0].ends_at) : null;
  const of = (who: string): Room => ({
    lines: sums[`${who}_lines`] ?? 0,
    cents: sums[`${who}_cents`] ?? 0,
  });
  const proofs = sums.proofs ?? 0;
  return { browser: of('browser'), address: of('address'), network: of('network'), proofs, endsAt };
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
