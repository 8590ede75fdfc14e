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
 * | `fees` | (negative) what Stripe kept of money for no product |
 * | `fees:<id>` | (negative) what Stripe kept of money for a product, as it says itself |
 * | `disputes` | what a dispute took beyond its payment's allocations (negative), or left of them |
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
  | 'disputes'
  | `fees:${number}`
  | `product:${number}`;

/** Where Stripe's fees are posted: per product, or for none. */
export function feesAccount(productId: number | null): Account {
  return productId === null ? 'fees' : `fees:${productId}`;
}

/** Where an allocation's money stands: with its product, or as a donation. */
export function allocationAccount(productId: number | null): Account {
  return productId === null ? 'donations' : productAccount(productId);
}

export function productAccount(productId: number): Account {
  return `product:${productId}`;
}
