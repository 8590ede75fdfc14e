import { and, eq } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import { db } from '#app/database/db.server.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';
import { TESTED_NOT_FOUND } from '#app/results/messages.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { assessmentsOf } from '#app/results/answers/assess.ts';
import { measurementsOf } from '#app/results/samples/file-products.ts';
import { metalReport, metalReportOf } from '#app/results/metals/metal-results.server.ts';
import { metalsSaid } from '#app/results/samples/metals-said.ts';
import { revisionProduct } from './revision-steps.ts';
import { testedColumns } from '#app/results/read/risk-levels.server.ts';
import { factsOf, findTestedReport, reportOf } from '#app/results/read/tested-report.server.ts';

/**
 * A product's report as it stood at one revision, worked out anew from the rows of that time; of a test
 * for metals its facts are in it. Both are as an address has them: `93` and `0093` are the same product.
 */
export async function findRevision(originalId: string, number: string) {
  const id = originalIdOf(originalId) ?? 0;
  const current = (await findTestedReport(originalId)) ?? (await metalReport(id));
  if (!current) return { missing: TESTED_NOT_FOUND };
  const revision = current.revisions.find((one) => one.number === originalIdOf(number));
  if (!revision) return { missing: 'These results were never published' };
  const [found] = await db()
    .select({ rows: resultRevisions.rows, row: testedColumns })
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, resultRevisions.originalId))
    .where(and(eq(resultRevisions.originalId, id), eq(resultRevisions.number, revision.number)));
  const { rows, row } = present(found, `revision ${number} of product ${id}`);
  const product = revisionProduct(id, revision.number, rows);
  const { name, servingSizeG, collectionNotes } = product;
  const samples = product.samples.map(({ id: sampleId, lotNo, provenance, measurements }) => {
    const notUsed = provenance.not_used.trim() || null;
    return { sampleId, lot: lotNo, notUsed, provenance, measurements };
  });
  const facts = await factsOf(row, samples, revision.number);
  if ('portion' in current) {
    const { kind, portion, registered } = current;
    const eaten = { kind, asFedPerG: portion.asFedPerG ?? null, foodClass: registered.foodClass };
    const said = { ...metalsSaid(product, eaten), serving_size_g: servingSizeG ?? 0 };
    const was = { ...current, ...said, collection_notes: collectionNotes, facts };
    return { revision, report: metalReportOf(was, samples) };
  }
  const tags = product.tags.length > 0 ? product.tags : row.tags;
  const was = { ...row, name, tags, servingSizeG, collectionNotes };
  const assessments = assessmentsOf({ ...was, samples: measurementsOf(product) });
  return { revision, ...reportOf({ ...was, assessments }, samples, facts, current.revisions) };
}
