import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { requestRefund } from '#app/funding/request-refund.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { holdAddresses } from '#app/platform/address-lock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { contributions, products } from '#db/schema.ts';

/** Money that finds no goal within so many days goes back (spec §9). */
export const REFUND_AFTER_DAYS = 365;
/** The funder hears of it so many days before. */
export const WARN_DAYS_BEFORE = 14;

const DAY_MS = 86_400_000;
const PAGE = 200;

/**
 * The 365-day rule (spec §1, design "Money" 8): each contribution by its own payment's date, as
 * long as its product is not fully funded. Warns 14 days before. Returns how many were taken back;
 * safe to repeat and to run twice at once.
 */
export async function refundUnfunded(onProgress: (done: number) => void = () => {}) {
  const warned = await warnUnfunded();
  let refunded = 0;
  await eachOlderThan(REFUND_AFTER_DAYS, async (page) => {
    for (const { id } of page) {
      try {
        const { accepted } = await requestRefund(id, { reason: 'unfunded_365_days' });
        if (accepted) onProgress((refunded += 1));
      } catch (error) {
        log.error(
          { err: error, contributionId: id },
          'a contribution was not taken back; tried again',
        );
      }
    }
  });
  return { refunded, warned };
}

async function warnUnfunded(): Promise<number> {
  let warned = 0;
  await eachOlderThan(REFUND_AFTER_DAYS - WARN_DAYS_BEFORE, async (page) => {
    const early = page.filter(({ paidAt }) => paidAt && paidAt > daysAgo(REFUND_AFTER_DAYS));
    warned += early.length;
    await db().transaction(async (tx) => {
      await holdAddresses(tx);
      const { id, email } = contributions;
      const ids = early.map((share) => share.id);
      const givers = await tx.select({ id, email }).from(contributions).where(inArray(id, ids));
      await queueMails(
        tx,
        givers.map((giver) => ({
          name: 'refund-upcoming',
          toEmail: giver.email,
          params: { contributionId: giver.id },
          dedupeKey: `refund-upcoming:${giver.id}`,
        })),
      );
    });
  });
  return warned;
}

/** Pages through the paid contributions of that age whose product is not fully funded. */
async function eachOlderThan(
  days: number,
  work: (page: { id: string; paidAt: Date | null }[]) => Promise<void>,
): Promise<void> {
  let last: { id: string; paidAt: Date | null } | undefined;
  for (;;) {
    const page = await db()
      .select({ id: contributions.id, paidAt: contributions.paidAt })
      .from(contributions)
      .innerJoin(products, eq(products.id, contributions.productId))
      .where(
        and(
          eq(contributions.status, 'paid'),
          lte(contributions.paidAt, daysAgo(days)),
          lt(products.raisedCents, products.targetCents),
          isNull(products.testingBegunAt),
          eq(products.isDemo, false),
          last &&
            sql`(${contributions.paidAt}, ${contributions.id}) > (${last.paidAt}, ${last.id})`,
        ),
      )
      .orderBy(asc(contributions.paidAt), asc(contributions.id))
      .limit(PAGE);
    if (page.length === 0) return;
    await work(page);
    last = page.at(-1);
  }
}

function daysAgo(days: number): Date {
  return new Date(now().getTime() - days * DAY_MS);
}
