import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { pastDue } from '#app/funding/refund-due.server.ts';
import { formatCents, FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import { now } from '#app/platform/clock.server.ts';
import { moveCursor, readCursor } from '#app/platform/cursor.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/platform/notify-administrators.server.ts';
import { contributions, products, refunds } from '#db/schema.ts';

/** Of the money held for products, so many percent may go back by age within a day unasked. */
export const MOST_PERCENT = 10;
/** So much always may: two products whole. */
const ALWAYS_CENTS = 2 * FULL_FUNDING_CENTS;
const DAY_MS = 86_400_000;
/** Until when an administrator's yes holds. */
const YES = 'large-refunds-allowed';

export interface LargeRefunds {
  /** What is to go back by age now, in cents, and how many contributions that is. */
  dueCents: number;
  contributions: number;
  /** What products hold whose testing has not begun, with what went back within a day. */
  heldCents: number;
  /** It waits for an administrator's yes. */
  isHeld: boolean;
}

/** What the 365-day rule is about to send back, and whether that is too much to do unasked. */
export async function readLargeRefunds(): Promise<LargeRefunds> {
  const { amountCents, productId } = contributions;
  const [due] = await db()
    .select({ cents: sumOf(amountCents), count: count() })
    .from(contributions)
    .innerJoin(products, eq(products.id, productId))
    .where(pastDue());
  const [held] = await db()
    .select({ cents: sumOf(products.raisedCents) })
    .from(products)
    .where(and(eq(products.isDemo, false), isNull(products.testingBegunAt)));
  const dayAgo = new Date(now().getTime() - DAY_MS);
  const [sent] = await db()
    .select({ cents: sumOf(refunds.amountCents) })
    .from(refunds)
    .where(and(eq(refunds.reason, 'unfunded_365_days'), gt(refunds.requestedAt, dayAgo)));
  const [dueCents, sentCents] = [due?.cents ?? 0, sent?.cents ?? 0];
  const heldCents = (held?.cents ?? 0) + sentCents;
  const allowedUntil = await readCursor(YES);
  const mostCents = Math.max(ALWAYS_CENTS, Math.floor((heldCents * MOST_PERCENT) / 100));
  const isTooMuch = dueCents > 0 && dueCents + sentCents > mostCents;
  return {
    dueCents,
    contributions: due?.count ?? 0,
    heldCents,
    isHeld: isTooMuch && !(allowedUntil && allowedUntil > now()),
  };
}

/**
 * Whether the sweep has to wait for an administrator, because so much at once is rather the sign of a
 * mistake; says so in the log, and, once a day, to all of them.
 */
export async function isTooMuchAtOnce(): Promise<boolean> {
  const { isHeld, dueCents, heldCents } = await readLargeRefunds();
  if (!isHeld) return false;
  const sums = { due: formatCents(dueCents), held: formatCents(heldCents) };
  log.error(sums, 'refunds by age are too much to be sent unasked; they wait for a yes');
  const key = now().toISOString().slice(0, 10);
  await db().transaction((tx) => notifyAdministrators(tx, 'refunds-held', { params: {}, key }));
  return true;
}

/** An administrator's yes: for a day nothing of it waits. */
export async function allowLargeRefunds(tx: Tx): Promise<void> {
  await moveCursor(YES, new Date(now().getTime() + DAY_MS), tx);
}

function sumOf(
  cents:
    | typeof contributions.amountCents
    | typeof products.raisedCents
    | typeof refunds.amountCents,
) {
  return sql<number>`coalesce(sum(${cents}), 0)::float8`;
}
