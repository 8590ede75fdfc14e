import { whyThis } from './letter.email.tsx';
import type {
  EndedMail,
  MakerMail,
  ProductMail,
  ResultsMail,
  SecondChanceMail,
} from './load-product.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { howToRead, resultLines } from './result-lines.email.tsx';
import { oneLine } from './words.ts';
import { REFUND_DAYS, RESULTS_WITHIN } from '#app/kit/facts.ts';
import { formatCents, samples } from '#app/kit/money.ts';
import { capitalized, counted } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';

/** To followers and contributors: a product is fully funded. */
export function goalReached(mail: ProductMail) {
  const { product, levels } = mail;
  const raised = `${formatCents(mail.raisedCents)} has been raised`;
  return {
    subject: `Goal reached: ${oneLine(product.name)} will be tested`,
    title: 'Goal reached',
    preview: `${raised}.`,
    says: [
      `${raised} for ${product.name}. ${capitalized(samples(levels))} will be bought at stores and sent to an independent laboratory. The results will be published on its page, for everyone.`,
      { action: 'See the product', href: product.url },
    ],
    footer: whyThis(mail),
  };
}

/** To followers and contributors: a funded product has lost money before its testing began. */
export function goalOpenAgain(mail: SecondChanceMail) {
  const { product } = mail;
  const [missing, until] = [formatCents(mail.missingCents), dayText(mail.until)];
  return {
    subject: `${oneLine(product.name, 45)} needs ${missing} more to be tested`,
    title: 'A goal is open again',
    preview: `It needs ${missing} more by ${until}.`,
    says: [
      `${product.name} reached its goal, but some of the money was refunded or taken back by a bank before its first sample was bought. It now needs ${missing} more.`,
      `If the goal is not reached again by ${until}, we start refunding contributions that are more than ${REFUND_DAYS} days old. If it is reached, nothing is refunded and the product is tested.`,
      { action: 'See the product', href: product.url },
    ],
    footer: whyThis(mail),
  };
}

/** To followers and contributors: the first sample was bought, so that nothing is refunded now. */
export function firstSampleBought(mail: ProductMail) {
  const { name, url } = mail.product;
  return {
    subject: `First sample bought: ${oneLine(name)}`,
    title: 'The first sample has been bought',
    preview: 'Its contributions are being used now.',
    says: [
      `The first sample of ${name} has been bought. We promise its results within ${RESULTS_WITHIN}. They will be published on its page, for everyone, and we’ll email you when they’re there.`,
      'If you contributed, your money is now being used for the test and can no longer be refunded.',
      { action: 'See where it stands', href: url },
    ],
    footer: whyThis(mail),
  };
}

/** To followers and contributors: a begun test cannot be finished. */
export function testingEnded(mail: EndedMail) {
  const { name, url } = mail.product;
  return {
    subject: `Testing has ended without results: ${oneLine(name)}`,
    title: 'Testing has ended without results',
    preview: `Testing of ${name} could not be finished.`,
    says: [
      `Testing of ${name} could not be finished, and there will be no results. The reason: ${mail.reason}`,
      'If you contributed, your money has been in use since the first sample was bought, so it is not refunded. The product’s page shows, to the cent, what was spent, what is left, and where that goes.',
      { action: 'See where the money went', href: url },
    ],
    footer: whyThis(mail),
  };
}

/** To followers and contributors: what was found. */
export function resultsPublished(mail: ResultsMail) {
  const { product, results } = mail;
  const { name, panel, url } = product;
  return {
    subject: `The results are in: ${oneLine(name)}`,
    title: 'The results are in',
    preview: `What the laboratory found in ${name}.`,
    says: [
      ...(results
        ? [
            `The laboratory has measured ${name}. It found:`,
            resultLines(results),
            'eater' in results.row && { note: howToRead() },
            `Every measurement is ${panel ? 'in its report' : 'on the product’s page'}, for everyone.`,
          ]
        : [
            `The laboratory has measured ${name}. How much there was of ${panel ? panelOf(panel).inSentence : 'each plastic chemical'} is on the product’s page, for everyone.`,
          ]),
      { action: 'Read the results', href: url },
      'If you contributed, thank you. Without you and the others, nobody would know.',
    ],
    footer: whyThis(mail),
  };
}

/** To a product's maker, before its first results are public. */
export function makerTold({ days, url, contactUrl, product: { name, panel } }: MakerMail) {
  return {
    subject: `Results of ${oneLine(name)} are about to be published`,
    title: 'Results are about to be published',
    preview: `You make ${oneLine(name)}: visitors had it tested.`,
    says: [
      `Visitors of ${site.name} paid for a laboratory test of ${name}${panel ? '' : ' for plastic chemicals'}. Its results will be published, at the earliest ${counted(days, 'day')} from now, for everyone, whatever they are. The product’s page says who tests it, how, and what was bought where.`,
      `If something there is wrong, tell us at ${contactUrl}. You may have one reply of up to 2,000 characters beside the result, once we know that it is yours.`,
      { action: 'See the test', href: url },
    ],
  };
}
