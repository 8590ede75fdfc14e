import { href } from 'react-router';
import { formatCents, FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import {
  CONTRIBUTOR_AGE_YEARS,
  GOAL,
  MOVE_ASK_DAYS,
  REFUND_DAYS,
  REFUND_WARNING_DAYS,
  LEAST_GIVEN,
} from '#app/kit/facts.ts';
import type { FaqQuestion } from './faq-question.ts';

export const contributing: readonly FaqQuestion[] = [
  {
    id: 'how-to-contribute',
    question: 'How do I contribute?',
    answer: [
      `Choose [products](${href('/')}) and amounts, from ${LEAST_GIVEN} at the press of a button; they collect in your funding list. COMMIT FUNDING takes you to the payment provider’s own page, where you pay right away. Card numbers never reach this site.`,
      `A product needs ${GOAL}. Nobody can add more than it still needs.`,
    ],
  },
  {
    id: 'closest',
    question: 'Can I give without choosing a product?',
    answer: [
      `Yes, on the [donation page](${href('/donate')}), once or monthly: for whatever is closest to its goal, of all products or of one category. Your gift is laid on products as you pay: it completes what it can, and the rest goes to the next. Your receipt names them. What fits nowhere is a donation.`,
    ],
  },
  {
    id: 'refunds',
    question: 'What if a product never reaches its goal?',
    answer: [
      `Your money is refunded automatically to your original payment method ${REFUND_DAYS} days after your payment. We email you ${REFUND_WARNING_DAYS} days before. If a product reached its goal and then falls below it, it has those ${REFUND_WARNING_DAYS} days to be funded again, even after day ${REFUND_DAYS}. The days count from each payment separately, so a later contribution is refunded later. You get back everything you gave. The payment provider’s fee is not deducted.`,
    ],
  },
  {
    id: 'move',
    question: 'Can I move my money to another product?',
    answer: [
      `Yes, until the first sample has been bought. Each entry under [your contributions](${href('/view-contributions')}) can be moved to another product, as far as that needs it, or to the project, where it becomes a donation and is not refunded automatically. It keeps its date, unless you accept a new one: ${REFUND_DAYS} days from the move, once.`,
      `${MOVE_ASK_DAYS} days before your money would go back, we email you a link to the same choices. You need no account, and you don’t have to answer. From then on you can also have it back at once. A refund is in full; the payment provider keeps its fee, which the project pays.`,
    ],
  },
  {
    id: 'change-of-mind',
    question: 'Can I get my money back sooner?',
    answer: [
      `You can ask, as long as the first sample has not been bought. Each entry under [your contributions](${href('/view-contributions')}) has a button for it. A person decides, and testing does not begin before that. If the answer is no, it comes with a reason. Once testing has begun, the money has bought samples and nothing is refunded.`,
    ],
  },
  {
    id: 'too-much',
    question: 'What if others fund the product while I am paying?',
    answer: [
      'What you are paying for is held for you while you are on the payment page, so that nobody pays for the same thing twice. If more than a product needs still arrives, for example because two people added the same product at the same time, the extra part is refunded.',
    ],
  },
  {
    id: 'minimum-age',
    question: 'Who can contribute?',
    answer: [
      `Anyone who is ${CONTRIBUTOR_AGE_YEARS} or older. By paying, you represent that you are. The [terms of service](${href('/legal')}?tab=terms) say so. You don’t have to live in the United States, but the products have to be sold there.`,
    ],
  },
  {
    id: 'contribution-or-donation',
    question: 'What is the difference between a contribution and a donation?',
    answer: [
      `A contribution goes to one product, counts toward its ${formatCents(FULL_FUNDING_CENTS)} and is refunded if the goal is missed. A [donation](${href('/donate')}), monthly or once, is for the project itself. It does not count toward any product’s goal, has no goal to miss, and is not refunded automatically. You can end a monthly donation anytime. Either can pay for tests instead: choose whatever is closest to its goal, and what it then gives to a product is a contribution.`,
    ],
  },
  {
    id: 'receipts',
    question: 'Do I get a receipt? Is it tax-deductible?',
    answer: [
      `Every card payment is confirmed by email, and you can print its receipt under [your contributions](${href('/view-contributions')}). It is a receipt for a payment, not a tax receipt. We make no claim that it can be deducted.`,
    ],
  },
];
