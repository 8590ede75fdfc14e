import { and, count, eq, gt, inArray, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { pastDue } from '#app/funding/transfers/refund-due.server.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { formatCents, FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import { db, inTransaction, sumColumn, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { contributions, products, refunds } from '#db/schema.ts';

/** Of the money held for products, so many percent may go back by age within a day unasked. */
const MOST_PERCENT = 10;
/** So much always may: two products whole. */
const ALWAYS_CENTS = 2 * FULL_FUNDING_CENTS;

/** What the 365-day rule is about to send back, and whether that is too much to do unasked. */
export async function readLargeRefunds() {
  const { amountCents, productId, id } = contributions;
  const unasked = sql`filter (where ${isAllowed()} is not true)`;
  const [due] = await db()
    .select({
      cents: sql<number>`coalesce(sum(${amountCents}) ${unasked}, 0)::float8`,
      count: sql<number>`(count(*) ${unasked})::int`,
      since: sql<string | null>`min(${dueAt()}) ${unasked}`,
      code: sql<string>`to_hex(coalesce(${fingerprint(id, amountCents)} ${unasked}, 0))`,
      allowedCents: sql<number>`coalesce(sum(${amountCents}) filter (where ${isAllowed()}), 0)::float8`,
    })
    .from(contributions)
    .innerJoin(products, eq(products.id, productId))
    .where(pastDue());
  const isHolding = and(eq(products.isDemo, false), isNull(products.testingBegunAt));
  const { reason, requestedAt } = refunds;
  const isLately = and(eq(reason, 'unfunded_365_days'), gt(requestedAt, daysAgo(1)));
  const dueCents = due?.cents ?? 0;
  const sentCents = await sumColumn(db(), refunds.amountCents, isLately);
  const heldCents = (await sumColumn(db(), products.raisedCents, isHolding)) + sentCents;
  const mostCents = Math.max(ALWAYS_CENTS, Math.floor((heldCents * MOST_PERCENT) / 100));
  const goneCents = sentCents + (due?.allowedCents ?? 0);
  return {
    /** What is to go back by age now and has no yes, in cents, and how many contributions that is. */
    dueCents,
    contributions: due?.count ?? 0,
    /** Since when the first of them is due; null where none is. */
    dueSince: due?.since ? new Date(due.since) : null,
    /** Names just these contributions and amounts: a yes says to what. */
    code: due?.code ?? '',
    /** What went back within a day, or goes now because it has a yes. */
    goneCents,
    /** What products hold whose testing has not begun, with what went back within a day. */
    heldCents,
    /** It waits for an administrator's yes. */
    isHeld: dueCents > 0 && dueCents + goneCents > mostCents,
  };
}

/**
 * Whether the sweep sends only what has a yes, and the rest waits for one, because so much at once is rather the sign of a
 * mistake; says so in the log, and, once a day, to all of them.
 */
export async function isTooMuchAtOnce(): Promise<boolean> {
  const { isHeld, dueCents, heldCents, goneCents } = await readLargeRefunds();
  if (!isHeld) return false;
  const sums = { due: formatCents(dueCents), held: formatCents(heldCents) };
  log.error(sums, 'refunds by age are too much to be sent unasked; they wait for a yes');
  // What comes due after a yes is told of, too.
  const key = `${now().toISOString().slice(0, 10)}${goneCents > 0 ? ':more' : ''}`;
  await inTransaction((tx) => notifyAdministrators(tx, 'refunds-held', { params: {}, key }));
  return true;
}

/**
 * An administrator's yes to what they were shown, named by its code: these contributions go back within
 * a day, and what comes due beside them asks anew. Undefined, with nothing to be kept of the transaction,
 * where it is not just these that are due.
 */
export async function allowLargeRefunds(tx: Tx, code: string) {
  const { id, productId, amountCents } = contributions;
  const due = and(pastDue(), sql`${isAllowed()} is not true`);
  const own = eq(products.id, productId);
  const of = await tx
    .selectDistinct({ productId })
    .from(contributions)
    .innerJoin(products, own)
    .where(due);
  const given = of.flatMap((share) => share.productId ?? []);
  await lockProducts(tx, given);
  await holdAddresses(tx);
  const shown = tx.select({ id }).from(contributions).innerJoin(products, own).where(due);
  const allowed = tx
    .$with('allowed')
    .as(
      tx
        .update(contributions)
        .set({ refundAllowedAt: now() })
        .where(inArray(id, shown))
        .returning({ id, amountCents }),
    );
  const [found] = await tx
    .with(allowed)
    .select({
      dueCents: sql<number>`coalesce(sum(${allowed.amountCents}), 0)::float8`,
      contributions: count(),
      code: sql<string>`to_hex(${fingerprint(allowed.id, allowed.amountCents)})`,
    })
    .from(allowed);
  return found?.code === code ? found : undefined;
}

/** Of `contributions`: somebody said yes to within a day. */
export function isAllowed() {
  return gt(contributions.refundAllowedAt, daysAgo(1));
}

/** When a contribution came due: at its age, and after its giver's notice. */
function dueAt() {
  const { paidAt, renewedAt, refundToldAt } = contributions;
  const [aged, told] = [`${REFUND_DAYS} days`, `${REFUND_WARNING_DAYS} days`];
  return sql`greatest(coalesce(${renewedAt}, ${paidAt}) + ${aged}::interval, ${refundToldAt} + ${told}::interval)`;
}

/** The same for the same contributions with the same amounts, in whatever order. */
function fingerprint(id: SQLWrapper, cents: SQLWrapper) {
  return sql`bit_xor(hashtextextended(${id}::text || ' ' || ${cents}, 0))`;
}
