import { asc, inArray, sql, type SQL } from 'drizzle-orm';
import { isSubstanceKey, type Measurements } from '#app/toxicology/panels/panels.ts';
import type { Measurement, MeasurementStatus } from '#app/toxicology/measurement.ts';
import type { Tx } from '#app/database/db.server.ts';
import { labSamples } from '#db/schema.ts';
import type { Provenance } from '#app/results/answers/test-facts.ts';

/** A sample of a tested product as it is stored, with what was measured in it. */
export type StoredSample = Awaited<ReturnType<typeof selectSamples>>[number];

/** The samples of these tested products that count, each product's in the order of the sample ids. */
export async function loadSamples(tx: Tx, originalIds: readonly number[]): Promise<StoredSample[]> {
  return (await loadAllSamples(tx, originalIds)).filter(({ notUsed }) => notUsed === null);
}

/** The same with those that are not used; without what was measured by `NOTHING_MEASURED`. */
export async function loadAllSamples(tx: Tx, originalIds: readonly number[], measured = MEASURED) {
  if (originalIds.length === 0) return [];
  return selectSamples(tx, inArray(labSamples.testedProductId, [...originalIds]), measured);
}

/** Samples in the order of their ids. */
export async function selectSamples(tx: Tx, where: SQL | undefined, measured = MEASURED) {
  const { sampleId, lot, notes, provenance } = labSamples;
  /** 0 of a demonstration's, which are of no tested product. */
  const testedProductId = sql<number>`coalesce(${labSamples.testedProductId}, 0)`;
  const rows = await tx
    .select({ testedProductId, sampleId, lot, notes, provenance, measured })
    .from(labSamples)
    .where(where)
    // Ids are numbers written as text: the shorter is the smaller.
    .orderBy(sql`length(${sampleId})`, asc(sampleId));
  return rows.map(({ measured: those, ...sample }) => {
    const stated = sample.provenance as Provenance; // as written
    return {
      ...sample,
      /** The columns that hold something, as reported. */
      provenance: stated,
      /** Why its results are published and count in no figure; null where they count. */
      notUsed: stated.not_used ?? null,
      measurements: measurementsOf(those),
    };
  });
}

function measurementsOf(measured: Measured): Measurements {
  return Object.fromEntries(
    measured.flatMap(([key, ...stored]) =>
      isSubstanceKey(key) ? [[key, measurementOf(...stored)]] : [],
    ),
  );
}

type Measured = [key: string, ...Stored][];
type Stored = [reported: string, status: string, numberNgG: number | null];

/** What was measured in a sample, as one value: a row for each takes several times as long to read. */
const MEASURED = sql<Measured>`(
  select coalesce(json_agg(json_build_array(chemical_key, reported, status, value_ng_g)), '[]')
  from lab_measurements where lab_sample_id = lab_samples.id)`;

/** In the place of it where nobody asks. */
export const NOTHING_MEASURED = sql<Measured>`'[]'::json`;

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
