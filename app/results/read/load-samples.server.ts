import { asc, inArray, sql } from 'drizzle-orm';
import { isChemicalKey, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { Measurement, MeasurementStatus } from '#app/toxicology/measurement.ts';
import type { Tx } from '#app/database/db.server.ts';
import { labSamples } from '#db/schema.ts';
import type { Provenance } from '#app/results/answers/test-facts.ts';

/** A sample of a tested product as it is stored, with what was measured in it. */
export interface StoredSample {
  testedProductId: number;
  sampleId: string;
  lot: string | null;
  notes: string | null;
  /** Why its results are published and count in no figure; null where they count. */
  notUsed: string | null;
  measurements: { [K in ChemicalKey]?: Measurement };
}

/** The samples of these tested products that count, each product's in the order of the sample ids. */
export async function loadSamples(tx: Tx, originalIds: readonly number[]): Promise<StoredSample[]> {
  return (await loadAllSamples(tx, originalIds)).filter(({ notUsed }) => notUsed === null);
}

/** The same with those that are not used. */
export async function loadAllSamples(
  tx: Tx,
  originalIds: readonly number[],
): Promise<StoredSample[]> {
  if (originalIds.length === 0) return [];
  const { testedProductId, sampleId, lot, notes } = labSamples;
  const rows = await tx
    .select({ testedProductId, sampleId, lot, notes, notUsed: NOT_USED, measured: MEASURED })
    .from(labSamples)
    .where(inArray(testedProductId, [...originalIds]))
    // Ids are numbers written as text: the shorter is the smaller.
    .orderBy(sql`length(${sampleId})`, asc(sampleId));
  return rows.map(({ measured, ...sample }) => ({
    ...sample,
    testedProductId: sample.testedProductId!, // one of those asked for
    measurements: measurementsOf(measured),
  }));
}

/** Why a sample's results count in no figure; null where they count. */
export const NOT_USED = sql<string | null>`${labSamples.provenance} ->> 'not_used'`;

function measurementsOf(measured: Measured): StoredSample['measurements'] {
  return Object.fromEntries(
    measured.flatMap(([key, ...stored]) =>
      isChemicalKey(key) ? [[key, measurementOf(...stored)]] : [],
    ),
  );
}

type Measured = [key: string, ...Stored][];
type Stored = [reported: string, status: string, numberNgG: number | null];

/** What was measured in a sample, as one value: a row for each takes several times as long to read. */
const MEASURED = sql<Measured>`(
  select coalesce(json_agg(json_build_array(chemical_key, reported, status, value_ng_g)), '[]')
  from lab_measurements where lab_sample_id = lab_samples.id)`;

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
