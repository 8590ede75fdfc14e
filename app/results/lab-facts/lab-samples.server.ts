import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { db } from '#app/database/db.server.ts';
import { chemicals, headerName } from '#app/toxicology/chemicals.ts';
import type { MeasurementStatus } from '#app/toxicology/measurement.ts';
import { labMeasurements, labSamples, testedProducts } from '#db/schema.ts';
import { NOT_USED } from '#app/results/read/load-samples.server.ts';
import type { LabSample } from '#app/results/tested-schema.ts';

/**
 * The samples of a fundable product in the order of their ids, each with its chemicals in the order
 * in which results list them. None before the product is tested;
 * undefined where there is no such product. A `[TEST]` product has its samples under its own code,
 * a funded one under the tested product that its published results made.
 */
export async function findLabSamples(code: number): Promise<LabSample[] | undefined> {
  const product = await findProduct(code);
  if (!product) return undefined;
  const productId = product.id;
  if (product.testing_status !== 'Tested') return [];
  const published = db()
    .select({ id: testedProducts.originalId })
    .from(testedProducts)
    .where(eq(testedProducts.productId, productId));
  const rows = await db()
    .select({
      sampleId: labSamples.sampleId,
      lot: labSamples.lot,
      notes: labSamples.notes,
      notUsed: NOT_USED,
      chemicalKey: labMeasurements.chemicalKey,
      status: labMeasurements.status,
      valueNgG: labMeasurements.valueNgG,
    })
    .from(labSamples)
    .leftJoin(labMeasurements, eq(labMeasurements.labSampleId, labSamples.id))
    .where(or(eq(labSamples.productId, productId), inArray(labSamples.testedProductId, published)))
    // Ids are numbers written as text: the shorter is the smaller.
    .orderBy(sql`length(${labSamples.sampleId})`, asc(labSamples.sampleId));
  const bySample = Map.groupBy(rows, (row) => row.sampleId);
  return [...bySample].map(([sampleId, own]) => ({
    sample_id: sampleId,
    lot: own[0]?.lot ?? null,
    notes: own[0]?.notes ?? null,
    ...(own[0]?.notUsed && { not_used: own[0].notUsed }),
    lab_measurements: chemicals.flatMap((chemical) => {
      const row = own.find(({ chemicalKey }) => chemicalKey === chemical.key);
      if (!row?.status) return [];
      return {
        value_ppb: row.valueNgG,
        status: row.status as MeasurementStatus, // a check constraint holds it to these
        chemicals: { header_name: headerName(chemical) },
      };
    }),
  }));
}
