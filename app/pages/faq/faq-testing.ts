import { href } from 'react-router';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS } from '#app/kit/money.ts';
import { RESULTS_WITHIN, USUAL_LAB_CENTS } from '#app/kit/facts.ts';
import { LEFT_POLICY, MANUFACTURER_MONEY, SCOPE } from '#app/kit/policies.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import type { FaqQuestion } from './faq-question.ts';
import { spelled } from '#app/kit/text.ts';

export const testing: readonly FaqQuestion[] = [
  {
    id: 'what-a-test-costs',
    question: 'What does a test cost?',
    answer: [
      `A laboratory normally charges about ${formatCents(USUAL_LAB_CENTS)} for one sample. Our target is ${formatCents(LEVEL_CENTS)}. A product is tested ${LEVELS} times, so its goal is ${LEVELS} × ${formatCents(LEVEL_CENTS)} = ${formatCents(FULL_FUNDING_CENTS)}. Each ${formatCents(LEVEL_CENTS)} raised is one test level of the product, and pays for one sample.`,
    ],
  },
  {
    id: 'when-testing-begins',
    question: 'When does testing begin?',
    answer: [
      `When the full ${formatCents(FULL_FUNDING_CENTS)} has been raised. Fewer than ${spelled(LEVELS)} levels do not start it. The product then says “Testing in Progress” and takes no more money.`,
      'If a contributor has asked for a refund, that is decided before the first sample is bought. Once the first sample is bought, the money is spent and nothing can be refunded.',
    ],
  },
  {
    id: 'how-long',
    question: 'How long until there are results?',
    answer: [
      `We promise results ${RESULTS_WITHIN} from the beginning of testing. That is our promise, not a laboratory’s. Shipping, a queue, or a sample that has to be measured again can make it take longer. The product’s page always shows the status, and says so when we are late.`,
    ],
  },
  {
    id: 'where-the-money-goes',
    question: 'Where does a product’s money go?',
    answer: [
      `To the payment provider’s fees, to the shops where its samples are bought, and to the laboratory. A funded product’s page shows all of it, to the cent, and how far along each sample is, day by day. ${LEFT_POLICY}`,
    ],
  },
  {
    id: 'where-samples-come-from',
    question: 'Where do the samples come from?',
    answer: [
      `From ordinary stores, bought the way anyone would buy them. ${SCOPE} We never take samples from a manufacturer, a brand, or a contributor, because nobody can say how they were chosen.`,
    ],
  },
  {
    id: 'manufacturers',
    question: 'Can a manufacturer pay for a test?',
    answer: [
      `Yes. ${MANUFACTURER_MONEY} Nobody who pays, a manufacturer or anyone else, can stop, delay, or change a result, or see it before it is published.`,
    ],
  },
  {
    id: 'what-the-laboratory-does',
    question: 'What does the laboratory do with a sample?',
    answer: [
      `It measures how much of each of the ${TESTED_CHEMICALS} chemicals there is in a gram, in nanograms. For each chemical, it either finds an amount, or reports “less than” the smallest amount it can measure, or has no result at all. We publish all three as the laboratory reported them. The [methodology](${href('/risk-methodology')}) explains how each one counts.`,
    ],
  },
  {
    id: 'cannot-be-tested',
    question: 'What if a product can’t be tested?',
    answer: [
      'Before testing has begun, it is taken off the list and every contribution is refunded in full, without your asking. The same happens when a product is taken off for another reason, for example because it is no longer sold.',
      'Once the first sample is bought, the money is spent and can no longer be refunded. A sample that is lost, broken, or refused by the laboratory is given up, and another one is bought. If that does not work either, the test is ended. The product’s page says so, with the day and the reason. Results are no longer promised, and what is left goes to the reserve that pays for tests that cost more than they raised.',
    ],
  },
];
