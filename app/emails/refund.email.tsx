import { outsideLinks, siteUrl } from '#app/config.ts';
import {
  LetterAction,
  Amounts,
  Letter,
  MailLink,
  LetterNote,
  Paragraph,
  ProductName,
  Quote,
} from './letter.email.tsx';
import type { MovedMail, RefundMail, UpcomingMail } from './load-payment.server.ts';
import type { AskedMail, DeclinedMail } from './load-person.server.ts';
import { oneLine } from './words.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';

RefundOutcome.subject = ({ amountCents, paidOn, isOwed }: RefundMail) => {
  const amount = formatCents(amountCents);
  if (!isOwed) return `Your refund of ${amount}${paidOn ? ' was paid another way' : ''}`;
  return paidOn ? `We still owe you ${amount}` : `Your refund of ${amount} has not arrived`;
};

/** What became of a refund: it was sent, or paid by other means, or is owed still. */
export function RefundOutcome(mail: RefundMail) {
  const { title, preview, what, after } = mail.isOwed ? ofOwed(mail) : ofSent(mail);
  return (
    <Letter title={title} preview={preview}>
      <Paragraph>{what}</Paragraph>
      <Amounts rows={[rowOf(mail)]} />
      <Paragraph>{after}</Paragraph>
      <LetterNote>Reference {mail.reference}.</LetterNote>
    </Letter>
  );
}

function ofSent(mail: RefundMail) {
  const { product, why, paidOn, payment } = mail;
  const amount = formatCents(mail.amountCents);
  const shown = 'Banks show it within 5 to 10 business days.';
  const counts = product ? ` ${consequence(mail)}` : '';
  if (!paidOn) {
    return {
      title: 'Your refund is on its way',
      preview: `${amount} is refunded to the card you paid with.`,
      what: `We have refunded ${amount} because ${why}.`,
      after: `It goes to the card or account you paid with. ${shown}${counts}`,
    };
  }
  const { supportEmail } = outsideLinks();
  const missing = 'If it has not reached you within 10 business days, reply to this email.';
  return {
    title: 'Your refund was paid another way',
    preview: `${amount}, paid on ${dayText(paidOn)}.`,
    what: `We have refunded ${amount} because ${why}. It could not go back to the card or account you paid with, so we paid it another way on ${dayText(paidOn)}${payment ? `, with the reference number ${payment}` : ''}.`,
    after: `${supportEmail ? missing : shown}${counts}`,
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
    ? ' If it has reached you after all, reply to this email.'
    : ' If you know of a better way to pay it back, reply to this email.';
  return {
    title: paidOn ? 'Your refund was not paid after all' : 'Your refund did not go through',
    preview: `${paidOn ? 'We told you too early. ' : ''}The money is still yours. We are looking into it.`,
    what: paidOn
      ? `We told you that we had paid you ${amount} on ${dayText(paidOn)} because ${why}. That was wrong: it has not been paid. We are sorry.`
      : `We tried to refund ${amount} because ${why}, but it did not go through. That happens when a card has been closed or replaced.`,
    after: `We still owe it to you, and an administrator is looking into it. You don’t need to do anything.${outsideLinks().supportEmail ? hint : ''}`,
  };
}

RefundAsked.subject = ({ amountCents }: AskedMail) =>
  `Your request for a refund of ${formatCents(amountCents)}`;

/** Somebody asked for a refund: by when it is decided. */
export function RefundAsked({ amountCents, product, dueAt }: AskedMail) {
  return (
    <Letter title="We have your request" preview={`We decide by ${dayText(dueAt)}.`}>
      <Paragraph>
        You asked us to refund {formatCents(amountCents)}. An administrator decides by{' '}
        {dayText(dueAt)}, and we email you either way.
      </Paragraph>
      <Amounts rows={[rowOf({ amountCents, product })]} />
      <YourContributions />
    </Letter>
  );
}

/** Where everything that one gave can be seen, moved, and asked for. */
export function YourContributions() {
  return (
    <Paragraph>
      You can see where it stands under{' '}
      <MailLink href={`${siteUrl()}/view-contributions`}>your contributions</MailLink>, with a code
      that we email to you.
    </Paragraph>
  );
}

RefundDeclined.subject = ({ amountCents }: DeclinedMail) =>
  `About the refund of ${formatCents(amountCents)} that you requested`;

/** A refund that was asked for is not made: an administrator decided so, or testing has begun. */
export function RefundDeclined({ amountCents, product, note, hasBegun, ...mail }: DeclinedMail) {
  return (
    <Letter
      title="Your refund was not granted"
      preview={`Why ${formatCents(amountCents)} is not being refunded now.`}
    >
      <Paragraph>
        You asked us to refund {formatCents(amountCents)}.{' '}
        {hasBegun && !note
          ? 'The first sample has been bought since, so it can no longer be refunded.'
          : 'An administrator has looked at your request and decided against it.'}
        {note && ' In their own words:'}
      </Paragraph>
      {note && <Quote>{note}</Quote>}
      <Amounts rows={[rowOf({ amountCents, product })]} />
      {product && !hasBegun && (
        <Paragraph>
          This has not changed: {unlessDeclined(mail)}, your contribution is refunded automatically
          to the card you paid with. You don’t need to ask. Once the first sample has been bought,
          nothing can be refunded.
        </Paragraph>
      )}
      {outsideLinks().supportEmail && (
        <Paragraph>If you think this is a mistake, reply to this email.</Paragraph>
      )}
    </Letter>
  );
}

function unlessDeclined({ renewedUntil }: Pick<DeclinedMail, 'renewedUntil'>) {
  const by = renewedUntil
    ? `by ${dayText(renewedUntil)}, the date that you accepted`
    : `within ${REFUND_DAYS} days of your payment`;
  return `if the product does not reach its goal ${by}`;
}

RefundUpcoming.subject = ({ amountCents, product, dueAt }: UpcomingMail) => {
  const name = oneLine(product.name, 45);
  return `${formatCents(amountCents)} for ${name} will be refunded on ${dayText(dueAt)} unless its goal is reached`;
};

/** Before it goes back, by its age or after its product has lost its goal: what its giver can choose. */
export function RefundUpcoming(mail: UpcomingMail) {
  const { amountCents, product, isHidden, hasFallen, missingCents, dueAt, feeCents } = mail;
  return (
    <Letter
      title="Your contribution may be refunded"
      preview={`Your ${formatCents(amountCents)} will be refunded on ${dayText(dueAt)} unless the goal is reached.`}
    >
      <Paragraph>
        You gave {formatCents(amountCents)} to have{' '}
        <MailLink href={product.url}>{product.name}</MailLink> tested.{' '}
        {hasFallen
          ? 'It reached its goal but has since lost some of that money, and it needs '
          : 'It still needs '}
        {formatCents(missingCents)}
        {hasFallen && ' more'}
        {isHidden && ', and is hidden while we look into it, so nobody can give to it right now'}.
      </Paragraph>
      <Paragraph>
        If it has not reached its goal by {dayText(dueAt)}, your contribution is refunded
        automatically to the card you paid with. You don’t need to do anything.
        {!isHidden && ' If you’d like to see it tested, share its page.'}
      </Paragraph>
      <Paragraph>
        If you’d rather, you can move it to another product, give it to the project, or have it back
        now:
      </Paragraph>
      <LetterAction href={mail.moveUrl}>See your choices</LetterAction>
      <LetterNote>
        A refund is in full.
        {feeCents !== null &&
          ` Stripe keeps its ${formatCents(feeCents)} fee for your payment, which the project pays.`}{' '}
        The link works once, and needs no account.
      </LetterNote>
    </Letter>
  );
}

ContributionMoved.subject = ({ amountCents, product }: MovedMail) => {
  const to = product ? oneLine(product.name, 45) : 'the project';
  return `Your ${formatCents(amountCents)} moved to ${to}`;
};

/** What became of it is said to the mailbox, whoever pressed the button. */
export function ContributionMoved({ amountCents, from, product, dueAt }: MovedMail) {
  const amount = formatCents(amountCents);
  return (
    <Letter
      title="Your contribution has moved"
      preview={`${amount}, from ${oneLine(from.name, 60)}.`}
    >
      <Paragraph>
        As you chose, {amount} moved from <ProductName product={from} /> to{' '}
        {product ? <ProductName product={product} /> : 'the project itself'}.
      </Paragraph>
      <Paragraph>
        {product
          ? dueAt
            ? `If that has not reached its goal by ${dayText(dueAt)}, your contribution is refunded automatically to the card you paid with.`
            : 'That has reached its goal, and testing comes next.'
          : 'It is a donation now, and is not refunded automatically.'}
      </Paragraph>
      {outsideLinks().supportEmail && (
        <Paragraph>If that was not you, reply to this email.</Paragraph>
      )}
    </Letter>
  );
}

function rowOf({ amountCents, product }: Pick<RefundMail, 'amountCents' | 'product'>) {
  const name = product ? <ProductName product={product} /> : 'Your payment';
  return { name, amount: formatCents(amountCents) };
}
