import { href } from 'react-router';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS } from '#app/kit/money.ts';
import {
  LEFT_POLICY,
  MANUFACTURER_MONEY,
  RESULTS_WITHIN,
  SCOPE,
  TESTED_CHEMICALS,
  USUAL_LAB_CENTS,
} from '#app/kit/facts.ts';
import type { FaqQuestion } from './faq-question.ts';
import { spelled } from '#app/kit/text.ts';

export const testing: readonly FaqQuestion[] = [
  {
    id: 'what-a-test-costs',
    question: 'What does a test cost?',
    answer: [
      `A laboratory normally asks about ${formatCents(USUAL_LAB_CENTS)} for one sample. Our target is ${formatCents(LEVEL_CENTS)}. A product is tested ${LEVELS} times, so its goal is ${LEVELS} × ${formatCents(LEVEL_CENTS)} = ${formatCents(FULL_FUNDING_CENTS)}. Each ${formatCents(LEVEL_CENTS)} that comes together is one test level of the product, and pays for one sample.`,
    ],
  },
  {
    id: 'when-testing-begins',
    question: 'When does testing begin?',
    answer: [
      `When the full ${formatCents(FULL_FUNDING_CENTS)} have come together; fewer than ${spelled(LEVELS)} levels do not start it. The product then says “Testing in Progress” and takes no more money.`,
      'If somebody who gave to it has asked for a refund, that is decided before the first sample is bought. From the first purchase on the money is spent, and nothing is refunded any more.',
    ],
  },
  {
    id: 'how-long',
    question: 'How long until there are results?',
    answer: [
      `Our promise is ${RESULTS_WITHIN} from the beginning of testing. That is a promise of ours and not of a laboratory: shipping, a queue or a sample that has to be measured again can make it longer. The product’s page always shows where it stands, and says so when we are late.`,
    ],
  },
  {
    id: 'where-the-money-goes',
    question: 'Where does a product’s money go?',
    answer: [
      `To the payment provider’s fees, to the shops where its samples are bought, and to the laboratory. The page of a funded product shows all of it, to the cent, and how far each sample is, day by day. ${LEFT_POLICY}`,
    ],
  },
  {
    id: 'where-samples-come-from',
    question: 'Where do the samples come from?',
    answer: [
      `From ordinary shops, bought the way anybody would buy them. ${SCOPE} No sample is taken from a manufacturer, a brand or a contributor, because nobody can say how such a one was chosen.`,
    ],
  },
  {
    id: 'manufacturers',
    question: 'Can a manufacturer pay for a test?',
    answer: [
      `Yes. ${MANUFACTURER_MONEY} Nobody who pays, a manufacturer or anyone else, can stop, delay or change a result, or see it before it is published.`,
    ],
  },
  {
    id: 'what-the-laboratory-does',
    question: 'What does the laboratory do with a sample?',
    answer: [
      `It measures how much of each of the ${TESTED_CHEMICALS} chemicals there is in a gram, in nanograms. For each it either finds an amount, or says below which amount it can’t see, or has no result at all. We publish all three as the laboratory wrote them; the [methodology](${href('/risk-methodology')}) tells what each of them counts.`,
    ],
  },
  {
    id: 'cannot-be-tested',
    question: 'What if a product can’t be tested?',
    answer: [
      'Before testing has begun: then it is taken off the list and everything that was given to it goes back, whole, without being asked for. The same happens when a product is taken off for another reason, for example because it is not sold any more.',
      'Once the first sample is bought, the money is spent and no longer goes back. A sample that is lost, broken or refused by the laboratory is given up, and another one is bought. If that is no use either, the test is ended: the product’s page says so, with the day and the reason, results are no longer promised, and what is left goes to the reserve that pays for tests which cost more than they raised.',
    ],
  },
];
