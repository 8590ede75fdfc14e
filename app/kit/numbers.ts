/**
 * Every number that the site promises by, once: sentences, schemas, columns and pages are made from
 * these (decision 0065). Another value is another line here, and one in `pages/blog/read-post.server.ts`.
 */
export const NUMBERS = {
  /** What one test sample costs, in cents, of products without money. */
  levelCents: 42_500,
  /** Test levels of those, a sample each. */
  levels: 3,
  /** What one sample costs that is tested for metals, in cents (laboratories asked for $215 to $275). */
  metalsSampleCents: 27_500,
  /** What a laboratory usually charges for one sample, in cents. */
  usualLabCents: 49_500,
  /** Days after a payment at which money goes back that has found no goal. */
  refundDays: 365,
  /** Days before that at which the contributor is told. */
  refundWarningDays: 14,
  /** Days after a request for a refund by which it is decided; testing waits for no longer. */
  refundDecisionDays: 14,
  /** Weeks from the first purchase of a sample to the results, at the least and at the most. */
  resultsWeeks: { from: 4, to: 6 },
  /** How old a contributor has to be. */
  contributorAgeYears: 18,
  /** The quick-add buttons, in whole dollars. */
  quickAddDollars: [5, 10, 20, 100, 500],
  /** The least that is given with a new product, in dollars; at most its full funding. */
  submissionMinDollars: 25,
  /** Donations, in whole dollars; past the most, a slip of the keyboard is likelier than a gift. */
  donationDollars: { usual: 20, min: 5, max: 10_000, suggested: [5, 10, 20, 50, 100] },
};
