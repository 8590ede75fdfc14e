import { href } from 'react-router';
import { DIRECT_PURCHASE, SCOPE, TESTED_CHEMICALS } from '#app/kit/facts.ts';
import type { FaqQuestion } from './faq-question.ts';
import { site } from '#app/site.ts';
import { families } from '#app/toxicology/families.ts';
import { spelled } from '#app/kit/text.ts';

export const general: readonly FaqQuestion[] = [
  {
    id: 'what-is-this',
    question: `What does ${site.name} do?`,
    answer: [
      `It lets people who would like to know what is in a product pay for the laboratory test together. Each gives a little; once a product has reached its goal, samples of it are bought in shops and tested for ${TESTED_CHEMICALS} plastic chemicals, and the results are published for everybody. [About ${site.name}](${href('/about')}) tells it from the first dollar to the published figure.`,
    ],
  },
  {
    id: 'which-products',
    question: 'Which products can be tested?',
    answer: [
      `${SCOPE} Most are foods and drinks, but the rule is the shop, not the plate: a soap or a baby’s bottle can be listed too. What is made to order, sold abroad only or not sold any more is out of scope.`,
      `If yours is missing, [add it](${href('/add-product')}). There is nobody to ask first: it is listed as soon as its first contribution is paid, and says “Not yet reviewed” until we have looked.`,
    ],
  },
  {
    id: 'which-chemicals',
    question: 'What is looked for?',
    answer: [
      `${TESTED_CHEMICALS} chemicals that plastic, packaging, gloves and machines leave behind, in ${spelled(families.length)} families:`,
      families.map(({ name, about }) => `${name}, ${about}.`),
      `Not looked for are microplastics, heavy metals, pesticides and PFAS. Nothing on this site says anything about those.`,
    ],
  },
  {
    id: 'where-results-come-from',
    question: 'Where do the results that I can read today come from?',
    answer: [
      `From [${site.resultsSource.name}](${site.resultsSource.url}), a project that bought and tested foods in the San Francisco Bay Area and published every sample. We show those samples as published and work out the risk figures from them ourselves. Results of products that were funded here join the [same list](${href('/plasticlist')}); each report says whose samples it shows.`,
    ],
  },
  {
    id: 'medical-advice',
    question: 'Is a result medical advice?',
    answer: [
      'No. A result says how much was in a few samples, and how one serving a day compares with what an authority holds to be tolerable for a lifetime. It says nothing about the health of any one person. Questions about your own health belong with a health professional.',
    ],
  },
  {
    id: 'account',
    question: 'Do I need an account?',
    answer: [
      `No. You can read, choose and pay without one. To see what you gave, you type your email and then the code that we email to you: [your contributions](${href('/view-contributions')}). What is stored about you, and how to have it erased, stands in the [privacy policy](${href('/legal')}).`,
    ],
  },
  {
    id: 'researchers-and-journalists',
    question: 'Can I buy a test outright, as a researcher or a journalist?',
    answer: [
      DIRECT_PURCHASE,
      'Until then a whole product can be funded in one go, like any other: its result is public, and you read it when everybody does.',
    ],
  },
];
