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
 * | `spent:<id>` | (negative) what was paid for samples and for the laboratory out of a product's money |
 * | `bank` | paid by ourselves, out of what Stripe paid out to us: what `spent:<id>` names, and refunds that could not arrive through Stripe |
 * | `settled:<id>` | (negative) what was left of a product after its test and passed on; made up for, where positive |
 * | `reserve` | what was left of tests that are done, kept for tests that cost more than they raised |
 * | `spent` | (negative) what the project's own money had to make up for |
 * | `disputes` | what a dispute took beyond its payment's allocations (negative), or left of them |
 * | `review` | paid, but not for what an order asked; negative: refunds that left Stripe for nothing we know. An administrator decides |
 * | `losses` | (negative) such refunds that the project bears |
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
  | 'bank'
  | 'reserve'
  | 'losses'
  | 'spent'
  | `fees:${number}`
  | `spent:${number}`
  | `settled:${number}`
  | `product:${number}`;

/** Where Stripe's fees are posted: per product, or for none. */
export function feesAccount(productId: number | null): Account {
  return productId === null ? 'fees' : `fees:${productId}`;
}

/** Where an allocation's money stands: with its product, or as a donation. */
export function allocationAccount(productId: number | null): Account {
  return productId === null ? 'donations' : productAccount(productId);
}

/** Where what is paid for a product's test is posted. */
export function spentAccount(productId: number): Account {
  return `spent:${productId}`;
}

/** Where what is left of a product's money, or missing of it, is passed on from. */
export function settledAccount(productId: number): Account {
  return `settled:${productId}`;
}

export function productAccount(productId: number): Account {
  return `product:${productId}`;
}
