import { sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
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

/** What a visitor's unfinished and earlier checkouts say of their next one. */
export interface Standing {
  rooms: Rooms;
  /** Unfinished checkouts of whatever kind at their address, those with money under way included. */
  openAtAddress: number;
  /** Seconds until the first of those ends. */
  addressWaitSeconds: number;
  /** Kinds of which their browser has a checkout open that nobody has paid in any way. */
  openKinds: string[];
  /** Whether their browser has paid for anything before. */
  hasPaid: boolean;
}

/**
 * Reads, in one statement, what a visitor holds, and so what their next payment may reserve beside what
 * their browser, their address and their network hold already. Their browser's own open checkout does
 * not count: a new one ends it. A browser that has paid before is held by its own bound alone, whoever
 * shares its network.
 */
export async function standingOf(tx: Tx, visitor: Visitor): Promise<Standing> {
  const held = await heldBy(tx, visitor);
  const { hasPaid, isIdle, openAtAddress, openKinds } = held;
  const isIdleAddress = !hasPaid && held.idleHolds >= IDLE_HOLDS_OF_ADDRESS;
  return {
    rooms: {
      ...roomsBeside(held, { hasPaid, isIdle, isIdleAddress }),
      level: Math.min(MOST_LEVELS, Math.floor(held.proofs / PROVEN_HOLDS_A_LEVEL)),
      waitSeconds: waitUntil(held.endsAt),
    },
    openAtAddress,
    addressWaitSeconds: waitUntil(held.addressEndsAt),
    openKinds,
    hasPaid,
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

/** What `heldBy` reads; its other columns are numbers. */
interface HeldRow extends Record<string, unknown> {
  ends_at: string | null;
  address_ends_at: string | null;
  open_kinds: string[];
  has_paid: boolean;
  is_idle: boolean;
}

/**
 * Lines and cents of unfinished checkouts, money under way included, beside what these and earlier ones
 * say of the visitor. What was held for a proof has a bound of its own: `proofs` of the network.
 */
async function heldBy(tx: Tx, visitor: Visitor) {
  const { browserHash } = visitor;
  const addresses = hashesOf(addressOf(visitor));
  const networks = hashesOf(networkOf(visitor));
  const ofAddress = sql`address_hash in ${addresses}`;
  const ofNetwork = sql`network_hash in ${networks}`;
  const { rows } = await tx.execute<HeldRow>(sql`
    with held as materialized (
      select id, kind, status, browser_hash, address_hash, network_hash, is_proven, expires_at
      from ${orders}
      where status in ('open', 'awaiting')
        and (browser_hash = ${browserHash} or ${ofAddress} or ${ofNetwork})
    ), lines as materialized (
      select h.*, l.amount_cents from held h join ${orderLines} l on l.order_id = h.id
      where not (browser_hash = ${browserHash} and status = 'open')
    ), paid as materialized (
      select max(created_at) as at from ${orders}
      where browser_hash = ${browserHash} and status = 'paid'
    )
    select of_lines.*, of_address.*, paid.at is not null as has_paid,
      array(select distinct kind from held where browser_hash = ${browserHash} and status = 'open')
        as open_kinds,
      exists (select from ${orders} where browser_hash = ${browserHash} and ${cameToNothing()}
        and created_at > coalesce(paid.at, 'epoch')) as is_idle,
      (select count(*)::int from ${orders} where ${ofAddress} and ${cameToNothing()}) as idle_holds
    from paid, (
      select
        count(*) filter (where browser_hash = ${browserHash})::int as browser_lines,
        coalesce(sum(amount_cents) filter (where browser_hash = ${browserHash}), 0)::int as browser_cents,
        count(*) filter (where ${ofAddress} and not is_proven)::int as address_lines,
        coalesce(sum(amount_cents) filter (where ${ofAddress} and not is_proven), 0)::int
          as address_cents,
        count(*) filter (where ${ofNetwork} and not is_proven)::int as network_lines,
        coalesce(sum(amount_cents) filter (where ${ofNetwork} and not is_proven), 0)::int
          as network_cents,
        count(distinct id) filter (where ${ofNetwork} and is_proven)::int as proofs,
        min(expires_at) as ends_at
      from lines
    ) as of_lines, (
      select count(*)::int as open_at_address, min(expires_at) as address_ends_at
      from held where ${ofAddress}
    ) as of_address`);
  const row = present(rows[0], 'what a visitor holds');
  const number = (name: string) => Number(row[name]);
  const room = (who: string): Room => ({
    lines: number(`${who}_lines`),
    cents: number(`${who}_cents`),
  });
  return {
    browser: room('browser'),
    address: room('address'),
    network: room('network'),
    proofs: number('proofs'),
    endsAt: row.ends_at ? new Date(row.ends_at) : null,
    openAtAddress: number('open_at_address'),
    addressEndsAt: row.address_ends_at ? new Date(row.address_ends_at) : null,
    openKinds: row.open_kinds,
    /** Whether this browser has paid before, and whether a hold of its has come to nothing since. */
    hasPaid: row.has_paid,
    isIdle: row.is_idle,
    /** Holds of the address that came to nothing. */
    idleHolds: number('idle_holds'),
  };
}

function cameToNothing() {
  const since = new Date(now().getTime() - REMEMBERED_MS).toISOString();
  return sql`kind = 'funding' and status = 'expired' and closed_at > ${since}::timestamptz
    and extract(epoch from closed_at - created_at) * 1000 >= ${HELD_FOR_NOTHING_MS}`;
}
