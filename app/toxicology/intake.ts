/**
 * The nanograms in one serving: ng/g × grams.
 * `concentrationNgG` is at least 0 and `servingG` more than 0.
 */
export function intakeNgPerServing(concentrationNgG: number, servingG: number): number {
  return concentrationNgG * servingG;
}

/** Whether a serving size is known; missing, zero, negative or not a number is unknown. */
export function isKnownServing(servingG: number | null): servingG is number {
  return servingG !== null && Number.isFinite(servingG) && servingG > 0;
}
