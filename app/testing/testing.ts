import type { StepName } from './steps.ts';

/** A product's test as its page and the API tell it. Days as `2026-11-21`, amounts in dollars. */
export interface Testing {
  product_id: number;
  testing_status: string;
  /** How many samples its full funding pays for. */
  levels: number;
  /** The day on which the last of its money came; null while it is not fully funded. */
  funded_on: string | null;
  /** The day of the first purchase: testing has begun. */
  begun_on: string | null;
  published_on: string | null;
  /** The day on which its test was ended without results, and why; null where it was not. */
  ended_on: string | null;
  ended_because: string | null;
  /** Results are promised between these; null before testing has begun, or where it has ended. */
  promised_from: string | null;
  promised_by: string | null;
  /** Days past the promise, until today or until the results; 0 where it is kept or not over. */
  late_days: number;
  samples: TestSample[];
  statement: Statement;
}

export interface TestSample {
  /** From 1. */
  number: number;
  lot: string | null;
  /** Dollars paid for it at the shop. */
  price: number | null;
  /** In the order in which they happened. */
  steps: TestStep[];
}

export interface TestStep {
  step: StepName;
  day: string;
  /** The shop, the carrier, the laboratory. */
  place: string | null;
  note: string | null;
  /** Why this is not what was noted first; null where it is. */
  correction: string | null;
}

/** Where a product's money went: `left` is the sum of all other amounts. */
export interface Statement {
  raised: number;
  /** What the payment provider kept, by its own figures: negative, like all that was spent. */
  card_fees: number;
  samples: number;
  laboratory: number;
  shipping: number;
  other: number;
  /** Passed on to tests that cost more than they raised (negative), or made up for from there. */
  reserve: number;
  /** What the project's own money made up for, less what it got back. */
  project: number;
  left: number;
  /** The day on which the books of the test were last closed; they are open again unless 0 is left. */
  settled_on: string | null;
}
