import { LetterAction, Letter, LetterNote, Paragraph } from './letter.email.tsx';
import type { SubscriptionMail } from './load-subscription.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';

RenewalFailed.subject = () => 'Your monthly donation could not be charged';

/** A monthly donation could not be charged. */
export function RenewalFailed({ amountCents, donateUrl }: SubscriptionMail) {
  return (
    <Letter
      title="Your monthly donation could not be charged"
      preview={`The payment of ${formatCents(amountCents)} failed. We’ll try again.`}
    >
      <Paragraph>
        This month’s donation of {formatCents(amountCents)} could not be charged to your card.
        Stripe, which handles our payments, tries again in a few days. If it keeps failing, the
        donation ends automatically and nothing more is charged.
      </Paragraph>
      <Paragraph>
        If your card has changed, the donation page has a form that emails you a link to update it.
      </Paragraph>
      <LetterAction href={donateUrl}>Manage my donation</LetterAction>
    </Letter>
  );
}

SubscriptionEnding.subject = ({ isOver }: SubscriptionMail) =>
  isOver ? 'Your monthly donation has ended' : 'Your monthly donation is canceled';

/** Cancelled, and paid until the end of the period; or over. */
export function SubscriptionEnding(mail: SubscriptionMail) {
  const { amountCents, isOver, endsAt, donateUrl } = mail;
  return (
    <Letter title={SubscriptionEnding.subject(mail)} preview="Nothing more will be charged.">
      <Paragraph>
        Your monthly donation of {formatCents(amountCents)}{' '}
        {isOver
          ? 'has ended, and nothing more will be charged.'
          : `is canceled. Nothing more will be charged${endsAt ? `, and it ends on ${dayText(endsAt)}` : ''}.`}{' '}
        Thank you for what you gave.{isOver && ' It kept the project going.'}
      </Paragraph>
      {!isOver && (
        <Paragraph>
          If you change your mind before it ends, the donation page has a form that emails you a
          link to undo this.
        </Paragraph>
      )}
      <LetterAction href={donateUrl}>
        {isOver ? 'Start a new one' : 'Manage my donation'}
      </LetterAction>
    </Letter>
  );
}

const NO_DONATION = 'No monthly donation under this address';

ManageLink.subject = ({ url }: { url: string | undefined }) =>
  url ? 'Manage your monthly donation' : NO_DONATION;

/** A link that somebody asked for on the donation page. */
export function ManageLink({ url }: { url: string | undefined }) {
  return url === undefined ? (
    <Letter title={NO_DONATION} preview="If you give under another, ask for a link there.">
      <Paragraph>
        Someone asked for a link to manage the monthly donations of this address. It has none that
        goes on. If you give under another address, ask for a link there: it is the one that your
        receipts go to.
      </Paragraph>
      <LetterNote>If it wasn’t you, you can ignore this email.</LetterNote>
    </Letter>
  ) : (
    <Letter title="Manage your monthly donation" preview="The link works for 10 minutes.">
      <Paragraph>
        Here is the link to see, change, or cancel your monthly donation. It works for 10 minutes.
      </Paragraph>
      <LetterAction href={url}>Manage my donation</LetterAction>
      <LetterNote>
        Someone asked for this on the donation page with your address. If it wasn’t you, you can
        ignore this email. Nothing changes unless the link is used.
      </LetterNote>
    </Letter>
  );
}
