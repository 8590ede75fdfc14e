import type { DemoProduct } from '#app/catalogue/seed-products.server.ts';

/**
 * Demonstration products, one per funding state, shown with `?mode=demo` only. Their names say
 * what they are; their money is made up and stands on the ledger's `demo` account.
 */
export const demoProducts: (DemoProduct & { raisedCents: number })[] = [
  demo(9001, '[TEST] Nothing raised yet', 0, 0),
  demo(9002, '[TEST] On the way to the 1st test', 21_000, 6),
  demo(9003, '[TEST] 1st test funded', 48_000, 11),
  demo(9004, '[TEST] 2nd test funded', 110_000, 23),
  demo(9005, '[TEST] Five dollars to go', 127_000, 31),
  demo(9006, '[TEST] Fully funded, testing in progress', 127_500, 34, 'Testing in Progress'),
];

function demo(
  code: number,
  name: string,
  raisedCents: number,
  contributors: number,
  testingStatus = 'Untested',
) {
  return {
    code,
    name,
    brand: 'Demonstration',
    category: 'Demonstration',
    servingSizeG: 30,
    servingSizeUnit: '1 portion',
    productUrl: null,
    raisedCents,
    contributors,
    testingStatus,
  };
}
