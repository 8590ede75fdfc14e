import { and, getTableColumns, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { headerName } from '#app/toxicology/chemicals.ts';
import { allSubstances } from '#app/toxicology/panels/panels.ts';
import { families } from '#app/toxicology/families.ts';
import type { assessStored } from '#app/results/read/risk-levels.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { present } from '#app/kit/assert.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import {
  storedChemicals,
  labMeasurements,
  labSamples,
  resultRevisions,
  testedProducts,
  testedRatings,
} from '#db/schema.ts';

/*
 * Every writer here adds what is missing, changes what differs and leaves the rest alone; each
 * resolves to the number of rows it added or changed.
 */

/** Waits until no other transaction publishes results, and keeps others waiting until this ends. */
export async function takePublishingTurn(tx: Tx): Promise<void> {
  // The first of several may take long on a slow machine.
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import samples', 0))`);
}

/** Mirrors the substances of `app/toxicology/panels`. */
export async function writeChemicals(tx: Tx): Promise<number> {
  const rows = allSubstances.map((substance) => ({
    key: substance.key,
    abbreviation: substance.abbreviation,
    fullName: substance.fullName,
    headerName: headerName(substance),
    category: 'category' in substance ? substance.category : 'Metals',
  }));
  const { abbreviation, fullName, headerName: header, category } = storedChemicals;
  const written = await tx
    .insert(storedChemicals)
    .values(rows)
    .onConflictDoUpdate({
      target: storedChemicals.key,
      ...changing({ abbreviation, fullName, headerName: header, category }),
    })
    .returning({ key: storedChemicals.key });
  return written.length;
}

export type TestedProductRow = Omit<typeof testedProducts.$inferInsert, 'assessments'>;

export async function writeTestedProducts(tx: Tx, rows: TestedProductRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { originalId: id, productId, name, tags, servingSizeG, collectionNotes } = testedProducts;
  const said = { productId, name, tags, servingSizeG, collectionNotes };
  const { set, setWhere } = changing({ ...said, searchText: testedProducts.searchText });
  const written = await tx
    .insert(testedProducts)
    .values(rows)
    .onConflictDoUpdate({ target: id, set: { ...set, updatedAt: sql`now()` }, setWhere })
    .returning({ id });
  await tx.execute(sql`
    update ${testedProducts} set panel = p.panel from products p
    where p.id = ${testedProducts.productId} and ${testedProducts.panel} <> p.panel
      and ${inArray(id, [0, ...rows.map(({ originalId }) => originalId)])}`);
  return written.length;
}

export interface AssessedRow {
  originalId: number;
  assessments: ReturnType<typeof assessStored>;
}

/** Keeps the trigger from taking away what the version before would leave: what changes here is assessed here. */
export async function keepAssessments(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('openassay.assesses', 'on', true)`);
}

/** Stores what some hundred products come to, and a child's ratings of plastics for the version before. */
export async function writeAssessments(tx: Tx, rows: AssessedRow[]): Promise<number> {
  const { original_id, family, ...rating } = getTableColumns(testedRatings);
  const { originalId } = testedProducts;
  const ratings = rows.flatMap(({ originalId: id, assessments }) =>
    'child' in assessments
      ? families.map(({ key }) => ({ ...assessments.child[key], original_id: id, family: key }))
      : [],
  );
  const rated =
    ratings.length === 0
      ? []
      : await tx
          .insert(testedRatings)
          .values(ratings)
          .onConflictDoUpdate({ target: [original_id, family], ...changing(rating) })
          .returning({ id: original_id });
  const ids = [
    ...rated.map(({ id }) => id),
    ...rows.filter((row) => 'amounts' in row.assessments).map((row) => row.originalId),
  ];
  await tx
    .update(testedProducts)
    .set({ updatedAt: sql`now()` })
    .where(inArray(originalId, ids));
  const given = rows.map(({ originalId: id, assessments }) => ({ id, assessments }));
  await tx.execute(sql`
    update ${testedProducts} set assessments = given.assessments
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id int, assessments jsonb)
    where ${originalId} = given.id`);
  return rows.length;
}

type Owner = Pick<typeof labSamples.$inferInsert, 'testedProductId' | 'productId'>;

/**
 * Makes these samples and all their measurements those given; the chemicals have to be there. Each is
 * owned by exactly one of the two.
 */
export async function writeSamples(
  tx: Tx,
  samples: readonly Sample[],
  ownerOf: (sample: Sample) => Owner,
): Promise<number> {
  const rows = samples.map((sample) => ({
    sampleId: sample.id,
    ...ownerOf(sample),
    lot: sample.lotNo,
    notes: sample.collectionNotes,
    provenance: filledIn(sample.provenance),
  }));
  const { testedProductId, lot, notes, provenance } = labSamples;
  const changed = await tx
    .insert(labSamples)
    .values(rows)
    .onConflictDoUpdate({
      target: labSamples.sampleId,
      ...changing({ testedProductId, lot, notes, provenance }),
    })
    .returning({ id: labSamples.id });
  const ids = samples.map((sample) => sample.id);
  const stored = await storedSamples(tx, ids);
  const rowIds = new Map(stored.map((row) => [row.sampleId, row.id]));
  const measurements = samples.flatMap((sample) =>
    Object.entries(sample.measurements).map(
      ([chemicalKey, { reported, status, valueNgG, loqNgG }]) => ({
        labSampleId: present(rowIds.get(sample.id), `sample ${sample.id}`),
        chemicalKey,
        reported,
        status,
        valueNgG: valueNgG ?? loqNgG,
      }),
    ),
  );
  return changed.length + (await writeMeasurements(tx, measurements));
}

/** The cells that hold something. */
function filledIn(provenance: Sample['provenance']): Record<string, string> {
  return Object.fromEntries(Object.entries(provenance).filter(([, cell]) => cell.trim() !== ''));
}

/** What is stored under these sample ids, and whose it is. */
export async function storedSamples(tx: Tx, sampleIds: string[]) {
  const { id, sampleId, testedProductId, productId } = labSamples;
  return tx
    .select({ id, sampleId, testedProductId, productId })
    .from(labSamples)
    .where(inArray(sampleId, sampleIds));
}

/**
 * All measurements of these samples: one that is not given goes. One JSON parameter in place of
 * thousands: the query builder would take longer than PostgreSQL.
 */
async function writeMeasurements(
  tx: Tx,
  rows: (typeof labMeasurements.$inferInsert)[],
): Promise<number> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
    ("labSampleId" bigint, "chemicalKey" text, reported text, status text, "valueNgG" float8)`;
  const removed = await tx.execute(sql`
    delete from ${labMeasurements}
    where lab_sample_id in (select "labSampleId" from ${given})
      and (lab_sample_id, chemical_key) not in (select "labSampleId", "chemicalKey" from ${given})`);
  const written = await tx.execute(sql`
    insert into ${labMeasurements} (lab_sample_id, chemical_key, reported, status, value_ng_g)
    select "labSampleId", "chemicalKey", reported, status, "valueNgG" from ${given}
    on conflict (lab_sample_id, chemical_key) do update
    set reported = excluded.reported, status = excluded.status, value_ng_g = excluded.value_ng_g
    where (lab_measurements.reported, lab_measurements.status, lab_measurements.value_ng_g)
      is distinct from (excluded.reported, excluded.status, excluded.value_ng_g)`);
  return (removed.rowCount ?? 0) + (written.rowCount ?? 0);
}

/** Removes what these tested products have beside these samples. */
export async function deleteOtherSamples(
  tx: Tx,
  originalIds: number[],
  sampleIds: string[],
): Promise<number> {
  const { id, testedProductId, sampleId } = labSamples;
  const isOther = and(inArray(testedProductId, originalIds), notInArray(sampleId, sampleIds));
  const others = tx.select({ id }).from(labSamples).where(isOther);
  await tx.delete(labMeasurements).where(inArray(labMeasurements.labSampleId, others));
  const deleted = await tx.delete(labSamples).where(inArray(labSamples.id, others));
  return deleted.rowCount ?? 0;
}

export type RevisionRow = typeof resultRevisions.$inferInsert;

/** The one exception: revisions are added, and one that is there already is a broken invariant. */
export async function addRevisions(tx: Tx, rows: RevisionRow[]): Promise<number> {
  if (rows.length > 0) await tx.insert(resultRevisions).values(rows);
  return rows.length;
}

/** The part of an upsert that takes over these columns where any of them differs. */
function changing(columns: Record<string, PgColumn>): { set: Record<string, SQL>; setWhere: SQL } {
  const incoming = (column: PgColumn) => sql`excluded.${sql.identifier(column.name)}`;
  const fields = Object.entries(columns).map(([field, column]) => [field, incoming(column)]);
  const set: Record<string, SQL> = Object.fromEntries(fields);
  const row = (cells: readonly (PgColumn | SQL)[]) => sql.join([...cells], sql`, `);
  const [before, after] = [row(Object.values(columns)), row(Object.values(set))];
  return { set, setWhere: sql`(${before}) is distinct from (${after})` };
}
