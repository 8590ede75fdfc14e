import { Action, Letter, Note, Paragraph } from './letter.email.tsx';
import type { SubscriptionMail } from './load-subscription.server.ts';
import { dayOf } from './words.ts';
import { formatCents } from '#app/kit/money.ts';

/** A monthly donation could not be charged. */
export function RenewalFailed({ amountCents, donateUrl }: SubscriptionMail) {
  return (
    <Letter
      title="Your monthly donation could not be charged"
      preview={`The payment of ${formatCents(amountCents)} failed. It is tried again.`}
    >
      <Paragraph>
        This month’s donation of {formatCents(amountCents)} could not be charged to your card.
        Stripe, which handles our payments, tries again in a few days; if it keeps failing, the
        donation ends automatically and nothing more is charged.
      </Paragraph>
      <Paragraph>
        If your card has changed, the donation page has a form that emails you a link to update it.
      </Paragraph>
      <Action href={donateUrl}>Manage my donation</Action>
    </Letter>
  );
}

/** Cancelled, and paid until the end of the period. */
export function SubscriptionEnding({ amountCents, endsAt, donateUrl }: SubscriptionMail) {
  return (
    <Letter title="Your monthly donation is cancelled" preview="Nothing more will be charged.">
      <Paragraph>
        Your monthly donation of {formatCents(amountCents)} is cancelled. Nothing more will be
        charged{endsAt ? `; it ends on ${dayOf(endsAt)}` : ''}. Thank you for what you gave.
      </Paragraph>
      <Paragraph>
        If you change your mind before it ends, the donation page has a form that emails you a link
        to take this back.
      </Paragraph>
      <Action href={donateUrl}>Manage my donation</Action>
    </Letter>
  );
}

/** It is over. */
export function SubscriptionEnded({ amountCents, donateUrl }: SubscriptionMail) {
  return (
    <Letter title="Your monthly donation has ended" preview="Nothing more will be charged.">
      <Paragraph>
        Your monthly donation of {formatCents(amountCents)} has ended, and nothing more will be
        charged. Thank you for what you gave: it kept the project going.
      </Paragraph>
      <Action href={donateUrl}>Begin a new one</Action>
    </Letter>
  );
}

/** A link that somebody asked for on the donation page. */
export function ManageLink({ url }: { url: string }) {
  return (
    <Letter title="Manage your monthly donation" preview="The link works for 10 minutes.">
      <Paragraph>
        Here is the link to see, change or cancel your monthly donation. It works for 10 minutes.
      </Paragraph>
      <Action href={url}>Manage my donation</Action>
      <Note>
        Somebody asked for this on the donation page with your address. If it was not you, nothing
        happens as long as you do not use the link.
      </Note>
    </Letter>
  );
}
