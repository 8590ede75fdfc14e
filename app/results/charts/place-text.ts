import { counted, grouped, listed } from '#app/kit/text.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { strengthWords, type Strength } from '#app/toxicology/which-is-lower.ts';
import { ofLimit, spanOfLimit } from '#app/results/answers/percent-text.ts';
import type { FamilyPlace, Standings } from './place.ts';

/** Why a family has no place to show; null where it has one. */
export function noPlaceText({ level, percent }: FamilyPlace): string | null {
  if (level === 'None') return 'There are no test results, so there is no rank.';
  if (percent !== null) return null;
  const why =
    level === 'N/A' ? 'Not rated' : 'This test can’t tell, not even how much there could be';
  return `${why}, so there is no rank.`;
}

/**
 * Where a product stands, as far as samples carry it: `Lower than 82 of 235 other ranked products: 30 for
 * certain, 40 in every sample tested, and 12 on average.` `total` is at least 2.
 */
export function standingText({ lowerThan, higherThan, total }: Standings): string {
  const others = `of ${grouped(total - 1)} other ranked products`;
  const sides = [
    { head: 'Lower', counts: lowerThan },
    { head: 'Higher', counts: higherThan },
  ]
    .map((side) => ({ ...side, count: Object.values(side.counts).reduce((a, b) => a + b) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (sides.length === 0) return `Known to be lower or higher than none ${others}.`;
  return sides
    .map(({ head, count, counts }, index) => {
      const how = (Object.keys(words) as Strength[])
        .filter((strength) => counts[strength] > 0)
        .map((strength) => `${grouped(counts[strength])} ${words[strength]}`);
      return `${head} than ${grouped(count)}${index === 0 ? ` ${others}` : ''}: ${listed(how)}.`;
    })
    .join(' ');
}

const words = { ...strengthWords, average: 'on average, with samples that overlap' };

/** The product's own figure as its mark says it. */
export function ownText({ family, percent, isOpen }: FamilyPlace): string {
  if (percent === 0) return 'not detected';
  return `${isOpen ? '≥ ' : ''}${spanOfLimit(percent ?? 0, percent ?? 0, familyOf(family).whoseLimit)}`;
}

/** A strip in words, for those who don't see it. */
export function placeStripText(place: FamilyPlace, standings: Standings): string {
  const { nothingFound, median, highest } = standings;
  const { whoseLimit } = familyOf(place.family);
  const found = `${nothingFound} had none detected, the median is ${ofLimit(median, whoseLimit)} and the highest ${ofLimit(highest, whoseLimit)}`;
  return `This product: ${ownText(place)}. ${standingText(standings)} Among them ${found}.`;
}

/** How many are left out; empty where none is. */
export function leftOutText({ leftOut }: Standings): string {
  if (leftOut === 0) return '';
  return `${counted(leftOut, 'product')} without a rating ${leftOut === 1 ? 'is' : 'are'} left out.`;
}
