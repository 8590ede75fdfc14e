import { and, desc, eq, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import type { CardSearch } from './search-cards.server.ts';
import type { Sought } from './sought.ts';
import { isUuid } from '#app/kit/text.ts';
import type { Tx } from '#app/database/db.server.ts';
import { addDays } from '#app/testing/promise.ts';
import { contributions, orderLines, orders, products, refundRequests } from '#db/schema.ts';

/** Payments shown of one search, the newest first. */
export const PAYMENTS_SHOWN = 100;
/** Payments listed before anything is searched. */
export const RECENT_SHOWN = 10;

/** The newest orders that fit one of what is sought, at most one more than is shown; their ids. */
export async function matchPayments(tx: Tx, sought: Sought[], cards: CardSearch | undefined) {
  const rows = await tx
    .selectDistinct({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .leftJoin(contributions, eq(contributions.orderId, orders.id))
    .where(or(...sought.map((one) => fits(one, cards))))
    .orderBy(desc(orders.createdAt))
    .limit(PAYMENTS_SHOWN + 1);
  return rows.map((row) => row.id);
}

/** Paid, or on its way: what was only begun is found by its numbers alone. */
const IS_PAID = inArray(orders.status, ['awaiting', 'paid', 'review']);

function fits(sought: Sought, cards: CardSearch | undefined): SQL | undefined {
  switch (sought.by) {
    case 'number':
      return isNumbered(sought.id);
    case 'address':
      return or(
        sql`lower(${orders.email}) = ${sought.email}`,
        eq(contributions.emailNormalised, sought.email),
      );
    case 'part-of-address': {
      const like = containing(sought.part);
      return sql`(lower(${orders.email}) like ${like} or ${contributions.emailNormalised} like ${like})`;
    }
    case 'product':
      return isFor(sql`(${sought.productId}::int)`);
    case 'words-of-product': {
      const named = sought.words.map(
        (word) => sql`${products.searchText} like ${containing(word)}`,
      );
      return isFor(sql`(select ${products.id} from ${products} where ${and(...named)})`);
    }
    case 'amount': {
      const { amountCents } = sought;
      const isIt = or(
        eq(orders.amountCents, amountCents),
        eq(contributions.amountCents, amountCents),
      );
      return and(IS_PAID, isIt);
    }
    case 'day': {
      const at = sql`coalesce(${orders.paidAt}, ${orders.createdAt})`;
      const [from, to] = [sought.day, addDays(sought.day, 1)].map((day) => `${day}T00:00:00Z`);
      return and(IS_PAID, gte(at, from), lt(at, to));
    }
    default:
      return hasCard(cards);
  }
}

function isNumbered(id: string): SQL | undefined {
  if (isUuid(id)) {
    const isAskedBack = sql`${contributions.id} in (
      select contribution_id from ${refundRequests} where id = ${id})`;
    return or(eq(orders.id, id), eq(contributions.id, id), isAskedBack);
  }
  return or(eq(orders.sessionId, id), eq(orders.paymentIntentId, id), eq(orders.invoiceId, id));
}

/** Given to one of these products, or to one that was merged into another since, or meant for it. */
function isFor(ids: SQL): SQL | undefined {
  const line = sql`exists (select from ${orderLines} l
    where l.order_id = ${orders.id} and l.product_id in ${ids})`;
  const given = sql`${contributions.productId} in ${ids} or ${contributions.paidForProductId} in ${ids}`;
  return and(IS_PAID, sql`(${given} or ${line})`);
}

/** Whoever had their address erased is not found again by what Stripe still has of them. */
function hasCard(cards: CardSearch | undefined): SQL | undefined {
  const isErasedOne = sql`coalesce(${orders.email}, '') like 'erased-%@erased.invalid'`;
  return and(inArray(orders.paymentIntentId, cards?.paymentIds ?? []), sql`not ${isErasedOne}`);
}

/** For LIKE: anything with this text in it, to the letter. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
