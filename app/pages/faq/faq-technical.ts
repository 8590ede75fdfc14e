import { href } from 'react-router';
import type { FaqQuestion } from './faq-question.ts';
import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { bisphenolsNotRatedProductIds } from '#app/toxicology/product-figures.ts';
import { SAMPLES } from '#app/kit/facts.ts';

const [child] = bodyWeights;
const bpaNgPerKgDay = limitFor('bpa', 'EFSA')?.limitNgPerKgDay ?? NaN;
const childNgPerDay = (bpaNgPerKgDay * child.weightKg).toLocaleString('en-US');
const [first, second, third] = bisphenolsNotRatedProductIds.map(
  (id) => `[${id}](${href('/plasticlist/:originalId', { originalId: String(id) })})`,
);

export const technical: readonly FaqQuestion[] = [
  {
    id: 'formula',
    question: 'How is a percentage calculated?',
    answer: [
      `What one serving contains (nanograms per gram × grams) is divided by what a body of that weight can tolerate in a day (limit in nanograms per kilogram × kilograms). Within a family, the chemicals are weighted by potency and added up. For a child of ${weightInPounds(child.weightKg)} the bisphenols of a day can be ${bpaNgPerKgDay} × ${child.weightKg} = ${childNgPerDay} nanograms. Every factor, limit, and formula is in the [technical methodology](${href('/risk-methodology')}?view=technical), with examples from published results.`,
    ],
  },
  {
    id: 'bounds',
    question: 'Why does a figure have bounds?',
    answer: [
      'Because “less than 1” can be anything from nothing to almost 1. The best estimate counts half of what the laboratory could just have missed, or nothing if it was not detected in any sample of the product. The lower bound counts it as nothing, and the upper bound counts it in full. If the level is higher at the upper bound, the report says “Can’t tell.” Bounds include neither the laboratory’s own uncertainty nor what the next lot may hold.',
    ],
  },
  {
    id: 'three-samples-one-figure',
    question: `How do ${SAMPLES} become one figure?`,
    answer: [
      `By taking their mean, chemical by chemical. But every sample is shown, against the limit and in a table, and if one held more than another can have held, the report says that they disagree. Most products here have ${SAMPLES}. Some have more or fewer.`,
    ],
  },
  {
    id: 'na-and-none',
    question: 'What do N/A and “Not tested” mean?',
    answer: [
      'Not tested: no sample has a result for these chemicals, so nothing is known.',
      `N/A: there are results, but no level. Either the serving size is unknown, or the product has changed since. For products ${first}, ${second}, and ${third}, a supplier removed a source of bisphenols after the samples were bought. What was measured in them is still shown.`,
    ],
  },
  {
    id: 'units',
    question: 'Which units are used?',
    answer: [
      'Laboratories report nanograms per gram, which is the same as parts per billion (ppb) and as micrograms per kilogram. The table on a product’s page can show other units. Your browser remembers the one you choose.',
    ],
  },
  {
    id: 'raw-data',
    question: 'Can I get the data behind a report?',
    answer: [
      `Yes. A report shows every sample as the laboratory reported it, and a program can read the same: \`/api/plasticlist/93\` answers what [report 93](${href('/plasticlist/:originalId', { originalId: '93' })}) shows, as JSON. What was measured is not ours to lock up.`,
    ],
  },
];
