import { counted, grouped } from '#app/kit/text.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { ofLimit, spanOfLimit } from '#app/results/percent-text.ts';
import type { CategoryPlace, FamilyPlace, Standings } from './place.ts';
import { categoryText } from '#app/results/product-category.ts';

/** A larger population is told as a hundred: a smaller one as itself. */
const SCALE = 100;

/** Why a family has no place to show; null where it has one. */
export function noPlaceText({ level, percent }: FamilyPlace): string | null {
  if (level === 'None') return 'There are no test results, so there is no rank.';
  if (percent !== null) return null;
  const why =
    level === 'N/A' ? 'Not rated' : 'This test can’t tell, not even how much there could be';
  return `${why}, so there is no rank.`;
}

/**
 * Where a product stands: `Higher than 63 of 100 tested products, lower than 25, tied with 12 (shared
 * with 28 others). 236 are ranked.` Shares are of the whole population, the product included, and
 * whole numbers up to a hundred; `total` is at least 2.
 */
export function standingText({ lower, level, higher, total }: Standings, whose: string): string {
  const population = `${grouped(total)} ${whose}`;
  if (lower === total - 1) return `The highest of ${population}.`;
  if (higher === total - 1) return `The lowest of ${population}.`;
  const sides = [
    { verb: 'lower than', count: higher, tie: '' },
    { verb: 'higher than', count: lower, tie: '' },
  ].toSorted((a, b) => b.count - a.count);
  const isScaled = total > SCALE;
  const sentence = [
    ...sides,
    { verb: 'tied with', count: level, tie: ` (shared with ${counted(level, 'other')})` },
  ]
    .map((side) => ({ ...side, share: isScaled ? ofHundred(side.count, total) : side.count }))
    .filter(({ share }) => share > 0)
    .map(({ verb, share, tie }, index) => {
      const of = index === 0 ? ` of ${Math.min(total, SCALE)} ${whose}` : '';
      return `${verb} ${share}${of}${isScaled ? tie : ''}`;
    })
    .join(', ');
  const all = isScaled ? ` ${grouped(total)} are ranked.` : '';
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${all}`;
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

/** What the test could not see, and may change the place; null where it saw enough. */
export function unsurePlaceText({ isUnsure }: FamilyPlace): string | null {
  return isUnsure ? 'This test can’t tell: the true rank may be higher.' : null;
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

/** A share as so many of a hundred: all of them only where it is all, and none is not told. */
function ofHundred(count: number, total: number): number {
  return Math.min(SCALE - 1, Math.round((count / total) * SCALE));
}
