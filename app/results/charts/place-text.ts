import { capitalized, counted, grouped } from '#app/kit/text.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { ofLimit, spanOfLimit } from '#app/results/percent-text.ts';
import type { CategoryPlace, FamilyPlace, Standings } from './place.ts';
import { categoryText } from '#app/results/product-category.ts';

/** Why a family has no place to show; null where it has one. */
export function noPlaceText({ level, percent }: FamilyPlace): string | null {
  if (level === 'None') return 'There are no test results, so there is no rank.';
  if (percent !== null) return null;
  const why =
    level === 'N/A' ? 'Not rated' : 'This test can’t tell, not even how much there could be';
  return `${why}, so there is no rank.`;
}

/**
 * Where a product stands, as far as bounds carry it: `Lower for certain than 50 of 235 other tested
 * products, higher than 12. From the rest it can’t be told apart.` `total` is at least 2.
 */
export function standingText(
  { surelyLower, surelyHigher, total }: Standings,
  whose: string,
): string {
  const others = total - 1;
  if (surelyLower === others) return `The highest of ${grouped(total)} ${whose}.`;
  if (surelyHigher === others) return `The lowest of ${grouped(total)} ${whose}.`;
  const sides = [
    { verb: 'lower', count: surelyHigher },
    { verb: 'higher', count: surelyLower },
  ]
    .toSorted((a, b) => b.count - a.count)
    .filter(({ count }) => count > 0)
    .map(({ verb, count }, index) =>
      index === 0
        ? `${capitalized(verb)} for certain than ${count} of ${grouped(others)} other ${whose}`
        : `${verb} than ${count}`,
    );
  if (sides.length === 0) return `Can’t be told apart from ${grouped(others)} other ${whose}.`;
  const rest = others - surelyLower - surelyHigher;
  return `${sides.join(', ')}.${rest > 0 ? ' From the rest it can’t be told apart.' : ''}`;
}

/** What a population is called, `tested products` or `products tagged “fast food”`. */
export function whoseText(category: CategoryPlace | null): string {
  return category ? `products tagged “${categoryText(category.name)}”` : 'tested products';
}

/** The product's own figure as its mark says it. */
export function ownText({ family, percent, isOpen }: FamilyPlace): string {
  if (percent === 0) return 'not detected';
  return `${isOpen ? '≥ ' : ''}${spanOfLimit(percent ?? 0, percent ?? 0, familyOf(family).whoseLimit)}`;
}

/** A strip in words, for those who don't see it. */
export function placeStripText(place: FamilyPlace, standings: Standings, whose: string): string {
  const { nothingFound, median, highest } = standings;
  const { whoseLimit } = familyOf(place.family);
  const found = `${nothingFound} had none detected, the median is ${ofLimit(median, whoseLimit)} and the highest ${ofLimit(highest, whoseLimit)}`;
  return `This product: ${ownText(place)}. ${standingText(standings, whose)} Among them ${found}.`;
}

/** How many are left out; empty where none is. */
export function leftOutText({ leftOut }: Standings): string {
  if (leftOut === 0) return '';
  return `${counted(leftOut, 'product')} without a rating ${leftOut === 1 ? 'is' : 'are'} left out.`;
}

/** What stands in place of a strip within a category; null where there is one. */
export function tooFewText({ name, others, standings }: CategoryPlace): string | null {
  if (standings) return null;
  const category = categoryText(name);
  if (others === 0) return `No other ranked product is tagged “${category}”.`;
  const othersText = `${counted(others, 'other ranked product')} ${others === 1 ? 'is' : 'are'}`;
  return `Only ${othersText} tagged “${category}”, too few to compare with.`;
}
