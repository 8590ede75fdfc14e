import { asc, eq, inArray, sql } from 'drizzle-orm';
import { isChemicalKey, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { Measurement, MeasurementStatus } from '#app/toxicology/measurement.ts';
import type { Tx } from '#app/database/db.server.ts';
import { labMeasurements, labSamples } from '#db/schema.ts';
import type { Provenance } from './test-facts.ts';

/** A sample of a tested product as it is stored, with what was measured in it. */
export interface StoredSample {
  testedProductId: number;
  sampleId: string;
  lot: string | null;
  notes: string | null;
  measurements: { [K in ChemicalKey]?: Measurement };
}

/** Every sample of these tested products, each product's in the order of the sample ids. */
export async function loadSamples(tx: Tx, originalIds: readonly number[]): Promise<StoredSample[]> {
  if (originalIds.length === 0) return [];
  const rows = await tx
    .select({
      id: labSamples.id,
      testedProductId: labSamples.testedProductId,
      sampleId: labSamples.sampleId,
      lot: labSamples.lot,
      notes: labSamples.notes,
      chemicalKey: labMeasurements.chemicalKey,
      reported: labMeasurements.reported,
      status: labMeasurements.status,
      valueNgG: labMeasurements.valueNgG,
    })
    .from(labSamples)
    .leftJoin(labMeasurements, eq(labMeasurements.labSampleId, labSamples.id))
    .where(inArray(labSamples.testedProductId, [...originalIds]))
    // Ids are numbers written as text: the shorter is the smaller.
    .orderBy(sql`length(${labSamples.sampleId})`, asc(labSamples.sampleId));
  const samples = new Map<number, StoredSample>();
  for (const row of rows) {
    const { testedProductId, sampleId, lot, notes, chemicalKey, reported, status, valueNgG } = row;
    if (testedProductId === null) continue;
    const sample = samples.get(row.id) ?? {
      testedProductId,
      sampleId,
      lot,
      notes,
      measurements: {},
    };
    samples.set(row.id, sample);
    if (chemicalKey === null || !isChemicalKey(chemicalKey)) continue;
    sample.measurements[chemicalKey] = measurementOf(reported ?? '', status ?? '', valueNgG);
  }
  return [...samples.values()];
}

/** The columns of these products' samples that hold something, as reported, by sample id. */
export async function loadProvenances(
  tx: Tx,
  originalIds: readonly number[],
): Promise<Map<string, Provenance>> {
  const { sampleId, provenance, testedProductId } = labSamples;
  const rows = await tx
    .select({ sampleId, provenance })
    .from(labSamples)
    .where(inArray(testedProductId, [...originalIds]));
  return new Map(rows.map((row) => [row.sampleId, row.provenance as Provenance])); // as written
}

/** One number is stored: the value, or the limit that `<` names. */
function measurementOf(reported: string, status: string, numberNgG: number | null): Measurement {
  const isBelow = status === 'below_loq';
  return {
    status: status as MeasurementStatus, // a check constraint holds it to these
    valueNgG: isBelow ? null : numberNgG,
    loqNgG: isBelow ? numberNgG : null,
    reported,
  };
}
