import type { DemoProduct } from '#app/catalogue/seed-products.server.ts';
import type { DemoSamples } from '#app/intake/demo-samples.server.ts';
import { FULL_FUNDING_CENTS, LEVEL_CENTS } from '#app/kit/money.ts';

/**
 * Demonstration products, one per funding state, shown with `?mode=demo` only. Their names say
 * what they are; their money is made up and stands on the ledger's `demo` account.
 */
export const demoProducts: (DemoProduct & { raisedCents: number })[] = [
  demo(9001, '[TEST] Nothing raised yet', 0, 0),
  demo(9002, '[TEST] On the way to the 1st test', 21_000, 6),
  demo(9003, '[TEST] 1st test funded', LEVEL_CENTS + 5_500, 11),
  demo(9004, '[TEST] 2nd test funded', 2 * LEVEL_CENTS + 25_000, 23),
  demo(9005, '[TEST] Five dollars to go', FULL_FUNDING_CENTS - 500, 31),
  demo(
    9006,
    '[TEST] Fully funded, testing in progress',
    FULL_FUNDING_CENTS,
    34,
    'Testing in Progress',
  ),
  demo(9007, '[TEST] Tested, with a serving size', FULL_FUNDING_CENTS, 37, 'Tested'),
  {
    ...demo(9008, '[TEST] Tested, serving size unknown', FULL_FUNDING_CENTS, 29, 'Tested'),
    servingSizeG: null,
    servingSizeUnit: null,
  },
];

/**
 * What was measured in the tested ones: real samples of PlasticList's, so that no result is made up
 * (see README.md). Their ids get the prefix, and their notes say what they are of.
 */
export const demoSamples: DemoSamples[] = [
  {
    productId: 9007,
    prefix: 'T1-',
    of: [
      // Gelatine: three of five are of one lot, and disagree on what can be seen at all.
      ...['7242901', '7242902', '7242903', '7242905', '7242906'],
      // Macaroni: two of one lot with different notes.
      ...['7220801', '7220803'],
      // Crackers of 1952: no lot, beyond the calibrated range.
      ...['7303602', '7303603'],
    ],
  },
  {
    productId: 9008,
    prefix: 'T2-',
    of: [
      // Hand soap: three of one lot, one chemical without a result.
      ...['8144401', '8154401', '8154402'],
      // Receipts: no lot, beyond the calibrated range.
      ...['8194501', '8194502'],
    ],
  },
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
    raisedCents: Math.min(raisedCents, FULL_FUNDING_CENTS),
    contributors,
    testingStatus,
  };
}
