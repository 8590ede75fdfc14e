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

/**
 * One serving a day as a percent of a limit: ng ÷ (ng/kg/day × kg) × 100.
 * The order of the operations is PlasticList's own: another order gives doubles that differ in
 * the last place, and with it figures that round the other way.
 */
export function percentOfLimit(intakeNg: number, limitNgPerKgDay: number, bodyWeightKg: number) {
  return (intakeNg / (limitNgPerKgDay * bodyWeightKg)) * 100;
}
