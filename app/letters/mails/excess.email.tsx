import { Amounts, Letter, MailLink, LetterNote, Paragraph, ProductName } from './letter.email.tsx';
import type { ExcessMail } from './load-payment.server.ts';
import { formatCents } from '#app/kit/money.ts';

/** Beside what a product did not need of a payment. */
export const REFUNDED = 'More than it needed, so this is refunded.';

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
 * A product needed less than was paid: others were faster, it was taken off the list, or it stood on
 * the list twice.
 */
export function Excess({ amountCents, isWhole, shares, merged, reference }: ExcessMail) {
  const url = merged && shares[0]?.product?.url;
  return (
    <Letter
      title={isWhole ? 'Your payment will be refunded' : 'Part of your payment will be refunded'}
      preview={
        merged
          ? 'The product was listed twice, and needed less than was given.'
          : 'The product needed less than you paid.'
      }
    >
      <Paragraph>
        {merged
          ? `You gave to a product that was listed twice. We merged the two entries: ${MERGED[merged].why}.`
          : 'While you were paying, others funded the same product, or it was taken off the list, so it needed less than you gave. We keep only what it needed.'}{' '}
        {formatCents(amountCents)} is refunded automatically to the card you paid with.
      </Paragraph>
      <Amounts
        rows={shares.map(({ product, amountCents: cents }) => ({
          name: product ? <ProductName product={product} /> : 'Donation',
          note: REFUNDED,
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
