/**
 * One serving a day as a percent of a limit: ng ÷ (ng/kg/day × kg) × 100 (design "Results").
 * The order of the operations is PlasticList's own: another order gives doubles that differ in
 * the last place, and with it figures that round the other way.
 */
export function percentOfLimit(
  intakeNg: number,
  limitNgPerKgDay: number,
  bodyWeightKg: number,
): number {
  return (intakeNg / (limitNgPerKgDay * bodyWeightKg)) * 100;
}
