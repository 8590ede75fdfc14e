/** What an administrator notes of a sample, in the order in which it happens. */
const NOTED_STEPS = ['bought', 'shipped', 'at-lab', 'results-in', 'checked'] as const;
/** The whole way of a sample; `published` follows from the publication of its product's results. */
export const STEPS = [...NOTED_STEPS, 'published'] as const;

type Step = (typeof STEPS)[number];
/** `given-up` ends a sample's way early: lost, broken, not what was meant. */
export type StepName = Step | 'given-up';
/** What is noted of a sample that has been bought. */
export type LaterStep = Exclude<(typeof NOTED_STEPS)[number], 'bought'> | 'given-up';

/** A step as it is read after what it happened to: "2 samples shipped". */
export const STEP_WORDS: Record<StepName, string> = {
  bought: 'bought',
  shipped: 'shipped',
  'at-lab': 'at the laboratory',
  'results-in': 'measured: results are in',
  checked: 'checked',
  published: 'published',
  'given-up': 'given up',
};

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

export function isLaterStep(step: string): step is LaterStep {
  return (
    step === 'given-up' || (step !== 'bought' && (NOTED_STEPS as readonly string[]).includes(step))
  );
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

export function isOwnCostKind(kind: string): kind is OwnCostKind {
  return kind !== 'sample' && Object.hasOwn(COST_KINDS, kind);
}

/** What a step states, as the public log has it: what is not known is left out. */
export function stepFacts(step: {
  day: string;
  place: string | null;
  lot?: string | null;
  bestBefore?: string | null;
  method?: string | null;
  accreditation?: string | null;
  note: string | null;
}) {
  const { day, place, lot, bestBefore, method, accreditation, note } = step;
  const all = { place, lot, best_before: bestBefore, method, accreditation, note };
  const known = Object.entries(all).filter(([, text]) => text);
  return { day, ...(Object.fromEntries(known) as { [K in keyof typeof all]?: string }) };
}
