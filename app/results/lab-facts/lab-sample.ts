import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { MeasurementStatus } from '#app/toxicology/measurement.ts';

/** One sample of a fundable product, as its call answers it (spec §7 "Read lab_samples"). */
export interface LabSample {
  sample_id: string;
  lot: string | null;
  notes: string | null;
  lab_measurements: LabMeasurement[];
}

export interface LabMeasurement {
  /** ng/g: the value, or the limit that `<` or `>` names; null where nothing was reported. */
  value_ppb: number | null;
  status: MeasurementStatus;
  /** `header_name` is the full name and the unit: `Bisphenol A (ppb)`. */
  chemicals: { header_name: string };
}

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
