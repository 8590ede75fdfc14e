/** The middle of some numbers; 0 where there are none. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** What so large a share of some numbers is at most; 0 where there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
