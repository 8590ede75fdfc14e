import { href } from 'react-router';
import type { FaqQuestion } from './faq-question.ts';
import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { families } from '#app/toxicology/families.ts';
import { spelled } from '#app/kit/text.ts';

const [child, adult] = bodyWeights;
const { mediumFromPercent, highFromPercent } = levelCutOffs;

export const results: readonly FaqQuestion[] = [
  {
    id: 'how-to-read-a-result',
    question: 'How do I read a result?',
    answer: [
      `Each of the ${spelled(families.length)} families has a percentage and a level. The percentage tells how much of the daily limit (the tolerable daily intake, TDI) one serving uses up, for a child of ${weightInPounds(child.weightKg)} unless you choose an adult of ${weightInPounds(adult.weightKg)} or a weight of your own. The level sorts it:`,
      [
        `Low: below ${mediumFromPercent}%.`,
        `Medium: ${mediumFromPercent}% or more, but below ${highFromPercent}%.`,
        `${CANT_TELL}: what the test could not see may make it a higher level. The report says what it could be and why.`,
        `High: ${highFromPercent}% or more. That is a large share from a single product. It is not the same as being above the limit, which begins at 100%.`,
      ],
      'The cutoffs are our convention for comparing products. They are far below 100% because nobody eats only one product.',
    ],
  },
  {
    id: 'low-is-not-nothing',
    question: 'Does Low mean there is nothing in it?',
    answer: [
      `Not nothing, but little: a product is Low only if even the most that its test could have missed would still be Low. Every test has a smallest amount that it can measure, and for bisphenols that amount can be far above the limit. In that case, “not detected” tells very little, and the report says “${CANT_TELL}.” How this is worked out for a product with its own figures: [why “not detected” is not “safe”](${href('/risk-methodology')}#not-detected).`,
    ],
  },
  {
    id: 'high-and-harm',
    question: 'Does High mean a product is harmful?',
    answer: [
      'Not on its own. A daily limit is meant for every day of a lifetime and includes a margin of safety. One serving above it does not mean harm. A habit above it is what the authorities want to prevent. And not everything tested is eaten: the percentages for a paper receipt tell how much is in it, not what anyone takes in.',
    ],
  },
  {
    id: 'efsa-and-epa',
    question: 'Whose limits do you use?',
    answer: [
      `Levels always follow the European Food Safety Authority, EFSA. On a report, you can also see percentages of the reference doses of the U.S. Environmental Protection Agency, EPA. The level stays the same. The two can be thousands of times apart, and neither is always the stricter one: [why regulators differ](${href('/risk-methodology')}#regulators).`,
    ],
  },
  {
    id: 'how-i-hear',
    question: 'How do I hear about results?',
    answer: [
      'Follow the product on its page, or at the end of its report. You get an email when it reaches its goal, when its testing begins, when its results are in, and when it is tested again or a correction changes a level. Everyone who has contributed to it gets them without following. Each email ends with a link that stops them.',
    ],
  },
  {
    id: 'corrections',
    question: 'What if a result turns out to be wrong?',
    answer: [
      `It is corrected in the open. Every set of results ever published for a product keeps its own address, and a corrected one says why it differs from the one before. When a correction changes a level, the report says so at the top for 90 days, and everyone who follows the product or contributed to it is told by email. If you have found a mistake, [tell us](${href('/contact')}).`,
    ],
  },
  {
    id: 'using-results',
    question: 'Can I share and cite what I find?',
    answer: [
      `Please do. Every report has its own address and an image made for sharing, and up to four products can be [compared side by side](${href('/plasticlist/compare')}). Name the source that the report names, and say how many samples there were. A figure without that is worth half.`,
    ],
  },
];
