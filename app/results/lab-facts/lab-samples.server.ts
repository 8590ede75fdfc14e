import { eq, inArray, or } from 'drizzle-orm';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { db } from '#app/database/db.server.ts';
import { headerName } from '#app/toxicology/chemicals.ts';
import { allSubstances } from '#app/toxicology/panels/panels.ts';
import { labSamples, testedProducts } from '#db/schema.ts';
import { selectSamples } from '#app/results/read/load-samples.server.ts';
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
  const samples = await selectSamples(
    db(),
    or(eq(labSamples.productId, productId), inArray(labSamples.testedProductId, published)),
  );
  return samples.map(({ sampleId, lot, notes, notUsed, measurements }) => ({
    sample_id: sampleId,
    lot,
    notes,
    ...(notUsed && { not_used: notUsed }),
    lab_measurements: allSubstances.flatMap((chemical) => {
      const measured = measurements[chemical.key];
      if (!measured) return [];
      return {
        value_ppb: measured.valueNgG ?? measured.loqNgG,
        status: measured.status,
        chemicals: { header_name: headerName(chemical) },
      };
    }),
  }));
}
