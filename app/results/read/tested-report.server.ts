import { now } from '#app/platform/clock.server.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { paddedId } from '#app/kit/text.ts';
import { db, type Tx, snapshot } from '#app/database/db.server.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { resultEvidence, resultRevisions, testedProducts } from '#db/schema.ts';
import { certificatePath } from './certificate.server.ts';
import { controlLine, type Control } from '#app/results/answers/control.ts';
import { loadAllSamples, type StoredSample } from './load-samples.server.ts';
import { DEFAULT_SAMPLE_NAME } from '#app/results/messages.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { itemOfTested, riskLevelRow, selectTested, type TestedRow } from './risk-levels.server.ts';
import { testFacts, type Quality, type TestFacts } from '#app/results/answers/test-facts.ts';
import type {
  Concentration,
  ReportSample,
  Revision,
  TestedReport,
  TestResult,
} from '#app/results/tested-schema.ts';

/** A tested product by its PlasticList number, `93` or `0093`; undefined where there is none. */
export async function findTestedReport(originalId: string): Promise<TestedReport | undefined> {
  return (await findFullReport(originalId))?.report;
}

/** The serving of the published results of the product with this code; undefined without any. */
export async function findTestedServing(productId: number, tx: Tx = db()) {
  const [row] = await tx
    .select({ servingG: testedProducts.servingSizeG })
    .from(testedProducts)
    .where(eq(testedProducts.productId, productId));
  return row;
}

/** The same with its facts. */
export async function findFullReport(originalId: string) {
  const id = originalIdOf(originalId);
  if (id === undefined) return undefined;
  // One snapshot: a publication in between must not give half of each.
  return snapshot(async (tx) => {
    const [row] = await selectTested(tx, eq(testedProducts.originalId, id));
    if (!row) return undefined;
    const samples = await loadAllSamples(tx, [id]);
    const revisions = await listRevisions(id, tx);
    const facts = await factsOf(row, samples, revisions[0]?.number, tx);
    return reportOf(row, samples, facts, revisions);
  });
}

/** What is known of the tests of samples, as one publication states it. */
export async function factsOf(
  { originalId, productId }: Pick<TestedRow, 'originalId' | 'productId'>,
  samples: readonly Pick<StoredSample, 'sampleId' | 'provenance'>[],
  number = 1,
  tx: Tx = db(),
): Promise<TestFacts> {
  const stated = samples.map(({ sampleId, provenance }) => ({ id: sampleId, provenance }));
  const quality = await findQuality(originalId, number, tx);
  const today = now().toISOString().slice(0, 10);
  return testFacts(productId !== null, stated, { quality, today });
}

type Measured = Pick<StoredSample, 'sampleId' | 'lot' | 'notUsed' | 'measurements'>;

/** A product's report from its row and its samples, which are in order; `item` is the number of what was tested. */
export function reportOf(
  row: TestedRow,
  samples: readonly Measured[],
  facts: TestFacts,
  revisions: Revision[],
) {
  const unused = samples.flatMap((sample) =>
    sample.notUsed === null ? [] : { ...reportSample(sample), reason: sample.notUsed },
  );
  const report: TestedReport = {
    original_id: paddedId(row.originalId),
    name: row.name,
    serving_size_g: row.servingSizeG ?? 0,
    samples: samples.filter(({ notUsed }) => notUsed === null).map(reportSample),
    ...(unused.length > 0 && { samples_not_used: unused }),
    tags: row.tags,
    collection_notes: row.collectionNotes,
    product_url: photoAddress(itemOfTested(row)),
    risk: riskLevelRow(row),
    funded_product_id: row.productId,
    revisions,
  };
  return { report, facts, item: itemOfTested(row) };
}

/** Every publication of a product's results, the latest first. */
export async function listRevisions(originalId: number, tx: Tx = db()): Promise<Revision[]> {
  const { number, publishedAt, reason } = resultRevisions;
  const rows = await tx
    .select({ number, publishedAt, reason })
    .from(resultRevisions)
    .where(eq(resultRevisions.originalId, originalId))
    .orderBy(desc(number));
  return rows.map((row) => ({
    number: row.number,
    published_at: row.publishedAt.toISOString(),
    reason: row.reason,
  }));
}

/** What was published of controls, and the certificate, with a revision. */
async function findQuality(originalId: number, number: number, tx: Tx): Promise<Quality> {
  const [row] = await tx
    .select({
      controls: resultRevisions.controls,
      begins: sql<Buffer | null>`substr(${resultEvidence.content}, 1, 5)`,
    })
    .from(resultRevisions)
    .leftJoin(
      resultEvidence,
      and(
        eq(resultEvidence.originalId, resultRevisions.originalId),
        eq(resultEvidence.number, resultRevisions.number),
        eq(resultEvidence.kind, 'certificate'),
      ),
    )
    .where(and(eq(resultRevisions.originalId, originalId), eq(resultRevisions.number, number)));
  const controls = (row?.controls ?? []) as Control[]; // as a publication writes them
  return {
    controls: controls.map(controlLine),
    certificate: row?.begins ? certificatePath(originalId, number, row.begins) : null,
  };
}

function reportSample({ sampleId, lot, measurements }: Measured): ReportSample {
  const concentrations = Object.fromEntries(
    chemicals.map(({ key }) => [`${key}_ng_g`, concentrationOf(measurements[key])]),
  );
  return {
    id: sampleId,
    name: DEFAULT_SAMPLE_NAME,
    lot_number: lot,
    test_results: [{ lot_number: lot, ...concentrations } as TestResult],
  };
}

/** What a measurement reads at the edge; see `Concentration`. */
export function concentrationOf(measurement: Measurement | undefined): Concentration {
  if (!measurement || measurement.status === 'not_tested') return null;
  const { status, valueNgG, loqNgG } = measurement;
  if (status === 'below_loq') return `<${loqNgG}`;
  if (status === 'above_range') return `>${valueNgG}`;
  return status === 'ok' ? valueNgG : 'ND';
}
