import { inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { chemicals as known, headerName } from '#app/toxicology/chemicals.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { chemicals, labMeasurements, labSamples, testedProducts } from '#db/schema.ts';

/*
 * Every writer here adds what is missing, changes what differs and leaves the rest alone; each
 * resolves to the number of rows it added or changed.
 */

/** Mirrors `app/toxicology/chemicals.ts`. */
export async function writeChemicals(tx: Tx): Promise<number> {
  const rows = known.map((chemical) => ({
    key: chemical.key,
    abbreviation: chemical.abbreviation,
    fullName: chemical.fullName,
    headerName: headerName(chemical),
    category: chemical.category,
  }));
  const { abbreviation, fullName, headerName: header, category } = chemicals;
  const written = await tx
    .insert(chemicals)
    .values(rows)
    .onConflictDoUpdate({
      target: chemicals.key,
      ...changing({ abbreviation, fullName, headerName: header, category }),
    })
    .returning({ key: chemicals.key });
  return written.length;
}

export type TestedProductRow = typeof testedProducts.$inferInsert;

export async function writeTestedProducts(tx: Tx, rows: TestedProductRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { originalId } = testedProducts;
  const { set, setWhere } = changing(testedColumns);
  const written = await tx
    .insert(testedProducts)
    .values(rows)
    .onConflictDoUpdate({ target: originalId, set: { ...set, updatedAt: sql`now()` }, setWhere })
    .returning({ id: originalId });
  return written.length;
}

/** Makes room for samples of products that are not there yet; their risk row follows. */
export async function addMissingTestedProducts(tx: Tx, rows: TestedProductRow[]): Promise<void> {
  await tx.insert(testedProducts).values(rows).onConflictDoNothing();
}

export type SampleRow = typeof labSamples.$inferInsert;

export async function writeSamples(tx: Tx, rows: SampleRow[]): Promise<number> {
  const { testedProductId, lot, notes, provenance } = labSamples;
  const written = await tx
    .insert(labSamples)
    .values(rows)
    .onConflictDoUpdate({
      target: labSamples.sampleId,
      ...changing({ testedProductId, lot, notes, provenance }),
    })
    .returning({ id: labSamples.id });
  return written.length;
}

/** What is stored under these sample ids, and whose it is. */
export async function storedSamples(tx: Tx, sampleIds: string[]) {
  return tx
    .select({
      id: labSamples.id,
      sampleId: labSamples.sampleId,
      testedProductId: labSamples.testedProductId,
    })
    .from(labSamples)
    .where(inArray(labSamples.sampleId, sampleIds));
}

export interface MeasurementRow {
  labSampleId: number;
  chemicalKey: string;
  reported: string;
  status: string;
  valueNgG: number | null;
}

/** One JSON parameter in place of thousands: the query builder would take longer than PostgreSQL. */
export async function writeMeasurements(tx: Tx, rows: MeasurementRow[]): Promise<number> {
  const written = await tx.execute(sql`
    insert into ${labMeasurements} (lab_sample_id, chemical_key, reported, status, value_ng_g)
    select "labSampleId", "chemicalKey", reported, status, "valueNgG"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      ("labSampleId" bigint, "chemicalKey" text, reported text, status text, "valueNgG" float8)
    on conflict (lab_sample_id, chemical_key) do update
    set reported = excluded.reported, status = excluded.status, value_ng_g = excluded.value_ng_g
    where (lab_measurements.reported, lab_measurements.status, lab_measurements.value_ng_g)
      is distinct from (excluded.reported, excluded.status, excluded.value_ng_g)`);
  return written.rowCount ?? 0;
}

/** What an import says of a tested product. */
const testedColumns = {
  name: testedProducts.name,
  tags: testedProducts.tags,
  servingSizeG: testedProducts.servingSizeG,
  collectionNotes: testedProducts.collectionNotes,
  searchText: testedProducts.searchText,
  phthalatesRisk: testedProducts.phthalatesRisk,
  bisphenolsRisk: testedProducts.bisphenolsRisk,
  substitutesRisk: testedProducts.substitutesRisk,
  phthalatesTdiPercent: testedProducts.phthalatesTdiPercent,
  bisphenolsTdiPercent: testedProducts.bisphenolsTdiPercent,
  substitutesTdiPercent: testedProducts.substitutesTdiPercent,
  phthalatesUpperPercent: testedProducts.phthalatesUpperPercent,
  bisphenolsUpperPercent: testedProducts.bisphenolsUpperPercent,
  substitutesUpperPercent: testedProducts.substitutesUpperPercent,
  phthalatesLimitUnseen: testedProducts.phthalatesLimitUnseen,
  bisphenolsLimitUnseen: testedProducts.bisphenolsLimitUnseen,
  substitutesLimitUnseen: testedProducts.substitutesLimitUnseen,
};

/** The part of an upsert that takes over these columns where any of them differs. */
function changing(columns: Record<string, PgColumn>): { set: Record<string, SQL>; setWhere: SQL } {
  const entries = Object.entries(columns).map(([field, column]) => ({
    field,
    column,
    incoming: sql`excluded.${sql.identifier(column.name)}`,
  }));
  const before = sql.join(
    entries.map(({ column }) => sql`${column}`),
    sql`, `,
  );
  const after = sql.join(
    entries.map(({ incoming }) => incoming),
    sql`, `,
  );
  return {
    set: Object.fromEntries(entries.map(({ field, incoming }) => [field, incoming])),
    setWhere: sql`(${before}) is distinct from (${after})`,
  };
}
