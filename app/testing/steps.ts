/** What happens to a sample, in order, as it is read after what it happened to: "2 samples shipped". */
export const STEP_WORDS = {
  bought: 'bought',
  shipped: 'shipped',
  'at-lab': 'at the laboratory',
  'results-in': 'measured: results are in',
  checked: 'checked',
  /** Follows from the publication of its product's results. */
  published: 'published',
  /** Ends a sample's way early: lost, broken, not what was meant. */
  'given-up': 'given up',
} as const;

export type StepName = keyof typeof STEP_WORDS;
export const STEPS = Object.keys(STEP_WORDS) as StepName[];

const { bought: _bought, published: _published, ...laterSteps } = STEP_WORDS;
/** What is noted of a sample that has been bought, as it is read. */
export const LATER_STEPS = laterSteps;
export type LaterStep = keyof typeof LATER_STEPS;

/** The step that an administrator notes next; undefined where nothing is left to note. */
export function nextStep(done: readonly StepName[]): LaterStep | undefined {
  if (done.includes('given-up') || done.includes('published')) return undefined;
  const next = STEPS.find((step) => !done.includes(step));
  return next === 'published' ? undefined : (next as LaterStep);
}

/** What money is spent on, and how it stands in a statement. */
export const COST_KINDS = {
  sample: 'Samples, bought at retail',
  laboratory: 'Laboratory',
  shipping: 'Shipping to the laboratory',
  other: 'Other costs of the test',
} as const;

export type CostKind = keyof typeof COST_KINDS;
/** Costs that are noted on their own; a sample's price is noted with its purchase. */
export type OwnCostKind = Exclude<CostKind, 'sample'>;
