import { href } from 'react-router';
import type { FaqQuestion } from './faq-question.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { families } from '#app/toxicology/families.ts';
import { spelled } from '#app/kit/text.ts';

const [child, adult] = bodyWeights;
const { mediumFromPercent, highFromPercent } = levelCutOffs;

export const results: readonly FaqQuestion[] = [
  {
    id: 'how-to-read-a-result',
    question: 'How do I read a result?',
    answer: [
      `Each of the ${spelled(families.length)} families has a percent and a word. The percent tells how much of the tolerable daily intake one serving uses up, for a child of ${child.weightKg} kg unless you choose an adult of ${adult.weightKg} kg or a weight of your own. The word sorts it:`,
      [
        `Low: below ${mediumFromPercent}%.`,
        `Medium: ${mediumFromPercent}% and more, below ${highFromPercent}%.`,
        `High: ${highFromPercent}% and more. That is a large share from a single product, and not the same as above the limit, which begins at 100%.`,
      ],
      'The cut-offs are our convention for comparing products. They lie far below 100% because nobody eats one product only.',
    ],
  },
  {
    id: 'low-is-not-nothing',
    question: 'Does Low mean that there is nothing in it?',
    answer: [
      'Not always. Every test has a smallest amount that it can measure, and for bisphenols that amount can be far above the limit. Where that is so, the report says that the test could not see the limit, and draws the level without colour. Read such a Low as “nothing found”, not as “nothing there”.',
    ],
  },
  {
    id: 'high-and-harm',
    question: 'Does High mean that a product is harmful?',
    answer: [
      'Not by itself. A tolerable daily intake is meant for every day of a life and has a margin of safety in it. One serving above it is not harm done; a habit above it is what the authorities mean to prevent. And not everything tested is eaten: the percents of a paper receipt tell how much is in it, not what anybody takes in.',
    ],
  },
  {
    id: 'efsa-and-epa',
    question: 'Whose limits do you use?',
    answer: [
      `Levels always follow the European Food Safety Authority, EFSA. On a report you can see the percents of the doses of the U.S. Environmental Protection Agency, EPA, as well; the level stays the same. The two can be thousands of times apart, and neither is always the stricter: [why regulators differ](${href('/risk-methodology')}#regulators).`,
    ],
  },
  {
    id: 'how-i-hear',
    question: 'How do I hear of results?',
    answer: [
      'Follow the product on its page. You get at most three emails about it: when it reaches its goal, when its testing begins, and when its results are in. Everyone who has contributed to it gets them without following. Each email ends with a link that stops them.',
    ],
  },
  {
    id: 'corrections',
    question: 'What if a result turns out to be wrong?',
    answer: [
      `It is corrected in the open. Every set of results that was ever published of a product keeps its own address, and a corrected one says why it differs from the one before. If you have found a mistake, [tell us](${href('/contact')}).`,
    ],
  },
  {
    id: 'using-results',
    question: 'May I share and cite what I find?',
    answer: [
      `Please do. Every report has its own address and a picture made for sharing, and up to four products can be [compared side by side](${href('/plasticlist/compare')}). Name the source that the report names, and say how many samples there were: a figure without that is worth half.`,
    ],
  },
];
