import { listed, spelled } from '#app/kit/text.ts';
import { families, familyOf, type Family } from '#app/toxicology/families.ts';
import { comparedIn, type Placed, type RankedKind } from './rank-kind.ts';
import { isLower, standingLines } from './standings.ts';

/** Which of some tested products is lowest, over all families; `ranked` is null of what nobody takes in. */
export function whichIsLowest(tested: number, ranked: RankedKind | null): string {
  if (tested === 0) return 'None is tested so far.';
  if (tested === 1) return 'One is tested so far, so there is nothing to compare it with.';
  if (!ranked) return `${tested} are tested. Nobody eats them, so they are not ranked.`;
  const { lower, mixed, higher } = ranked;
  const compared = comparedIn(ranked).length;
  if (compared < 2) return `${tested} are tested, and no two of them can be compared.`;
  const [first, ...rest] = lower;
  if (first && rest.length > 0) {
    return `Of ${compared} compared, ${rest.length + 1} are lower than another in something, and ${NOT_HIGHER}. Which of those is lowest, these tests can’t tell.`;
  }
  if (first) return `${leadText(first)} It is ${NOT_HIGHER}.`;
  const isAnyHigher = mixed.length + higher.length > 0;
  if (isAnyHigher && compared === 2) {
    return 'Neither leads: each is higher than the other one in something, if only by best estimate.';
  }
  return isAnyHigher
    ? `None of the ${spelled(compared)} leads: each that is lower than another in something is higher in something too, if only by best estimate.`
    : `These tests can’t tell which of the ${spelled(compared)} is lowest.`;
}

const NOT_HIGHER = 'in no family shown to be higher, nor 1.5 times as high by best estimate';

/**
 * Which of a kind is lowest in one family. What leads here alone is named with
 * where it is higher.
 */
export function whichIsLowestIn(family: Family, tested: number, ranked: RankedKind | null): string {
  if (!ranked || comparedIn(ranked).length < 2) return whichIsLowest(tested, ranked);
  const placed = comparedIn(ranked)
    .filter(({ product }) => product.spreads[family])
    .map((one) => ({ ...one, standings: one.standings.filter((of) => of.family === family) }));
  const where = `In ${familyOf(family).name.toLowerCase()},`;
  const all = `the ${spelled(placed.length)}`;
  const [first, ...rest] = placed.filter(({ standings }) => isLower(standings));
  if (first && rest.length > 0) {
    return `${where} ${spelled(rest.length + 1)} of ${all} are lower than another and higher than none. Which of those is lowest, these tests can’t tell.`;
  }
  if (first && ranked.lower.some(({ product }) => product === first.product)) {
    return leadText(first);
  }
  if (first) {
    const higher = comparedIn(ranked)
      .filter(({ product }) => product === first.product)
      .flatMap(({ standings }) => standings.filter(({ side }) => side === 'higher'));
    const others = families.filter(({ key }) => higher.some((one) => one.family === key));
    return `${leadText(first)} But in ${listed(others.map(({ name }) => name.toLowerCase()))} it is higher than another, if only by best estimate.`;
  }
  const isShown = placed.some(({ standings }) =>
    standings.some(({ strength }) => strength !== 'estimate'),
  );
  return isShown
    ? `${where} none of ${all} leads: each that is lower than another is higher than one too, if only by best estimate.`
    : `${where} these tests can’t tell which of ${all} is lowest.`;
}

/** The family that a kind's answer is about: the first in which what heads it is lower than another. */
export function familyOfAnswer({ lower }: RankedKind): Family | undefined {
  const [first] = lower;
  return first?.standings.find(({ strength }) => strength !== 'estimate')?.family;
}

/** How a product stands against the others that it is compared with, in a sentence each. */
export function placeLines({ standings, others }: Placed): string[] {
  return standingLines(standings, (count) => ofOthers(count, others));
}

/** `2 of 3 others`. */
export function ofOthers(count: number, others: number): string {
  if (others === 1) return 'the other one';
  if (count < others) return `${count} of ${others} others`;
  return others === 2 ? 'both others' : `all ${others} others`;
}

function leadText(first: Placed): string {
  const lines = placeLines(first).join(' ');
  return `${first.product.name}: ${lines.charAt(0).toLowerCase()}${lines.slice(1)}`;
}
