import { Amounts, Letter, MailLink, LetterNote, Paragraph, ProductName } from './letter.email.tsx';
import type { MergedMail } from './load-payment.server.ts';
import { formatCents } from '#app/kit/money.ts';

export function mergedSubject({ amountCents, isWhole }: MergedMail): string {
  const amount = formatCents(amountCents);
  return isWhole
    ? `Your payment of ${amount} will be refunded`
    : `${amount} of your payment will be refunded`;
}

/** Why the one that stayed did not take it, and what its page is by now. */
const WORDS = {
  open: {
    why: 'with what others had given to the other entry, it needs less',
    link: 'Its page is',
  },
  begun: {
    why: 'the other entry was fully funded, and its testing has begun',
    link: 'Follow its test at',
  },
  tested: {
    why: 'the other entry has already been tested',
    link: 'Its results are at',
  },
} as const;

/** A product stood on the list twice, and the one that stayed needed less than both had. */
export function MergedExcess({ amountCents, isWhole, product, stage, reference }: MergedMail) {
  const amount = formatCents(amountCents);
  const { why, link } = WORDS[stage];
  return (
    <Letter
      title={isWhole ? 'Your payment will be refunded' : 'Part of your payment will be refunded'}
      preview="The product was listed twice, and needed less than was given."
    >
      <Paragraph>
        You gave to a product that was listed twice. We merged the two entries: {why}. {amount} is
        refunded automatically to the card you paid with.
      </Paragraph>
      <Amounts
        rows={[
          {
            name: <ProductName product={product} />,
            note: 'More than it needed, so this is refunded.',
            amount,
          },
        ]}
      />
      {product.url && (
        <Paragraph>
          {link} <MailLink href={product.url}>{product.url}</MailLink>.
        </Paragraph>
      )}
      <LetterNote>
        Banks take 5 to 10 business days. We email you again once it has been sent. Reference{' '}
        {reference}.
      </LetterNote>
    </Letter>
  );
}
