import { Action, Letter, Paragraph } from '#app/mailing/letter.email.tsx';
import { oneLine } from '#app/mailing/words.ts';
import { formatCents } from '#app/kit/money.ts';

interface ProductMail {
  product: { name: string; url: string };
  raisedCents: number;
}

export function goalReachedSubject({ product }: ProductMail): string {
  return `Goal reached: ${oneLine(product.name)} will be tested`;
}

/** To followers and contributors: a product is fully funded. */
export function GoalReached({ product, raisedCents }: ProductMail) {
  return (
    <Letter title="Goal reached" preview={`${formatCents(raisedCents)} have come together.`}>
      <Paragraph>
        {formatCents(raisedCents)} have come together for {product.name}. Three samples are bought
        at shops and go to an independent laboratory; the results are published on its page, for
        everyone.
      </Paragraph>
      <Action href={product.url}>See the product</Action>
    </Letter>
  );
}
