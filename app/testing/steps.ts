/** What an administrator notes of a sample, in the order in which it happens. */
const NOTED_STEPS = ['bought', 'shipped', 'at-lab', 'results-in', 'checked'] as const;
/** The whole way of a sample; `published` follows from the publication of its product's results. */
export const STEPS = [...NOTED_STEPS, 'published'] as const;

type Step = (typeof STEPS)[number];
/** `given-up` ends a sample's way early: lost, broken, not what was meant. */
export type StepName = Step | 'given-up';
/** A step as it is read after what it happened to: "2 samples shipped". */
export const STEP_WORDS = {
  bought: 'bought',
  shipped: 'shipped',
  'at-lab': 'at the laboratory',
  'results-in': 'measured: results are in',
  checked: 'checked',
  published: 'published',
  'given-up': 'given up',
} as const satisfies Record<StepName, string>;

const { bought: _bought, published: _published, ...laterSteps } = STEP_WORDS;
/** What is noted of a sample that has been bought, as it is read. */
export const LATER_STEPS = laterSteps;
export type LaterStep = keyof typeof LATER_STEPS;

/** A step's place in the order in which steps happen; what ends the way comes after the others. */
export function stepOrder(step: StepName): number {
  return step === 'given-up' ? STEPS.length : STEPS.indexOf(step);
}

/** The step that has to be noted before; undefined for the first. */
export function stepBefore(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) - 1];
}

/** The step that an administrator notes next; undefined where nothing is left to note. */
export function nextStep(done: readonly StepName[]): LaterStep | undefined {
  if (done.includes('given-up') || done.includes('published')) return undefined;
  return NOTED_STEPS.find((step) => !done.includes(step)) as LaterStep | undefined;
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
