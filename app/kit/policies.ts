/*
 * What pages say at length in more than one place; apart from `facts.ts`, which every page loads.
 */

/** The one policy on manufacturers' money, in the same words wherever it is stated. */
export const MANUFACTURER_MONEY =
  'Manufacturers may fund tests of their own products; the samples are still bought at retail, and the result is published whatever it says and no matter who paid.';
/** What is in scope, in the same words wherever it is stated. */
export const SCOPE =
  'Only products that a U.S. resident can buy through standard retail channels, online or in a store, are in scope.';
/** The feature that is announced in copy only. */
export const DIRECT_PURCHASE =
  'Planned, but not available yet: researchers and journalists will be able to pay for the test of a single product directly.';
/** What becomes of a product's money that its test did not need (decision 0029). */
export const LEFT_POLICY =
  'What is left when a test is done goes to a reserve that pays for tests that cost more than they raised, and for nothing else. If a test costs more than it raised, the rest comes from that reserve and, if the reserve is too small, from the project’s own money, which is paid back first if anything is left over after all.';
