import { Amounts, Letter, MailLink, LetterNote, Paragraph, ProductName } from './letter.email.tsx';
import { outsideLinks } from '#app/config.ts';
import { refunded } from './excess.email.tsx';
import { YourContributions } from './refund.email.tsx';
import type { PaymentMail, ReceiptMail, ReviewMail, Share } from './load-payment.server.ts';
import { donateUrl } from './load-subscription.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { isMonthly } from '#app/funding/order.ts';
import { receiptTitle } from '#app/contributions/messages.ts';

PaymentReceipt.subject = (mail: PaymentMail) =>
  `${titleOf(mail)}: ${formatCents(mail.amountCents)}`;

function titleOf({ kind, shares }: PaymentMail): string {
  return receiptTitle(kind, shares.some(isForProduct));
}

const isForProduct = ({ product }: Share) => product !== undefined;

/** A receipt for any payment: what it was for, and how refunds work for it. */
export function PaymentReceipt({ preferencesUrl, steps, ...mail }: ReceiptMail) {
  return (
    <Letter
      title={titleOf(mail)}
      preview={`${formatCents(mail.amountCents)}, paid on ${dayText(mail.paidAt)}.`}
      footer={
        <LetterNote>
          <MailLink href={preferencesUrl}>Choose what you get</MailLink>
        </LetterNote>
      }
    >
      <Paragraph>
        Thank you. Your payment of {formatCents(mail.amountCents)} arrived on {dayText(mail.paidAt)}
        .
      </Paragraph>
      {steps.length > 0 && <Paragraph>{steps.join(' ')}</Paragraph>}
      {mail.kind === 'submission' && mail.shares.some(({ product }) => product?.url) && (
        <Paragraph>
          The product is listed on the site, where everyone can fund it. If someone had already
          added it, your payment went to that entry.
        </Paragraph>
      )}
      <Amounts
        rows={[
          ...mail.shares.map((share) => rowOf(share, mail.kind)),
          { name: 'Total paid', amount: formatCents(mail.amountCents), isTotal: true },
        ]}
      />
      {mail.shares.some(isForProduct) && (
        <Paragraph>
          How refunds work: if a product does not reach its goal within {REFUND_DAYS} days of your
          payment, what you gave to it is refunded automatically to the card you paid with. We email
          you {REFUND_WARNING_DAYS} days before. Once the first sample is bought, nothing can be
          refunded. The product’s page shows where it stands.
        </Paragraph>
      )}
      {!mail.shares.every(isForProduct) && (
        <Paragraph>
          How refunds work: a donation is for the project, not for a single product, and is not
          refunded automatically.
        </Paragraph>
      )}
      {isMonthly(mail.kind) && (
        <Paragraph>
          You can change or cancel your monthly donation, and what each month is for, at any time.
          The form at <MailLink href={donateUrl()}>{donateUrl()}</MailLink> emails you a link to it.
        </Paragraph>
      )}
      <YourContributions />
      <LetterNote>
        Amounts are in U.S. dollars. This is a receipt for your payment, not a tax receipt.
        Reference {mail.reference}.
      </LetterNote>
    </Letter>
  );
}

function rowOf({ product, amountCents, excess }: Share, kind: string) {
  const gift = isMonthly(kind) ? 'Monthly donation' : 'Donation';
  const name = product ? <ProductName product={product} /> : gift;
  const amount = formatCents(amountCents);
  if (excess) return { name, note: refunded(excess), amount };
  return product
    ? { name, note: 'Testing by an independent laboratory', amount }
    : { name, amount };
}

UnderReview.subject = ({ amountCents }: ReviewMail) =>
  `Your payment of ${formatCents(amountCents)} is being looked into`;

/** A payment that is not what its order asked for: it counts for nothing until it is decided on. */
export function UnderReview({ amountCents, reference }: ReviewMail) {
  return (
    <Letter
      title="Your payment is being looked into"
      preview="It arrived, but it does not match what was ordered."
    >
      <Paragraph>
        Your payment of {formatCents(amountCents)} arrived, but it does not match what was ordered,
        so it has not been counted for any product. An administrator will look into it and decide
        what happens next. If it is refunded, it goes back to what you paid with, and we email you
        again.
      </Paragraph>
      <Paragraph>
        You don’t need to do anything. Please don’t pay a second time.
        {outsideLinks().supportEmail && ' If you have a question, reply to this email.'}
      </Paragraph>
      <LetterNote>Reference {reference}.</LetterNote>
    </Letter>
  );
}
