import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Payment } from './order-kinds.server.ts';
import { splitCents } from '#app/kit/money.ts';
import { feesAccount, type Account } from '#app/ledger/accounts.ts';
import { balanceOf, fromTo, isPosted, post, type Posting } from '#app/ledger/post.server.ts';
import { sumColumn, type Tx } from '#app/database/db.server.ts';
import { contributions } from '#db/schema.ts';

type Fee = NonNullable<Payment['fee']>;

/** What a product, or of null the project, was given of a payment. */
export interface Weight {
  productId: number | null;
  cents: number;
}

/**
 * The product that the fee of a contribution is charged to. What a merge sent back was never the
 * survivor's: its fee stays with the duplicate (`cut_by`), wherever it had been paid for.
 */
const chargedTo = sql<number | null>`case when ${contributions.isExcess}
  then coalesce(substring(${contributions.cutBy} from '^merge:([0-9]+):')::int,
    ${contributions.paidForProductId}, ${contributions.productId})
  else ${contributions.productId} end`;

/**
 * Posts what Stripe kept of an order's payment, to the cent as Stripe says, split over its products
 * by what each was given. Once per balance transaction: the caller has locked the order.
 */
export async function postOrderFee(tx: Tx, orderId: string, fee: Fee) {
  const given = await tx
    .select({
      productId: chargedTo,
      cents: sql<number>`sum(${contributions.amountCents})::float8`,
    })
    .from(contributions)
    .where(eq(contributions.orderId, orderId))
    .groupBy(sql`1`)
    .orderBy(asc(sql`1`));
  await postFee(tx, fee, given);
}

/** Posts a fee over products by weight; over none, it is the project's own. */
export async function postFee(tx: Tx, fee: Fee, over: Weight[]) {
  if (fee.cents === 0 || (await isPosted(tx, `fee:${fee.transactionId}`))) return;
  await post(tx, bookingOf(fee, over));
}

/** What books a fee that is not zero. */
export function bookingOf(fee: Fee, over: Weight[]): Posting {
  const shares = over.length > 0 ? over : [{ productId: null, cents: 1 }];
  const parts = splitCents(
    fee.cents,
    shares.map((share) => share.cents),
  );
  const entries = shares.map(({ productId }, at): [Account, number] => [
    feesAccount(productId),
    -(parts[at] ?? 0),
  ]);
  return {
    reason: 'fee of the payment provider',
    source: `fee:${fee.transactionId}`,
    entries: [['stripe', fee.cents], ...entries],
  };
}

/**
 * Entries of so much of the fees of a product as goes with so many cents of its money to another place,
 * in whole cents: nobody pays for money that is elsewhere. Read before that moves.
 */
export async function followingFees(tx: Tx, productId: number, toId: number | null, cents: number) {
  const all = await chargedCents(tx, productId);
  const feesCents = await balanceOf(tx, feesAccount(productId));
  const following = all === 0 ? 0 : Math.round((feesCents * cents) / all);
  return fromTo(feesAccount(productId), feesAccount(toId), following);
}

/** The cents that the fees of a product were charged on, whatever became of them since. */
async function chargedCents(tx: Tx, productId: number): Promise<number> {
  const { productId: place, amountCents, status } = contributions;
  const survivor = sql`(select p.merged_into from products p where p.id = ${productId})`;
  const own = sql`${place} in (${productId}, ${survivor})`;
  return sumColumn(tx, amountCents, and(own, eq(chargedTo, productId), ne(status, 'pending')));
}

/** What Stripe kept of the payment of an order, in cents; null where the books do not say yet. */
export function recordedFee(feeTransactionId: SQL): SQL<number | null> {
  return sql<number | null>`(
    select e.amount_cents::float8 from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
    where t.source = 'fee:' || ${feeTransactionId}
  )`;
}
