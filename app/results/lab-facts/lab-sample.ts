import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { MeasurementStatus } from '#app/toxicology/measurement.ts';

/** A column of the results table: the samples of one lot with the same notes, merged. */
export interface LabColumn {
  sampleIds: string[];
  lot: string | null;
  notes: string | null;
  cells: { readonly [K in ChemicalKey]?: LabCell };
}

export interface LabCell {
  status: MeasurementStatus;
  /** As `LabMeasurement.value_ppb`; the mean where several samples of equal status were merged. */
  valuePpb: number | null;
}
