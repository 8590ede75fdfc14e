import { babyWeightKg, bodyWeights } from '#app/toxicology/body-weights.ts';
import type { EaterGroup, IntakeMetalLimit } from './metal-limit.ts';

/** What is eaten, and who eats it. */
export interface Portion {
  /** Of one serving, as eaten; null where nobody has said. */
  grams: number | null;
  /** How many of them a day, or a week; one where left out. */
  times?: number;
  per?: 'week';
  weightKg: number;
  groups: readonly EaterGroup[];
  /** Grams as fed of a gram as received, by the label: of powder. Null where nobody read it. */
  asFedPerG?: number | null;
  /** All that is eaten in a day, where it is that: `formula (800 g as fed)`. */
  whole?: string;
}

/** Kinds of which not one serving a day is eaten by the child; assumptions. */
const kinds: Partial<Record<string, Partial<Portion>>> = {
  'infant-formula': {
    grams: 800,
    weightKg: babyWeightKg,
    asFedPerG: null,
    whole: 'formula (800 g as fed)',
  },
  tuna: { per: 'week' },
};

/**
 * What the test of a kind must judge; `perG`: grams as fed of one as received, 1 where ready to feed. It
 * counts where what is eaten is known as fed: a serving of other powder is of the powder.
 */
export function usualPortion(
  kind: string | null,
  grams: number | null,
  perG?: number | null,
): Portion {
  const child = { grams, weightKg: bodyWeights[0].weightKg, groups: ['child'] as const };
  const own = kinds[kind ?? ''];
  return { ...child, ...own, ...(perG && own?.asFedPerG === null && { asFedPerG: perG }) };
}

/** What nobody has said of how much is eaten, as `nobody has said how much …`; undefined of nothing. */
export function unsaidOf({ grams, asFedPerG }: Portion): string | undefined {
  if (grams === null) return 'one serving is';
  return asFedPerG === null ? 'a gram of it makes' : undefined;
}

/** Servings in the time that a limit is for: a week’s is compared with seven days. */
export function servingsIn({ per }: IntakeMetalLimit, { times = 1, per: eaten }: Portion) {
  const days = { day: 1, week: 7, month: 30 }[per];
  if (eaten !== 'week') return { unit: 'day', times, count: times * days };
  return days === 1
    ? { unit: 'day', times: 1, count: 1 }
    : { unit: 'week', times, count: (times * days) / 7 };
}

/**
 * ng/g as received of which the portion comes to just the limit, which is also the limit of
 * quantification that its question takes; null where nobody knows how much is eaten.
 */
export function limitNgG(limit: IntakeMetalLimit, portion: Portion): number | null {
  const { grams, weightKg, asFedPerG = 1 } = portion;
  if (grams === null || asFedPerG === null) return null;
  const allowedNg = limit.kind === 'by person' ? limit.ng : limit.ng * weightKg;
  return (allowedNg * asFedPerG) / (grams * servingsIn(limit, portion).count);
}
