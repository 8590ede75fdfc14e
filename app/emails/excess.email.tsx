import { Amounts, Letter, MailLink, LetterNote, Paragraph, ProductName } from './letter.email.tsx';
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

Excess.subject = ({ amountCents, isWhole }: ExcessMail) => {
  const amount = formatCents(amountCents);
  return isWhole
    ? `Your payment of ${amount} will be refunded`
    : `${amount} of your payment will be refunded`;
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
export function Excess({ amountCents, isWhole, shares, merged, reference }: ExcessMail) {
  const url = merged && shares[0]?.product?.url;
  const reasons = [...new Set(shares.map(({ excess = 'filled' }) => excess))];
  const isRemoved = reasons.every((why) => why === 'removed');
  return (
    <Letter
      title={isWhole ? 'Your payment will be refunded' : 'Part of your payment will be refunded'}
      preview={
        merged
          ? 'The product was listed twice, and needed less than was given.'
          : isRemoved
            ? 'The product was taken off the list.'
            : 'The product needed less than you paid.'
      }
    >
      <Paragraph>
        {merged
          ? `You gave to a product that was listed twice. We merged the two entries: ${MERGED[merged].why}.`
          : `${reasons.map((why) => `While you were paying, ${MEANWHILE[why]}.`).join(' ')}${isRemoved ? '' : ' We keep only what was needed.'}`}{' '}
        {formatCents(amountCents)} is refunded automatically to the card you paid with.
      </Paragraph>
      <Amounts
        rows={shares.map(({ product, amountCents: cents, excess }) => ({
          name: product ? <ProductName product={product} /> : 'Donation',
          note: refunded(excess),
          amount: formatCents(cents),
        }))}
      />
      {url && (
        <Paragraph>
          {MERGED[merged].link} <MailLink href={url}>{url}</MailLink>.
        </Paragraph>
      )}
      <LetterNote>
        Banks take 5 to 10 business days. We email you again once it has been sent. Reference{' '}
        {reference}.
      </LetterNote>
    </Letter>
  );
}
