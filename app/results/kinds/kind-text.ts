import { spelled } from '#app/kit/text.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { openingVerdict } from '#app/results/verdict.ts';
import type { Placed, RankedKind } from './rank-kind.ts';

/** A tested product as a kind's page lists it. */
export interface ListedProduct {
  id: number;
  name: string;
  verdict: string;
  /** How it stands beside the others, in a sentence each. */
  places: string[];
}

/** `others` is how many of its kind are tested beside it. */
export function listedProduct(
  placed: Pick<Placed, 'row'> & Partial<Placed>,
  others: number,
): ListedProduct {
  const { row, lowerThan = 0, lowerIn = [], higherThan = 0, higherIn = [] } = placed;
  const of = (count: number) => ofOthers(count, others);
  return {
    id: row.product_id,
    name: row.name,
    verdict: openingVerdict(row),
    places: [
      lowerThan > 0 ? `Surely lower than ${of(lowerThan)} (${namesOf(lowerIn)}).` : '',
      higherThan > 0 ? `Surely higher than ${of(higherThan)} (${namesOf(higherIn)}).` : '',
    ].filter(Boolean),
  };
}

function namesOf(families: readonly Family[]): string {
  return families.map((family) => familyOf(family).name.toLowerCase()).join(', ');
}

/** What a kind's page answers first; `ranked` is null of what nobody takes in. */
export function whichIsLowest(tested: number, ranked: RankedKind | null): string {
  if (tested === 0) return 'None is tested so far.';
  if (tested === 1) return 'One is tested so far, so there is nothing to compare it with.';
  if (!ranked) return `${tested} are tested. Nobody eats them, so they are not ranked.`;
  const [first, ...rest] = ranked.lower;
  if (!first) return `These tests can’t tell which of the ${spelled(tested)} is lowest.`;
  if (rest.length > 0) {
    return `Of ${tested} tested, ${rest.length + 1} are surely lower than others in something, and in no family surely higher. Which of those is lowest, these tests can’t tell.`;
  }
  return `${first.row.name} is surely lower than ${ofOthers(first.lowerThan, tested - 1)} tested (${namesOf(first.lowerIn)}), and in no family surely higher.`;
}

function ofOthers(count: number, others: number): string {
  if (others === 1) return 'the other one';
  return count === others ? `all ${others} others` : `${count} of ${others} others`;
}
