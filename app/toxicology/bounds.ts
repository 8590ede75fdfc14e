import { isNonDetect, isQuantified, type Measurement } from './measurement.ts';

/**
 * A figure with what it could be: lower ≤ estimate ≤ upper, all in the same unit and at least 0.
 * `upperOpen` says that the truth may lie above `upper` by an unknown amount, because something
 * was above the calibrated range, below a limit nobody stated, or not tested at all.
 */
export type Bounds = {
  readonly lower: number;
  readonly estimate: number;
  readonly upper: number;
  readonly upperOpen: boolean;
};

/** What `<n` counts in an estimate is n over this, where the chemical was found in another sample. */
export const belowLoqDivisor = 2;

/** What the truth is at most; Infinity where nobody knows. */
export function mostOf({ upper, upperOpen }: Bounds): number {
  return upperOpen ? Infinity : upper;
}

export const zeroBounds: Bounds = { lower: 0, estimate: 0, upper: 0, upperOpen: false };

/**
 * The mean over the samples of one product in ng/g, or null when no sample has a result.
 *
 * Estimate: `<n` counts n/2, unless every sample is below detection, and then all count 0. Lower bound: what was not detected counts 0; upper bound: it counts n. `>n` counts n
 * everywhere and opens the upper bound. `not_detected` counts 0 and opens the upper bound, since
 * its limit is unknown. Samples without a result leave the mean.
 */
export function meanNgG(measurements: readonly Measurement[]): Bounds | null {
  const tested = measurements.filter((m) => m.status !== 'not_tested');
  if (tested.length === 0) return null;
  const nothingFound = tested.every(isNonDetect);
  return {
    lower: mean(tested.map((m) => (isQuantified(m) ? m.valueNgG : 0))),
    estimate: mean(
      tested.map((m) =>
        isQuantified(m) ? m.valueNgG : nothingFound ? 0 : (m.loqNgG ?? 0) / belowLoqDivisor,
      ),
    ),
    upper: mean(tested.map((m) => (isQuantified(m) ? m.valueNgG : (m.loqNgG ?? 0)))),
    upperOpen: tested.some((m) => m.status === 'above_range' || m.status === 'not_detected'),
  };
}

/** Applies a rising function, such as a unit conversion, to all three figures. */
export function mapBounds(bounds: Bounds, rising: (figure: number) => number): Bounds {
  return {
    lower: rising(bounds.lower),
    estimate: rising(bounds.estimate),
    upper: rising(bounds.upper),
    upperOpen: bounds.upperOpen,
  };
}

/** One of two independent figures, by what rises with both, such as a sum; one open bound leaves it open. */
export function joinBounds(a: Bounds, b: Bounds, join: (a: number, b: number) => number): Bounds {
  return {
    lower: join(a.lower, b.lower),
    estimate: join(a.estimate, b.estimate),
    upper: join(a.upper, b.upper),
    upperOpen: a.upperOpen || b.upperOpen,
  };
}

/** Adds in rising order, so that the order of the samples can't change the last digit. */
export function mean(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b).reduce((sum, f) => sum + f, 0) / figures.length;
}
