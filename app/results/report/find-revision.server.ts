import { and, eq } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import { db } from '#app/database/db.server.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { assessmentsOf } from '#app/results/answers/assess.ts';
import { measurementsOf, type FileProduct } from '#app/results/samples/file-products.ts';
import { metalReport, metalReportOf } from '#app/results/metals/metal-results.server.ts';
import { metalsSaid } from '#app/results/samples/metals-said.ts';
import { revisionProduct } from './revision-steps.ts';
import { testedColumns } from '#app/results/read/risk-levels.server.ts';
import { factsOf, listRevisions, reportOf } from '#app/results/read/tested-report.server.ts';

/**
 * A product's report as it stood at one revision, worked out anew from the rows of that time;
 * undefined where there is no such product or revision. `93` and `0093` are the same product.
 */
export async function findRevision(originalId: string, number: number) {
  const id = originalIdOf(originalId);
  if (id === undefined) return undefined;
  const revisions = await listRevisions(id);
  const revision = revisions.find((one) => one.number === number);
  if (!revision) return undefined;
  const [found] = await db()
    .select({ rows: resultRevisions.rows, row: testedColumns })
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, resultRevisions.originalId))
    .where(and(eq(resultRevisions.originalId, id), eq(resultRevisions.number, number)));
  const { rows, row } = present(found, `revision ${number} of product ${id}`);
  if (row.panel !== 'plastics') return undefined;
  const product = revisionProduct(id, number, rows);
  const { name, servingSizeG, collectionNotes, samples } = product;
  const tags = product.tags.length > 0 ? product.tags : row.tags;
  const was = { ...row, name, tags, servingSizeG, collectionNotes };
  const assessments = assessmentsOf({ ...was, samples: measurementsOf(product) });
  const stored = samples.map(storedSample);
  const facts = await factsOf(row, stored, number);
  return { revision, ...reportOf({ ...was, assessments }, stored, facts, revisions) };
}

/** The same of a test for metals. */
export async function findMetalRevision(id: number, number: number) {
  const current = await metalReport(id);
  const revision = current?.revisions.find((one) => one.number === number);
  if (!current || !revision) return undefined;
  const { rows } = resultRevisions;
  const [stored] = await db()
    .select({ rows })
    .from(resultRevisions)
    .where(and(eq(resultRevisions.originalId, id), eq(resultRevisions.number, number)));
  const product = revisionProduct(id, number, present(stored, `revision ${number}`).rows);
  const { kind, portion, registered } = current;
  const eaten = { kind, asFedPerG: portion.asFedPerG ?? null, foodClass: registered.foodClass };
  const { servingSizeG, collectionNotes: collection_notes } = product;
  const said = { ...metalsSaid(product, eaten), serving_size_g: servingSizeG ?? 0 };
  const samples = product.samples.map(storedSample);
  const facts = await factsOf({ originalId: id, productId: id }, samples, number);
  const was = { ...current, ...said, collection_notes, facts };
  const report = metalReportOf(was, samples);
  return { revision, report };
}

function storedSample({ id, lotNo, provenance, measurements }: FileProduct['samples'][number]) {
  const notUsed = provenance.not_used.trim() || null;
  return { sampleId: id, lot: lotNo, notUsed, provenance, measurements };
}
