import { fundingStands, isOpenForFunding } from '#app/catalogue/funding-words.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { isFullyFunded } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { answerText, rowAnswer } from '#app/results/answer.ts';
import { personText, specChild } from '#app/results/eater.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { families } from '#app/toxicology/families.ts';
import { segmentParts } from '#app/ui/segment-parts.ts';

/** Everything that an embedded page says. */
export interface EmbedCard {
  name: string;
  /** Under the name; empty where there is nothing to say. */
  about: string;
  /** Shares of each sample that are paid for, 0 to 1; none of a report. */
  bars: number[];
  lines: string[];
  /** The same in a badge. */
  short: string;
  /** What the whole is a link to, from `/`, and what it is called. */
  path: string;
  call: string;
}

/** Where a product stands: a thermometer, in words and in bars. */
export function productEmbed(product: Product): EmbedCard {
  const { id, name, brand, current_amount, target_amount, levels } = product;
  const isOpen = isOpenForFunding(product);
  const stands = isOpen
    ? `${formatDollars(current_amount)} of ${formatDollars(target_amount)} raised`
    : fundingStands(product);
  const parts = segmentParts({ segments: levels, total: target_amount, filled: current_amount });
  return {
    name,
    about: brand ?? '',
    bars: parts.map(({ filled }) => (isFullyFunded(product) ? 1 : filled)),
    lines: [stands, counted(product.contributor_count, 'contributor')],
    short: stands,
    path: `/product/${id}`,
    call: isOpen ? 'Fund the test' : 'See the test',
  };
}

/** What a report says of each family, for whom the lists are. */
export function reportEmbed({ name, risk }: TestedReport): EmbedCard {
  const answers = families.map((family) => ({ ...family, answer: rowAnswer(risk, family.key) }));
  return {
    name,
    about: `One serving a day for ${personText(specChild.weightKg)}${risk.not_food ? '; this is not food' : ''}`,
    bars: [],
    lines: answers.map((family) => `${family.name}: ${answerText(family.answer)}`),
    short: answers.map((family) => `${family.name}: ${family.answer.word}`).join(' · '),
    path: `/plasticlist/${risk.product_id}`,
    call: 'Read the report',
  };
}
