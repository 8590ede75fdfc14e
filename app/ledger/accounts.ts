/**
 * The accounts of the ledger. A positive balance is money that stands for that purpose; `stripe`,
 * `withheld`, `bank` and `demo` carry the opposite sign: where money is, or what it is made of. All balances sum to zero.
 *
 * | account | positive means |
 * |---|---|
 * | `stripe` | (negative) money that Stripe holds for us: took in and did not pay out |
 * | `withheld` | (negative) money at Stripe that it holds back as a reserve |
 * | `product:<id>` | raised for a product: equals its `raised_cents` |
 * | `donations` | given for no product |
 * | `refunds` | owed back to payers |
 * | `fees` | (negative) what Stripe kept of money for no product |
 * | `fees:<id>` | (negative) what Stripe kept of money for a product, as it says itself |
 * | `spent:<id>` | (negative) what was paid for samples and for the laboratory out of a product's money |
 * | `bank` | (negative) money that Stripe paid out to our bank, less what we paid from there: what `spent:<id>` names, and failed refunds (formerly unmatched money, too) that were paid outside Stripe |
 * | `settled:<id>` | (negative) what was left of a product after its test and passed on; made up for, where positive |
 * | `reserve` | what was left of tests that are done, kept for tests that cost more than they raised |
 * | `spent` | (negative) what the project's own money had to make up for |
 * | `disputes` | what a dispute took beyond its payment's allocations (negative), which the project loses unless it comes back; or left of them |
 * | `review` | unmatched: it arrived and fits no order; negative: it left and fits no contribution |
 * | `losses` | (negative) unmatched refunds that the project covers |
 * | `adjustments` | what Stripe gave us or took from us for no payment and no fee, a credit or a correction: the project's own |
 * | `demo` | (negative) the made-up money of `[TEST]` products |
 */
export type Account =
  | 'stripe'
  | 'withheld'
  | 'adjustments'
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
  return productId === null ? 'donations' : `product:${productId}`;
}
