import { choose, linked } from './letter.email.tsx';
import { refunded } from './excess.email.tsx';
import { ifAnswered, yourContributions } from './refund.email.tsx';
import type { ReceiptMail, ReviewMail, Share } from './load-payment.server.ts';
import { donateUrl } from './load-subscription.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { isMonthly } from '#app/funding/order.ts';
import { receiptTitle } from '#app/contributions/messages.ts';

const isForProduct = ({ product }: Share) => product !== undefined;

/** A receipt for any payment: what it was for, and how refunds work for it. */
export function paymentReceipt({ preferencesUrl, steps, ...mail }: ReceiptMail) {
  const { kind, shares } = mail;
  const [amount, day] = [formatCents(mail.amountCents), dayText(mail.paidAt)];
  const title = receiptTitle(kind, shares.some(isForProduct));
  return {
    subject: `${title}: ${amount}`,
    title,
    preview: `${amount}, paid on ${day}.`,
    says: [
      `Thank you. Your payment of ${amount} arrived on ${day}.`,
      steps.length > 0 && steps.join(' '),
      kind === 'submission' &&
        shares.some(({ product }) => product?.url) &&
        'The product is listed on the site, where everyone can fund it. If someone had already added it, your payment went to that entry.',
      {
        rows: [
          ...shares.map((share) => rowOf(share, kind)),
          { name: 'Total paid', amount, isTotal: true },
        ],
      },
      shares.some(isForProduct) &&
        `How refunds work: if a product does not reach its goal within ${REFUND_DAYS} days of your payment, what you gave to it is refunded automatically to the card you paid with. We email you ${REFUND_WARNING_DAYS} days before. Once the first sample is bought, nothing can be refunded. The product’s page shows where it stands.`,
      !shares.every(isForProduct) &&
        'How refunds work: a donation is for the project, not for a single product, and is not refunded automatically.',
      isMonthly(kind) && [
        'You can change or cancel your monthly donation, and what each month is for, at any time. The form at ',
        { link: donateUrl(), to: donateUrl() },
        ' emails you a link to it.',
      ],
      yourContributions(),
      {
        note: `Amounts are in U.S. dollars. This is a receipt for your payment, not a tax receipt. Reference ${mail.reference}.`,
      },
    ],
    footer: [{ note: [choose(preferencesUrl)] }],
  };
}

function rowOf({ product, amountCents, excess }: Share, kind: string) {
  const gift = isMonthly(kind) ? 'Monthly donation' : 'Donation';
  const name = product ? linked(product) : gift;
  const amount = formatCents(amountCents);
  if (excess) return { name, note: refunded(excess), amount };
  return product
    ? { name, note: 'Testing by an independent laboratory', amount }
    : { name, amount };
}

/** A payment that is not what its order asked for: it counts for nothing until it is decided on. */
export function underReview({ amountCents, reference }: ReviewMail) {
  const amount = formatCents(amountCents);
  return {
    subject: `Your payment of ${amount} is being looked into`,
    title: 'Your payment is being looked into',
    preview: 'It arrived, but it does not match what was ordered.',
    says: [
      `Your payment of ${amount} arrived, but it does not match what was ordered, so it has not been counted for any product. An administrator will look into it and decide what happens next. If it is refunded, it goes back to what you paid with, and we email you again.`,
      `You don’t need to do anything. Please don’t pay a second time.${ifAnswered(' If you have a question, reply to this email.')}`,
      { note: `Reference ${reference}.` },
    ],
  };
}
