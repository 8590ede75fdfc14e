import { operator } from '#app/config.ts';
import { formatCents } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import type { Section } from '#app/prose/blocks.ts';
import { operatorValues } from '#app/prose/operator-values.server.ts';
import { readSections } from '#app/prose/read-text.server.ts';
import { foresightText } from '#app/results/answers/foresight.ts';
import { categoryTag, isNotFood } from '#app/results/answers/product-category.ts';
import { panelOf, type PanelKey } from '#app/toxicology/panels/panels.ts';

/** What Stripe asks for a card of the United States, by its list price, looked at 2026-11-28. */
const CARD_FEE = { percent: 2.9, cents: 30 };

/**
 * What one wants to know before giving to a product: who tests, what the test can tell, and where the
 * money goes. Of what is no food, or has no known serving in grams, it can tell no share of a limit.
 * `surveyed` is what a survey found in such food.
 */
export function beforeGiving(
  category: string,
  servingG: number | null,
  panel?: PanelKey,
  surveyed = '',
): Section | undefined {
  const tag = categoryTag(category);
  const exampleCents = NUMBERS.donationDollars.usual * 100;
  const feeCents = Math.round((exampleCents * CARD_FEE.percent) / 100) + CARD_FEE.cents;
  const isFood = tag === null || !isNotFood([tag]);
  const foreseen = isFood && !panel ? foresightText(servingG) : null;
  const why = isFood ? 'its serving size is not known' : 'it is not food for people';
  const [section] = readSections('before-you-give', {
    ...operatorValues(operator()),
    isForeseen: foreseen !== null,
    foresight:
      foreseen ??
      (panel &&
        `How much ${panelOf(panel).inSentence} is in it. [What the test measures](/risk-methodology?panel=${panel})`) ??
      `How much of each chemical is in it, but not what share of a daily limit: ${why}.`,
    surveyed,
    feeExample: formatCents(exampleCents),
    feeOfExample: formatCents(feeCents),
  });
  return section;
}
