/**
 * What changed of `kit/numbers.ts` and of the chemicals tested for, as `November 21, 2026: What.`, the
 * newest first: posts that state such a number, and are dated, end with it. None has changed yet.
 */
export const NUMBER_CHANGES: readonly string[] = [];
