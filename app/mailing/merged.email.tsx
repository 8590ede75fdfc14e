import {
  Amounts,
  Letter,
  MailLink,
  Note,
  Paragraph,
  ProductName,
} from '#app/mailing/letter.email.tsx';
import type { MergedMail } from '#app/mailing/load-payment.server.ts';
import { formatCents } from '#app/kit/money.ts';

export function mergedSubject({ amountCents }: MergedMail): string {
  return `${formatCents(amountCents)} of your payment goes back to you`;
}

/** A product stood on the list twice, and the one that stayed needed less than both had. */
export function MergedExcess({ amountCents, product, reference }: MergedMail) {
  const amount = formatCents(amountCents);
  return (
    <Letter
      title="Part of your payment goes back"
      preview="The product stood on the list twice, and needed less."
    >
      <Paragraph>
        You gave to a product that stood on the list twice. We have put the two together, and with
        what others gave to the other one it needs less. {amount} goes back to the card you paid
        with, without your doing anything.
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
          It goes on at <MailLink href={product.url}>{product.url}</MailLink>.
        </Paragraph>
      )}
      <Note>
        Banks take 5 to 10 business days. We write again once it has been sent. Reference{' '}
        {reference}.
      </Note>
    </Letter>
  );
}
