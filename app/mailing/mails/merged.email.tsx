import { Amounts, Letter, MailLink, Note, Paragraph, ProductName } from './letter.email.tsx';
import type { MergedMail } from './load-payment.server.ts';
import { formatCents } from '#app/kit/money.ts';

export function mergedSubject({ amountCents, isWhole }: MergedMail): string {
  const amount = formatCents(amountCents);
  return isWhole
    ? `Your payment of ${amount} goes back to you`
    : `${amount} of your payment goes back to you`;
}

/** Why the one that stayed did not take it, and what its page is by now. */
const WORDS = {
  open: {
    why: 'with what others gave to the other one it needs less',
    link: 'It goes on at',
  },
  begun: {
    why: 'the other one’s test had all its money and has begun',
    link: 'How its test goes is told at',
  },
  tested: {
    why: 'the other one has been tested already',
    link: 'Its results are at',
  },
} as const;

/** A product stood on the list twice, and the one that stayed needed less than both had. */
export function MergedExcess({ amountCents, isWhole, product, stage, reference }: MergedMail) {
  const amount = formatCents(amountCents);
  const { why, link } = WORDS[stage];
  return (
    <Letter
      title={isWhole ? 'Your payment goes back' : 'Part of your payment goes back'}
      preview="The product stood on the list twice, and needed less than was given."
    >
      <Paragraph>
        You gave to a product that stood on the list twice. We have put the two together, and {why}.{' '}
        {amount} is refunded automatically to the card you paid with.
      </Paragraph>
      <Amounts
        rows={[
          {
            name: <ProductName product={product} />,
            note: 'More than it needed: this goes back to you.',
            amount,
          },
        ]}
      />
      {product.url && (
        <Paragraph>
          {link} <MailLink href={product.url}>{product.url}</MailLink>.
        </Paragraph>
      )}
      <Note>
        Banks take 5 to 10 business days. We email you again once it has been sent. Reference{' '}
        {reference}.
      </Note>
    </Letter>
  );
}
