import { Action, Letter, Paragraph, WhyThis, type Following } from './letter.email.tsx';
import { dayOf, oneLine } from './words.ts';
import { REFUND_DAYS, RESULTS_WITHIN } from '#app/kit/facts.ts';
import { formatCents } from '#app/kit/money.ts';

interface ProductMail extends Following {
  product: { name: string; url: string };
  raisedCents: number;
}

export function goalReachedSubject({ product }: ProductMail): string {
  return `Goal reached: ${oneLine(product.name)} will be tested`;
}

/** To followers and contributors: a product is fully funded. */
export function GoalReached(mail: ProductMail) {
  const { product, raisedCents } = mail;
  return (
    <Letter
      title="Goal reached"
      preview={`${formatCents(raisedCents)} have come together.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        {formatCents(raisedCents)} have come together for {product.name}. Three samples are bought
        at shops and go to an independent laboratory; the results are published on its page, for
        everyone.
      </Paragraph>
      <Action href={product.url}>See the product</Action>
    </Letter>
  );
}

interface SecondChanceMail extends ProductMail {
  missingCents: number;
  until: Date;
}

export function secondChanceSubject({ product, missingCents }: SecondChanceMail): string {
  return `${oneLine(product.name, 45)} needs ${formatCents(missingCents)} again to be tested`;
}

/** To followers and contributors: a funded product has lost money before its testing began. */
export function SecondChance(mail: SecondChanceMail) {
  const { product, missingCents, until } = mail;
  return (
    <Letter
      title="A goal is open again"
      preview={`It needs ${formatCents(missingCents)} again by ${dayOf(until)}.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        {product.name} had reached its goal. Some of the money has been refunded or taken back by a
        bank since, before its testing began, so it needs {formatCents(missingCents)} again.
      </Paragraph>
      <Paragraph>
        If the goal is not reached again by {dayOf(until)}, contributions that are more than{' '}
        {REFUND_DAYS} days old start to be refunded. If it is reached, nothing is refunded and the
        product is tested.
      </Paragraph>
      <Action href={product.url}>See the product</Action>
    </Letter>
  );
}

export function testingBegunSubject({ product }: ProductMail): string {
  return `Testing has begun: ${oneLine(product.name)}`;
}

/** To followers and contributors: the first sample was bought, so that nothing is refunded now. */
export function TestingBegun(mail: ProductMail) {
  const { product } = mail;
  return (
    <Letter
      title="Testing has begun"
      preview="The first sample has been bought."
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        The first sample of {product.name} has been bought. We promise its results within{' '}
        {RESULTS_WITHIN}; they are published on its page, for everyone, and we write to you once
        they are there.
      </Paragraph>
      <Paragraph>
        If you gave to it: your money is now being used for what you gave it for, and is not
        refunded any more.
      </Paragraph>
      <Action href={product.url}>See where it stands</Action>
    </Letter>
  );
}

export function testingEndedSubject({ product }: ProductMail): string {
  return `Testing has ended without results: ${oneLine(product.name)}`;
}

/** To followers and contributors: a begun test cannot be finished. */
export function TestingEnded(mail: ProductMail & { reason: string }) {
  const { product, reason } = mail;
  return (
    <Letter
      title="Testing has ended without results"
      preview={`${product.name} could not be tested to the end.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        {product.name} could not be tested to the end, and there will be no results of it. The
        reason: {reason}
      </Paragraph>
      <Paragraph>
        If you gave to it: your money was being used from the first sample on, so it is not
        refunded. What was spent, what is left and where that goes is on the product’s page, to the
        cent.
      </Paragraph>
      <Action href={product.url}>See where the money went</Action>
    </Letter>
  );
}

export function resultsPublishedSubject({ product }: ProductMail): string {
  return `The results are in: ${oneLine(product.name)}`;
}

/** To followers and contributors: what was found stands on the product's page. */
export function ResultsPublished(mail: ProductMail) {
  const { product } = mail;
  return (
    <Letter
      title="The results are in"
      preview={`What the laboratory found in ${product.name}.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        The laboratory has measured {product.name}, and what it found is on the product’s page, for
        everyone: each plastic chemical, how much of it there was, and how that compares with the
        limits that authorities publish.
      </Paragraph>
      <Action href={product.url}>Read the results</Action>
      <Paragraph>
        If you gave to it, thank you: without you and the others nobody would know.
      </Paragraph>
    </Letter>
  );
}
