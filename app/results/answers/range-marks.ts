import type { Bounds } from '#app/toxicology/bounds.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import type { SampleFigures } from '#app/toxicology/sample-levels.ts';

/** A logarithmic axis of percents; its ends are powers of ten, named by their exponents. */
export interface LogAxis {
  lowest: number;
  highest: number;
}

/** From 0.01% to 100,000%. */
const SCALE: LogAxis = { lowest: -2, highest: 5 };

/** Places along the scale, 0 to 100 from its left end. */
interface RangeMarks {
  lower: number;
  estimate: number;
  upper: number;
  /** What was measured in the sample with the least and in the one with the most. */
  least: number;
  most: number;
}

/** Where a percent, its bounds and its samples stand; an open upper bound reaches the end. */
export function rangeMarks(
  { lower, estimate, upper, upperOpen }: Bounds,
  samples: readonly SampleFigures[],
): RangeMarks {
  const measured = samples.flatMap(({ percent }) => (percent ? [placeOf(percent.lower)] : []));
  return {
    lower: placeOf(lower),
    estimate: placeOf(estimate),
    upper: upperOpen ? 100 : placeOf(upper),
    least: Math.min(placeOf(estimate), ...measured),
    most: Math.max(placeOf(lower), ...measured),
  };
}

/** The levels' parts of the scale. */
export const rangeZones = [
  { level: 'Low', from: 0, to: placeOf(levelCutOffs.mediumFromPercent) },
  {
    level: 'Medium',
    from: placeOf(levelCutOffs.mediumFromPercent),
    to: placeOf(levelCutOffs.highFromPercent),
  },
  { level: 'High', from: placeOf(levelCutOffs.highFromPercent), to: 100 },
] as const;

/** What is written below the scale: each is a hundred times the one before. */
export const rangeTicks = [
  { label: '0.01', at: placeOf(0.01), anchor: 'start' },
  { label: '1%', at: placeOf(1), anchor: 'middle' },
  { label: 'limit', at: placeOf(100), anchor: 'middle' },
  { label: '100 ×', at: placeOf(10_000), anchor: 'middle' },
] as const;

function placeOf(percent: number): number {
  return placeOn(SCALE, percent);
}

/** Where a percent stands, 0 to 100 from the left end; what is beyond an end stands at it. */
export function placeOn({ lowest, highest }: LogAxis, percent: number): number {
  if (percent <= 0) return 0;
  const share = (Math.log10(percent) - lowest) / (highest - lowest);
  return Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10;
}
