import { nextStep, type StepName } from '#app/testing/steps.ts';

/** What is to be done about a test first, as it stands before the product's name. */
const WORDS = {
  buy: 'Buy the samples of',
  'buy-more': 'Buy the other samples of',
  shipped: 'Ship the samples of',
  'at-lab': 'Record that the laboratory has the samples of',
  'results-in': 'Ask the laboratory for the results of',
  checked: 'Check the results of',
  publish: 'Publish the results of',
} as const;

interface NextInTest {
  text: string;
  /** The laboratory is done, so it waits for nobody else. */
  areResultsIn: boolean;
}

/**
 * What is to be done next about a test that has no results yet: of the samples that were not given up,
 * by the steps that each has, the one that is least far decides.
 */
export function nextInTest(samples: readonly (readonly StepName[])[], levels: number): NextInTest {
  const live = samples.filter((steps) => !steps.includes('given-up'));
  const step = stepOf(live, levels);
  return { text: WORDS[step], areResultsIn: step === 'checked' || step === 'publish' };
}

function stepOf(live: readonly (readonly StepName[])[], levels: number): keyof typeof WORDS {
  if (live.length === 0) return 'buy';
  const next = live.map((steps) => nextStep(steps));
  const order = ['shipped', 'at-lab', 'results-in', 'checked'] as const;
  const least = order.find((step) => next.includes(step));
  if (least) return least;
  return live.length < levels ? 'buy-more' : 'publish';
}
