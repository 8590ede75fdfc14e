import { howTested, variantOf, whyNotCompared } from '#app/catalogue/comparable.ts';
import { present } from '#app/kit/assert.ts';
import { capitalized, listed } from '#app/kit/text.ts';
import type { SeenSpreads } from '#app/results/answers/report-cards.ts';
import { families } from '#app/toxicology/families.ts';
import { isLowerByEstimate, strengthOf, strengthWords } from '#app/toxicology/which-is-lower.ts';

/** A tested product as it is set against others. */
export interface Contender {
  id: number;
  name: string;
  /** For one eater, the same for all; which one makes no difference. */
  spreads: SeenSpreads;
  /** It is known to be over a limit for its own eater, with what counts as BPA or DEHT counted so. */
  isOver: boolean;
}

/**
 * How one product stands against another in one family; `estimate` where no bounds part. `samples` are
 * those of the one, and of the other.
 */
export type PairStanding = ReturnType<typeof standingsOf>[number];

/** Every standing of one product against others that it can be compared with (decision 0169). */
export function standingsOf(one: Contender, others: readonly Contender[]) {
  return others
    .filter((other) => whyNotCompared(one.id, other.id) === null)
    .flatMap((other) =>
      families.flatMap(({ key: family }) => {
        const [own, its] = [one.spreads[family], other.spreads[family]];
        if (!own || !its) return [];
        const standing = { family, other, samples: [own.samples, its.samples] as const };
        const [lower, higher] = [strengthOf(own, its), strengthOf(its, own)];
        if (lower) return { ...standing, side: 'lower', strength: lower } as const;
        if (higher) return { ...standing, side: 'higher', strength: higher } as const;
        const strength = 'estimate';
        if (isLowerByEstimate(own, its)) return { ...standing, side: 'lower', strength } as const;
        if (isLowerByEstimate(its, own)) return { ...standing, side: 'higher', strength } as const;
        return [];
      }),
    );
}

/** Whether it is lower in something, by what its samples show, and in nothing higher, even by estimate. */
export function isLower(standings: readonly PairStanding[]): boolean {
  return (
    standings.some(({ side, strength }) => side === 'lower' && strength !== 'estimate') &&
    standings.every(({ side }) => side === 'lower')
  );
}

/** The surest first. */
export const strengths: readonly PairStanding['strength'][] = [
  'certain',
  'every_sample',
  'average',
  'estimate',
];

/**
 * The standings of a product in sentences, the surest first: `Lower for certain than the other in
 * phthalates.` Estimates are named where nothing else stands on their side. `nameOf` says what so many
 * others are called.
 */
export function standingLines(
  standings: readonly PairStanding[],
  nameOf: (others: number) => string,
): string[] {
  return (['lower', 'higher'] as const).flatMap((side) => {
    const groups = strengths
      .map((strength) => standings.filter((one) => one.side === side && one.strength === strength))
      .filter((some) => some.length > 0);
    const sure = groups.filter(([one]) => one?.strength !== 'estimate');
    return (sure.length > 0 ? sure : groups).map((some) => lineOf(some, nameOf));
  });
}

function lineOf(some: readonly PairStanding[], nameOf: (others: number) => string): string {
  const { side, strength } = present(some[0], 'what a line is about');
  const samples = strength === 'every_sample' ? ` (${samplesText(some)})` : '';
  const head = `${capitalized(side)} ${words[strength]}${samples}`;
  // Families in which it stands so against the same others share a phrase.
  const byOthers = Map.groupBy(families, ({ key }) =>
    some.flatMap(({ family, other }) => (family === key ? other.id : [])).join(),
  );
  const phrases = [...byOthers].flatMap(([ids, those]) =>
    ids === ''
      ? []
      : `than ${nameOf(ids.split(',').length)} in ${listed(those.map(({ name }) => name.toLowerCase()))}`,
  );
  return `${head} ${listed(phrases)}${ends[strength] ?? ''}.`;
}

const words = { ...strengthWords, estimate: 'by best estimate' };

const ends: Partial<Record<PairStanding['strength'], string>> = {
  average: '; their samples overlap',
  estimate: '; these tests can’t tell',
};

/** `2 against 3`; of several others `2 against 3 to 5`. */
function samplesText(some: readonly PairStanding[]): string {
  const span = (counts: number[]) => {
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return least === most ? String(least) : `${least} to ${most}`;
  };
  const own = span(some.map(({ samples: [count] }) => count));
  const its = span(some.map(({ samples: [, count] }) => count));
  return `${own} against ${its}`;
}

/** Why a product is not compared with another, in a sentence; null where it is. */
export function notComparedText(
  one: Pick<Contender, 'id'>,
  other: Pick<Contender, 'id' | 'name'>,
): string | null {
  const why = whyNotCompared(one.id, other.id);
  if (why === null) return null;
  const how = variantOf(one.id)?.how;
  if (why === 'item') {
    return variantOf(one.id)?.item === other.id && how
      ? `The same as ${other.name}, ${how}: not compared with itself.`
      : `The same item as ${other.name} under other conditions: not compared with itself.`;
  }
  if (why === 'variant') {
    return `Not compared with ${other.name}: ${how ? `this was tested ${how}` : `that was tested ${variantOf(other.id)?.how}`}.`;
  }
  const [own, its] = [howTested(one.id), howTested(other.id)];
  return own && its
    ? `Not compared with ${other.name}: this was tested ${own}, that ${its}.`
    : `Not compared with ${other.name}: in what state each was tested is not recorded.`;
}

/** Why a product is compared with none of some of its kind: as it is another's variant, and of any other. */
export function whyApart(
  one: Pick<Contender, 'id'>,
  others: readonly Pick<Contender, 'id' | 'name'>[],
): string[] {
  const apart = others.filter(({ id }) => whyNotCompared(one.id, id) !== null);
  const isItem = ({ id }: { id: number }) => id === variantOf(one.id)?.item;
  // Another's variant is apart for its own conditions: an item says more.
  const items = apart.filter((other) => !variantOf(other.id) && !isItem(other));
  const named = [apart.find(isItem), items[0]].filter((other) => other !== undefined);
  return (named.length > 0 ? named : apart.slice(0, 1)).flatMap(
    (other) => notComparedText(one, other) ?? [],
  );
}
