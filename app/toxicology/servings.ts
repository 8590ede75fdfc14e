import type { Bounds } from './bounds.ts';

/**
 * How many servings a day stay within a limit, by the upper bound, and from how many on they are above
 * it, by the lower one: neither stands for the other. `percent` is what `servings` a day come to, in
 * percent of the limit. `within` has at most two digits that are not zero, and is 0 where one is too many.
 */
export function servingsADay({ lower, upper, upperOpen }: Bounds, servings: number) {
  const most = (100 * servings) / upper;
  const aboveFrom = Math.floor((100 * servings) / lower) + 1;
  return {
    /** Whatever the test could not see, rounded down; null where nobody can tell. */
    within: upperOpen || !Number.isFinite(most) ? null : twoDigits(Math.floor(most)),
    /** For certain; null where none is known to be in it. */
    aboveFrom: Number.isFinite(aboveFrom) ? aboveFrom : null,
  };
}

/** Rounded down to two digits that are not zero. */
export function twoDigits(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count || 1)) - 1);
  return Math.floor(count / step) * step;
}
