/**
 * The accounts of the ledger. A positive balance is money that stands for that purpose; `stripe`
 * and `demo` carry the opposite sign: what came in from outside. All balances sum to zero.
 *
 * | account | positive means |
 * |---|---|
 * | `stripe` | (negative) money that Stripe took in for us and still holds or paid out |
 * | `product:<id>` | raised for a product: equals its `raised_cents` |
 * | `donations` | given for no product |
 * | `refunds` | owed back to payers |
 * | `fees` | (negative) what Stripe kept |
 * | `review` | paid, but not for what an order asked: an administrator decides |
 * | `demo` | (negative) the made-up money of `[TEST]` products |
 */
export type Account =
  | 'stripe'
  | 'donations'
  | 'refunds'
  | 'fees'
  | 'review'
  | 'demo'
  | `product:${number}`;

export function productAccount(productId: number): Account {
  return `product:${productId}`;
}
