import type { Bounds } from '#app/toxicology/bounds.ts';

/** Powers of ten of a percent at the two ends of the scale: 0.01% and 100,000%. */
const LOWEST = -2;
const HIGHEST = 5;

/** Places along the scale, 0 to 100 from its left end. */
interface RangeMarks {
  lower: number;
  estimate: number;
  upper: number;
  limit: number;
}

/** Where a percent and its bounds stand on the scale; an open upper bound reaches its end. */
export function rangeMarks({ lower, estimate, upper, upperOpen }: Bounds): RangeMarks {
  return {
    lower: placeOf(lower),
    estimate: placeOf(estimate),
    upper: upperOpen ? 100 : placeOf(upper),
    limit: placeOf(100),
  };
}

/** What is less than the scale begins with, zero included, stands at its beginning. */
function placeOf(percent: number): number {
  if (percent <= 0) return 0;
  const share = (Math.log10(percent) - LOWEST) / (HIGHEST - LOWEST);
  return Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10;
}
