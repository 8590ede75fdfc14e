import { chemicals, headerName, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { LabMeasurement, LabSample } from '#app/results/tested-schema.ts';
import { mean } from '#app/toxicology/bounds.ts';
import type { Finding } from '#app/toxicology/measurement.ts';

/**
 * The columns of the results table: samples of the same lot with the same
 * notes are one column, in the place of its first sample. Samples without a lot stay apart: nothing
 * says that they are the same, and a mean of them would hide that they disagree. Measurements whose
 * header names no known chemical are left out. The order of the samples changes no figure.
 */
export function mergeLabSamples(samples: readonly LabSample[]) {
  const groups = Map.groupBy(samples, (sample) =>
    sample.lot === null ? sample : JSON.stringify([sample.lot, sample.notes, sample.not_used]),
  );
  return [...groups.values()].map(columnOf);
}

function columnOf(samples: readonly LabSample[]) {
  const measurements = samples.flatMap((sample) => sample.lab_measurements);
  const byChemical = Map.groupBy(measurements, (m) => keyOf.get(m.chemicals.header_name));
  const cells: { [K in ChemicalKey]?: Finding } = {};
  for (const [key, own] of byChemical) if (key) cells[key] = cellOf(own);
  return {
    sampleIds: samples.map((sample) => sample.sample_id),
    lot: samples[0]?.lot ?? null,
    notes: samples[0]?.notes ?? null,
    /** Why they count in no figure; left out where they do. */
    ...(samples[0]?.not_used && { notUsed: samples[0].not_used }),
    cells,
  };
}

const keyOf = new Map<string, ChemicalKey>(chemicals.map((c) => [headerName(c), c.key]));

/** What was found wins over what was not, and that over what was not looked for. */
function cellOf(measurements: readonly LabMeasurement[]): Finding {
  const found = measurements.filter((m) => m.status === 'ok' || m.status === 'above_range');
  if (found.length > 0) return meanOf(found);
  const unseen = measurements.filter((m) => m.status !== 'not_tested');
  if (unseen.length > 0) return limitOf(unseen);
  return { status: 'not_tested', valueNgG: null, loqNgG: null };
}

/** The mean; where a sample holds at least its value, the mean is a lower bound too. */
function meanOf(found: readonly LabMeasurement[]): Finding {
  const values = found.flatMap((m) => m.value_ppb ?? []);
  // Rounding must not carry the mean of equal values past them.
  const valueNgG = Math.min(Math.max(mean(values), Math.min(...values)), Math.max(...values));
  const isLeast = found.some((m) => m.status === 'above_range');
  return {
    status: isLeast ? 'above_range' : 'ok',
    valueNgG: values.length > 0 ? valueNgG : null,
    loqNgG: null,
  };
}

/**
 * The largest limit is all that every sample kept below. One whose limit is not known may have been
 * above it: the cell then states no limit, as naming the other's would promise too much.
 */
function limitOf(unseen: readonly LabMeasurement[]): Finding {
  const limits = unseen.flatMap((m) => (m.status === 'below_loq' ? (m.value_ppb ?? []) : []));
  return {
    status: unseen.some((m) => m.status === 'not_detected') ? 'not_detected' : 'below_loq',
    valueNgG: null,
    loqNgG: limits.length === unseen.length ? Math.max(...limits) : null,
  };
}

/** A column of the results table: the samples of one lot with the same notes, merged. */
export type LabColumn = ReturnType<typeof columnOf>;
