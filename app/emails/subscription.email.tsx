import type { SubscriptionMail } from './load-subscription.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';

/** A monthly donation could not be charged. */
export function renewalFailed({ amountCents, donateUrl }: SubscriptionMail) {
  const amount = formatCents(amountCents);
  return {
    subject: 'Your monthly donation could not be charged',
    preview: `The payment of ${amount} failed. We’ll try again.`,
    says: [
      `This month’s donation of ${amount} could not be charged to your card. Stripe, which handles our payments, tries again in a few days. If it keeps failing, the donation ends automatically and nothing more is charged.`,
      'If your card has changed, the donation page has a form that emails you a link to update it.',
      { action: MANAGE, href: donateUrl },
    ],
  };
}

const MANAGE = 'Manage my donation';

/** Cancelled, and paid until the end of the period; or over. */
export function subscriptionEnding({ amountCents, isOver, endsAt, donateUrl }: SubscriptionMail) {
  const yours = `Your monthly donation of ${formatCents(amountCents)}`;
  const thanks = 'Thank you for what you gave.';
  return {
    subject: `Your monthly donation ${isOver ? 'has ended' : 'is canceled'}`,
    preview: 'Nothing more will be charged.',
    says: isOver
      ? [
          `${yours} has ended, and nothing more will be charged. ${thanks} It kept the project going.`,
          { action: 'Start a new one', href: donateUrl },
        ]
      : [
          `${yours} is canceled. Nothing more will be charged${endsAt ? `, and it ends on ${dayText(endsAt)}` : ''}. ${thanks}`,
          'If you change your mind before it ends, the donation page has a form that emails you a link to undo this.',
          { action: MANAGE, href: donateUrl },
        ],
  };
}

/** A link that somebody asked for on the donation page. */
export function manageLink({ url }: { url: string | undefined }) {
  if (url === undefined) {
    return {
      subject: 'No monthly donation under this address',
      preview: 'If you give under another, ask for a link there.',
      says: [
        'Someone asked for a link to manage the monthly donations of this address. It has none that goes on. If you give under another address, ask for a link there: it is the one that your receipts go to.',
        { note: 'If it wasn’t you, you can ignore this email.' },
      ],
    };
  }
  return {
    subject: 'Manage your monthly donation',
    preview: 'The link works for 10 minutes.',
    says: [
      'Here is the link to see, change, or cancel your monthly donation. It works for 10 minutes.',
      { action: MANAGE, href: url },
      {
        note: 'Someone asked for this on the donation page with your address. If it wasn’t you, you can ignore this email. Nothing changes unless the link is used.',
      },
    ],
  };
}
