import { linked } from './letter.email.tsx';
import type { ExcessMail, ExcessReason } from './load-payment.server.ts';
import { formatCents } from '#app/kit/money.ts';

/** Beside what a product did not take of a payment. */
export const refunded = (why: ExcessReason = 'filled') =>
  why === 'removed'
    ? 'It was taken off the list, so this is refunded.'
    : 'More than it needed, so this is refunded.';

/** What happened to a product while somebody paid. */
const MEANWHILE: Record<ExcessReason, string> = {
  filled: 'others funded the same product, so it needed less than you gave',
  won: 'a bank returned an earlier payment that had been disputed, so the product needed less than you gave',
  removed: 'the product was taken off the list',
};

/** Why the one that stayed of two entries did not take it, and what its page is by now. */
const MERGED = {
  open: {
    why: 'with what others had given to the other entry, it needs less',
    link: 'Its page is',
  },
  begun: {
    why: 'the other entry was fully funded, and its first sample has been bought',
    link: 'Follow its test at',
  },
  tested: {
    why: 'the other entry has already been tested',
    link: 'Its results are at',
  },
} as const;

/**
 * A product needed less than was paid: others were faster, disputed money came back, it was taken off
 * the list, or it stood on the list twice.
 */
export function excess({ amountCents, isWhole, shares, merged, reference }: ExcessMail) {
  const amount = formatCents(amountCents);
  const url = merged && shares[0]?.product?.url;
  const reasons = [...new Set(shares.map((share) => share.excess ?? 'filled'))];
  const isRemoved = reasons.every((why) => why === 'removed');
  const why = merged
    ? `You gave to a product that was listed twice. We merged the two entries: ${MERGED[merged].why}.`
    : `${reasons.map((one) => `While you were paying, ${MEANWHILE[one]}.`).join(' ')}${isRemoved ? '' : ' We keep only what was needed.'}`;
  return {
    subject: `${isWhole ? `Your payment of ${amount}` : `${amount} of your payment`} will be refunded`,
    title: `${isWhole ? 'Your payment' : 'Part of your payment'} will be refunded`,
    preview: merged
      ? 'The product was listed twice, and needed less than was given.'
      : isRemoved
        ? 'The product was taken off the list.'
        : 'The product needed less than you paid.',
    says: [
      `${why} ${amount} is refunded automatically to the card you paid with.`,
      {
        rows: shares.map(({ product, amountCents: cents, excess: reason }) => ({
          name: product ? linked(product) : 'Donation',
          note: refunded(reason),
          amount: formatCents(cents),
        })),
      },
      url && [`${MERGED[merged].link} `, { link: url, to: url }, '.'],
      {
        note: `Banks take 5 to 10 business days. We email you again once it has been sent. Reference ${reference}.`,
      },
    ],
  };
}
