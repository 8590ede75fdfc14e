import { outsideLinks, siteUrl } from '#app/config.ts';
import { linked, type Part } from './letter.email.tsx';
import type { MovedMail, RefundMail, UpcomingMail } from './load-payment.server.ts';
import type { AskedMail, DeclinedMail } from './load-person.server.ts';
import { oneLine } from './words.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';

/** What became of a refund: it was sent, or paid by other means, or is owed still. */
export function refundOutcome(mail: RefundMail) {
  const { what, after, ...head } = mail.isOwed ? ofOwed(mail) : ofSent(mail);
  return {
    ...head,
    says: [what, { rows: [rowOf(mail)] }, after, { note: `Reference ${mail.reference}.` }],
  };
}

function ofSent(mail: RefundMail) {
  const { product, why, paidOn, payment } = mail;
  const amount = formatCents(mail.amountCents);
  const shown = 'Banks show it within 5 to 10 business days.';
  const counts = product ? ` ${consequence(mail)}` : '';
  if (!paidOn) {
    return {
      subject: `Your refund of ${amount}`,
      title: 'Your refund is on its way',
      preview: `${amount} is refunded to the card you paid with.`,
      what: `We have refunded ${amount} because ${why}.`,
      after: `It goes to the card or account you paid with. ${shown}${counts}`,
    };
  }
  const missing = 'If it has not reached you within 10 business days, reply to this email.';
  return {
    subject: `Your refund of ${amount} was paid another way`,
    title: 'Your refund was paid another way',
    preview: `${amount}, paid on ${dayText(paidOn)}.`,
    what: `We have refunded ${amount} because ${why}. It could not go back to the card or account you paid with, so we paid it another way on ${dayText(paidOn)}${payment ? `, with the reference number ${payment}` : ''}.`,
    after: `${ifAnswered(missing) || shown}${counts}`,
  };
}

function consequence({ isExcess, isMerged }: RefundMail): string {
  if (!isExcess) return 'It no longer counts toward the product’s goal.';
  return isMerged
    ? 'It counted toward a second entry for the product, until the two were merged.'
    : 'The product’s total stays the same. This money was never part of it.';
}

/** The bank did not take it, or what was said to be paid was not. */
function ofOwed({ amountCents, why, paidOn }: RefundMail) {
  const amount = formatCents(amountCents);
  const hint = paidOn
    ? 'If it has reached you after all'
    : 'If you know of a better way to pay it back';
  return {
    subject: paidOn ? `We still owe you ${amount}` : `Your refund of ${amount} has not arrived`,
    title: paidOn ? 'Your refund was not paid after all' : 'Your refund did not go through',
    preview: `${paidOn ? 'We told you too early. ' : ''}The money is still yours. We are looking into it.`,
    what: paidOn
      ? `We told you that we had paid you ${amount} on ${dayText(paidOn)} because ${why}. That was wrong: it has not been paid. We are sorry.`
      : `We tried to refund ${amount} because ${why}, but it did not go through. That happens when a card has been closed or replaced.`,
    after: `We still owe it to you, and an administrator is looking into it. You don’t need to do anything.${ifAnswered(` ${hint}, reply to this email.`)}`,
  };
}

/** What asks for a reply, where somebody gets one. */
export const ifAnswered = (sentence: string) => (outsideLinks().supportEmail ? sentence : '');

/** Somebody asked for a refund: by when it is decided. */
export function refundAsked(mail: AskedMail) {
  const [amount, day] = [formatCents(mail.amountCents), dayText(mail.dueAt)];
  return {
    subject: `Your request for a refund of ${amount}`,
    title: 'We have your request',
    preview: `We decide by ${day}.`,
    says: [
      `You asked us to refund ${amount}. An administrator decides by ${day}, and we email you either way.`,
      { rows: [rowOf(mail)] },
      yourContributions(),
    ],
  };
}

/** Where everything that one gave can be seen, moved, and asked for. */
export function yourContributions(): Part {
  const contributions = { link: 'your contributions', to: `${siteUrl()}/view-contributions` };
  return [
    'You can see where it stands under ',
    contributions,
    ', with a code that we email to you.',
  ];
}

/** A refund that was asked for is not made: an administrator decided so, or testing has begun. */
export function refundDeclined(mail: DeclinedMail) {
  const { product, note, hasBegun, renewedUntil } = mail;
  const amount = formatCents(mail.amountCents);
  const why =
    hasBegun && !note
      ? 'The first sample has been bought since, so it can no longer be refunded.'
      : 'An administrator has looked at your request and decided against it.';
  const by = renewedUntil
    ? `by ${dayText(renewedUntil)}, the date that you accepted`
    : `within ${REFUND_DAYS} days of your payment`;
  return {
    subject: `About the refund of ${amount} that you requested`,
    title: 'Your refund was not granted',
    preview: `Why ${amount} is not being refunded now.`,
    says: [
      `You asked us to refund ${amount}. ${why}${note && ' In their own words:'}`,
      note !== '' && { quote: note },
      { rows: [rowOf(mail)] },
      product &&
        !hasBegun &&
        `This has not changed: if the product does not reach its goal ${by}, your contribution is refunded automatically to the card you paid with. You don’t need to ask. Once the first sample has been bought, nothing can be refunded.`,
      ifAnswered('If you think this is a mistake, reply to this email.') || undefined,
    ],
  };
}

/** Before it goes back, by its age or after its product has lost its goal: what its giver can choose. */
export function refundUpcoming(mail: UpcomingMail) {
  const { product, isHidden, hasFallen, feeCents } = mail;
  const [amount, missing] = [formatCents(mail.amountCents), formatCents(mail.missingCents)];
  const day = dayText(mail.dueAt);
  const needs = hasFallen
    ? `It reached its goal but has since lost some of that money, and it needs ${missing} more`
    : `It still needs ${missing}`;
  const hidden = ', and is hidden while we look into it, so nobody can give to it right now';
  return {
    subject: `${amount} for ${oneLine(product.name, 45)} will be refunded on ${day} unless its goal is reached`,
    title: 'Your contribution may be refunded',
    preview: `Your ${amount} will be refunded on ${day} unless the goal is reached.`,
    says: [
      [
        `You gave ${amount} to have `,
        linked(product),
        ` tested. ${needs}${isHidden ? hidden : ''}.`,
      ],
      `If it has not reached its goal by ${day}, your contribution is refunded automatically to the card you paid with. You don’t need to do anything.${isHidden ? '' : ' If you’d like to see it tested, share its page.'}`,
      'If you’d rather, you can move it to another product, give it to the project, or have it back now:',
      { action: 'See your choices', href: mail.moveUrl },
      {
        note: `A refund is in full.${feeCents === null ? '' : ` Stripe keeps its ${formatCents(feeCents)} fee for your payment, which the product’s other money pays, or the project.`} The link works once, and needs no account.`,
      },
    ],
  };
}

/** What became of it is said to the mailbox, whoever pressed the button. */
export function contributionMoved({ amountCents, from, product, dueAt }: MovedMail) {
  const amount = formatCents(amountCents);
  return {
    subject: `Your ${amount} moved to ${product ? oneLine(product.name, 45) : 'the project'}`,
    title: 'Your contribution has moved',
    preview: `${amount}, from ${oneLine(from.name, 60)}.`,
    says: [
      [
        `As you chose, ${amount} moved from `,
        linked(from),
        ' to ',
        product ? linked(product) : 'the project itself',
        '.',
      ],
      product
        ? dueAt
          ? `If that has not reached its goal by ${dayText(dueAt)}, your contribution is refunded automatically to the card you paid with.`
          : 'That has reached its goal, and testing comes next.'
        : 'It is a donation now, and is not refunded automatically.',
      ifAnswered('If that was not you, reply to this email.') || undefined,
    ],
  };
}

function rowOf({ amountCents, product }: Pick<RefundMail, 'amountCents' | 'product'>) {
  const name = product ? linked(product) : 'Your payment';
  return { name, amount: formatCents(amountCents) };
}
