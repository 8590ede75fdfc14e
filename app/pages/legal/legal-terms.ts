import { href } from 'react-router';
import type { Operator } from '#app/config.ts';
import { formatCents, LEVEL_CENTS } from '#app/kit/money.ts';
import {
  CONTRIBUTOR_AGE_YEARS,
  GOAL,
  MOVE_ASK_DAYS,
  REFUND_DAYS,
  REFUND_WARNING_DAYS,
  RESULTS_WITHIN,
} from '#app/kit/facts.ts';
import { LEFT_POLICY, MANUFACTURER_MONEY, SCOPE } from '#app/kit/policies.ts';
import { changesSince } from './legal-changes.ts';
import { whoWeAre, writeTo } from './legal-operator.ts';
import type { LegalSection } from './legal-section.ts';
import { site } from '#app/site.ts';

const YOURS = `[your contributions](${href('/view-contributions')})`;

/** The terms of service: what the program does with money, in words that bind. */
export function terms(operator: Operator): readonly LegalSection[] {
  return [
    {
      id: 'agreement',
      title: 'Who agrees on what',
      blocks: [
        ...whoWeAre(operator),
        'By using the site you agree to these terms. Reading needs nothing more; most of what follows is about giving money.',
      ],
    },
    {
      id: 'age',
      title: 'Who may contribute',
      blocks: [
        `By contributing or donating you represent that you are ${CONTRIBUTOR_AGE_YEARS} or older, and that what you pay with is yours to use. You may live anywhere; ${lowerFirst(SCOPE)}`,
      ],
    },
    {
      id: 'contributions',
      title: 'What a contribution is',
      blocks: [
        `A contribution helps to pay for laboratory tests of one product. The goal of a product is ${GOAL}; each ${formatCents(LEVEL_CENTS)} is one test level. Nobody can give more to a product than it still needs.`,
        'Your payment is processed immediately, in U.S. dollars, by Stripe on its own pages. Testing begins after the goal is reached. A contribution buys no share, no product and no right to a certain result; what it brings is public.',
        'A product that was listed twice is made one: what you gave counts for the entry that stays, under these terms, and what it no longer needs goes back to you. A product can be hidden while we look into it; nobody can give to it then, and the days below go on.',
        `We promise results ${RESULTS_WITHIN} after testing has begun and do what we can to keep that. It is an aim and not a deadline that ends the agreement.`,
      ],
    },
    {
      id: 'refunds',
      title: 'When money goes back',
      blocks: [
        'Automatically, in full, and to what you paid with:',
        [
          `If a product has not reached its goal ${REFUND_DAYS} days after your payment. The days count for each contribution from its own payment; you are told ${REFUND_WARNING_DAYS} days before. A product that had reached its goal and loses it before testing begins can be funded again: if your contribution is that old by then, you are told first, and it goes back only if the goal has not been reached again ${REFUND_WARNING_DAYS} days later. So a refund may come up to ${REFUND_WARNING_DAYS} days after day ${REFUND_DAYS}, or after the day on which the goal was lost. While a dispute decides whether it is lost, nothing goes back for this reason.`,
          'If a product is taken off the list, or can’t be tested, before testing has begun.',
          'The excess: what arrives of a payment although the product no longer needs it.',
          'If a payment does not match what was ordered, after a person has looked at it.',
        ],
        `On request: until testing begins you can ask for a refund under ${YOURS}. A person decides; a refusal comes with a reason. While a request is open, testing of the product does not begin.`,
        `As you choose: until testing begins you can move a contribution under ${YOURS} to another product, as far as that needs it, or to the project. It keeps the date on which it would be refunded, unless you accept a new one: ${REFUND_DAYS} days from the move, once. What you move to the project is a donation from then on, which is not refunded automatically. ${MOVE_ASK_DAYS} days before a contribution would be refunded because its product has not reached its goal, we ask you by email; from then on you can also have it back at once, in full, without a decision. If you do not answer, it is refunded as if we had not asked.`,
        'Not any more: testing begins when the first sample is bought. From then on the money is spent and contributions to that product are not refunded, except where a law gives you a right to it.',
        'A begun test that can’t be finished is ended, once every sample of it had to be given up. The page of the product says so with the day and the reason, results are no longer promised, and what is left of its money is dealt with as when a test is done.',
        LEFT_POLICY,
        'We send refunds through Stripe without taking a fee off; banks often take 5 to 10 business days. If a refund fails, a person looks at it and tries again, or pays it another way; we write to you of each.',
      ],
    },
    {
      id: 'disputes',
      title: 'Disputed payments',
      blocks: [
        `If something is wrong with a payment, ${writeTo(operator)} first. That is quicker than a bank. If you dispute it with your bank:`,
        [
          'What your bank takes back no longer counts for the products it was given to, for as long as the dispute goes on. If you dispute part of a payment, only that part stops counting. Testing that has begun goes on.',
          'While it is open nothing of that payment is refunded, so that nothing is paid back twice.',
          'If it is decided for you, your bank has returned the money, and no refund follows.',
          'If it is decided for us, the money counts again as before. Where a product has been funded by others in the meantime, or is off the list, that contribution is refunded to you instead.',
        ],
        'We answer disputes with what we know of the payment.',
      ],
    },
    {
      id: 'donations',
      title: 'Donations',
      blocks: [
        `A donation is for the project, not for a product. It has no goal and is not refunded automatically; before it is spent you can ask to have it back under ${YOURS}. On the donation page you can choose instead that it is for whatever is closest to its goal, of all products or of one category; of a monthly donation also later, through the link that the page emails to you. What a payment then gives to a product, never more than that needs, is a contribution under these terms, from the day of that payment; what fits nowhere, because nothing can be funded, is a donation. A monthly donation is charged on the same day of each month until you cancel it, which you can do at any time on the [donation page](${href('/donate')}). Donations of crypto, where they are offered, are final. We make no claim that anything can be deducted from taxes.`,
      ],
    },
    {
      id: 'submissions',
      title: 'Products that you submit',
      blocks: [
        `${SCOPE} What you say of a product has to be true as far as you know. It is listed as soon as its first contribution is paid. If the product was listed already, your contribution goes to that one. We may correct what is written, and take products off that are out of scope, made up or can’t be tested; their contributions go back.`,
      ],
    },
    {
      id: 'independence',
      title: 'Independence',
      blocks: [
        `${MANUFACTURER_MONEY} The same holds for everybody who gives: money buys a test and no influence on it.`,
      ],
    },
    {
      id: 'results',
      title: 'Results',
      blocks: [
        `Results say what a laboratory found in a few samples. Another package may hold more or less. Percents and levels follow the published [methodology](${href('/risk-methodology')}); they compare products and are no medical, legal or safety advice. We correct mistakes in the open and keep what was published before.`,
        `You may use and pass on what is published here, with the source that a report names. Results of ${site.resultsSource.name} are its own work, shown with its name. Product names and brands belong to their owners and imply no connection with them.`,
      ],
    },
    {
      id: 'fair-use',
      title: 'What is not allowed',
      blocks: [
        [
          'Paying with means that are not yours, or disputing a payment that you did make in order to be paid twice.',
          'Using somebody else’s email, guessing codes, or trying to see what is not yours.',
          'Blocking products with checkouts that you do not mean to pay, or burdening the site so that others can’t use it.',
          'Showing a result altered, or as ours where it is not.',
        ],
        'Programs may read what is public at a reasonable pace. We may refuse service to anyone who does not follow these rules; money that is owed back is refunded all the same.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      blocks: [
        'The site is offered as it is. We do our work with care, and do not promise that it is always reachable, free of mistakes, or that a product you gave to will reach its goal. As far as the law allows, we answer for no more than you have given. Nothing here limits a liability that the law does not let anybody limit, or takes from you what the law of your country gives to consumers.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'A change of these terms is published here with its date and holds for what is paid after it. A contribution keeps the terms under which it was paid.',
        ...changesSince('terms'),
      ],
    },
  ];
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
