/** Figures to rank among, in ascending order; `populationOf` makes one. */
export type Population = { readonly ascending: readonly number[] };

/** The figures given, in any order, repeats kept. None may be NaN, which has no place. */
export function populationOf(figures: readonly number[]): Population {
  return { ascending: figures.toSorted((a, b) => a - b) };
}

/**
 * The mean rank of a figure as a percent of the population; null in an empty one.
 *
 * Ranks run from 1 (lowest) to `total`, and those who share a figure share the mean of their
 * ranks, so the order within a tie never matters. A figure that is no member of the population
 * has the percent that is lower.
 *
 * The percentile is (rank ÷ total) × 100 in that order of operations, as PlasticList computes its
 * percents too. Another order gives doubles that round the other way: rank × (100 ÷ total) makes
 * 63 of a published 62. Rank 23 of 40 is thus a hair below 57.5.
 */
export function percentileOf(figure: number, { ascending }: Population) {
  const total = ascending.length;
  if (total === 0) return null;
  const below = countBefore(ascending, (other) => other >= figure);
  const equal = countBefore(ascending, (other) => other > figure) - below;
  const rank = equal === 0 ? below : below + (equal + 1) / 2;
  return {
    /** 0 to 100, unrounded; 100 is the highest alone, and the lowest is above 0 if it is a member. */
    percentile: (rank / total) * 100,
    /** How many of the population are lower. */
    below,
    /** How many are the same; a member counts itself, so that more than one is a tie. */
    equal,
    /** How many there are; `total - below - equal` are higher. */
    total,
  };
}

/** How many come before the first that passes; once one passes, all after it do. */
function countBefore(ascending: readonly number[], passes: (figure: number) => boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(ascending[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}
