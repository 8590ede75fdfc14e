import { href } from 'react-router';
import { DIRECT_PURCHASE, SCOPE } from '#app/kit/policies.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import type { FaqQuestion } from './faq-question.ts';
import { site } from '#app/site.ts';
import { families } from '#app/toxicology/families.ts';
import { spelled } from '#app/kit/text.ts';

export const general: readonly FaqQuestion[] = [
  {
    id: 'what-is-this',
    question: `What does ${site.name} do?`,
    answer: [
      `It lets people who want to know what is in a product pay for the laboratory test together. Each gives a little. Once a product reaches its goal, samples are bought at stores and tested for ${TESTED_CHEMICALS} plastic chemicals, and the results are published for everyone. [About ${site.name}](${href('/about')}) explains it from the first dollar to the published figure.`,
    ],
  },
  {
    id: 'which-products',
    question: 'Which products can be tested?',
    answer: [
      `${SCOPE} Most are foods and drinks, but they don’t have to be: soap or a baby bottle can be listed too. Products that are made to order, sold only abroad, or no longer sold are out of scope.`,
      `If yours is missing, [add it](${href('/add-product')}). You don’t need to ask first. It is listed as soon as its first contribution is paid, and says “Not yet reviewed” until we have reviewed it.`,
    ],
  },
  {
    id: 'which-chemicals',
    question: 'What do the tests look for?',
    answer: [
      `${TESTED_CHEMICALS} chemicals that plastic, packaging, gloves and machines leave behind, in ${spelled(families.length)} families:`,
      families.map(({ name, about }) => `${name}, ${about}.`),
      `The tests do not look for microplastics, heavy metals, pesticides, or PFAS. Nothing on this site says anything about those.`,
    ],
  },
  {
    id: 'where-results-come-from',
    question: 'Where do today’s results come from?',
    answer: [
      `From [${site.resultsSource.name}](${site.resultsSource.url}), a project that bought and tested foods in the San Francisco Bay Area and published every sample. We show those samples as published and calculate the risk figures from them ourselves. Results of products funded here join the [same list](${href('/plasticlist')}); each report says whose samples it shows.`,
    ],
  },
  {
    id: 'medical-advice',
    question: 'Is a result medical advice?',
    answer: [
      'No. A result says how much was in a few samples, and how one serving a day compares with what an authority considers tolerable for a lifetime. It says nothing about any one person’s health. For questions about your own health, ask a health professional.',
    ],
  },
  {
    id: 'account',
    question: 'Do I need an account?',
    answer: [
      `No. You can read, choose and pay without one. To see what you gave, enter your email and then the code that we email to you: [your contributions](${href('/view-contributions')}). What is stored about you, and how to have it erased, is in the [privacy policy](${href('/legal')}).`,
    ],
  },
  {
    id: 'researchers-and-journalists',
    question: 'Can I buy a test outright as a researcher or journalist?',
    answer: [
      DIRECT_PURCHASE,
      'Until then, you can fund a whole product at once, like any other. Its result is public, and you read it when everyone else does.',
    ],
  },
];
