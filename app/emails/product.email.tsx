import { LetterAction, Letter, Paragraph, WhyThis } from './letter.email.tsx';
import type {
  EndedMail,
  MakerMail,
  ProductMail,
  ResultsMail,
  SecondChanceMail,
} from './load-product.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { HowToRead, ResultLines } from './result-lines.email.tsx';
import { oneLine } from './words.ts';
import { REFUND_DAYS, RESULTS_WITHIN } from '#app/kit/facts.ts';
import { formatCents, samples } from '#app/kit/money.ts';
import { capitalized, counted } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';

GoalReached.subject = ({ product }: ProductMail) =>
  `Goal reached: ${oneLine(product.name)} will be tested`;

/** To followers and contributors: a product is fully funded. */
export function GoalReached(mail: ProductMail) {
  const { product, raisedCents, levels } = mail;
  return (
    <Letter
      title="Goal reached"
      preview={`${formatCents(raisedCents)} has been raised.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        {formatCents(raisedCents)} has been raised for {product.name}.{' '}
        {capitalized(samples(levels))} will be bought at stores and sent to an independent
        laboratory. The results will be published on its page, for everyone.
      </Paragraph>
      <LetterAction href={product.url}>See the product</LetterAction>
    </Letter>
  );
}

SecondChance.subject = ({ product, missingCents }: SecondChanceMail) =>
  `${oneLine(product.name, 45)} needs ${formatCents(missingCents)} more to be tested`;

/** To followers and contributors: a funded product has lost money before its testing began. */
export function SecondChance(mail: SecondChanceMail) {
  const { product, missingCents, until } = mail;
  return (
    <Letter
      title="A goal is open again"
      preview={`It needs ${formatCents(missingCents)} more by ${dayText(until)}.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        {product.name} reached its goal, but some of the money was refunded or taken back by a bank
        before its first sample was bought. It now needs {formatCents(missingCents)} more.
      </Paragraph>
      <Paragraph>
        If the goal is not reached again by {dayText(until)}, we start refunding contributions that
        are more than {REFUND_DAYS} days old. If it is reached, nothing is refunded and the product
        is tested.
      </Paragraph>
      <LetterAction href={product.url}>See the product</LetterAction>
    </Letter>
  );
}

TestingBegun.subject = ({ product }: ProductMail) =>
  `First sample bought: ${oneLine(product.name)}`;

/** To followers and contributors: the first sample was bought, so that nothing is refunded now. */
export function TestingBegun(mail: ProductMail) {
  const { product } = mail;
  return (
    <Letter
      title="The first sample has been bought"
      preview="Its contributions are being used now."
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        The first sample of {product.name} has been bought. We promise its results within{' '}
        {RESULTS_WITHIN}. They will be published on its page, for everyone, and we’ll email you when
        they’re there.
      </Paragraph>
      <Paragraph>
        If you contributed, your money is now being used for the test and can no longer be refunded.
      </Paragraph>
      <LetterAction href={product.url}>See where it stands</LetterAction>
    </Letter>
  );
}

TestingEnded.subject = ({ product }: ProductMail) =>
  `Testing has ended without results: ${oneLine(product.name)}`;

/** To followers and contributors: a begun test cannot be finished. */
export function TestingEnded(mail: EndedMail) {
  const { product, reason } = mail;
  return (
    <Letter
      title="Testing has ended without results"
      preview={`Testing of ${product.name} could not be finished.`}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        Testing of {product.name} could not be finished, and there will be no results. The reason:{' '}
        {reason}
      </Paragraph>
      <Paragraph>
        If you contributed, your money has been in use since the first sample was bought, so it is
        not refunded. The product’s page shows, to the cent, what was spent, what is left, and where
        that goes.
      </Paragraph>
      <LetterAction href={product.url}>See where the money went</LetterAction>
    </Letter>
  );
}

ResultsPublished.subject = ({ product }: ProductMail) =>
  `The results are in: ${oneLine(product.name)}`;

/** To followers and contributors: what was found. */
export function ResultsPublished(mail: ResultsMail) {
  const { product, results } = mail;
  return (
    <Letter
      title="The results are in"
      preview={`What the laboratory found in ${product.name}.`}
      footer={<WhyThis {...mail} />}
    >
      {results ? (
        <>
          <Paragraph>The laboratory has measured {product.name}. It found:</Paragraph>
          <ResultLines {...results} />
          {'eater' in results.row && <HowToRead />}
          <Paragraph>
            {`Every measurement is ${product.panel ? 'in its report' : 'on the product’s page'}, for everyone.`}
          </Paragraph>
        </>
      ) : (
        <Paragraph>
          The laboratory has measured {product.name}. How much there was of{' '}
          {product.panel ? panelOf(product.panel).inSentence : 'each plastic chemical'} is on the
          product’s page, for everyone.
        </Paragraph>
      )}
      <LetterAction href={product.url}>Read the results</LetterAction>
      <Paragraph>
        If you contributed, thank you. Without you and the others, nobody would know.
      </Paragraph>
    </Letter>
  );
}

MakerTold.subject = ({ product }: MakerMail) =>
  `Results of ${oneLine(product.name)} are about to be published`;

/** To a product's maker, before its first results are public. */
export function MakerTold({ days, url, contactUrl, product: { name, panel } }: MakerMail) {
  return (
    <Letter
      title="Results are about to be published"
      preview={`You make ${oneLine(name)}: visitors had it tested.`}
    >
      <Paragraph>
        Visitors of {site.name} paid for a laboratory test of {name}
        {!panel && ' for plastic chemicals'}. Its results will be published, at the earliest{' '}
        {counted(days, 'day')} from now, for everyone, whatever they are. The product’s page says
        who tests it, how, and what was bought where.
      </Paragraph>
      <Paragraph>
        If something there is wrong, tell us at {contactUrl}. You may have one reply of up to 2,000
        characters beside the result, once we know that it is yours.
      </Paragraph>
      <LetterAction href={url}>See the test</LetterAction>
    </Letter>
  );
}
