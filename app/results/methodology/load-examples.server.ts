import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { labMeasurements, labSamples, testedProducts } from '#db/schema.ts';
import { loadSamples } from '#app/results/load-samples.server.ts';
import { EXAMPLE_IDS, workExamples, type Examples } from './methodology-examples.ts';
import { populationOf } from '#app/results/percentile.ts';

/** The worked examples, from the results as they are stored; none where none are published. */
export async function loadExamples(): Promise<Examples> {
  const { originalId, name, servingSizeG } = testedProducts;
  const [rows, samples, dehp, dibp] = await Promise.all([
    db()
      .select({ originalId, name, servingG: servingSizeG })
      .from(testedProducts)
      .where(inArray(originalId, [...EXAMPLE_IDS]))
      .orderBy(asc(originalId)),
    loadSamples(db(), EXAMPLE_IDS),
    publishedOf('dehp'),
    publishedOf('dibp'),
  ]);
  const byProduct = Map.groupBy(samples, (sample) => sample.testedProductId);
  const products = rows.map((row) => ({
    ...row,
    samples: (byProduct.get(row.originalId) ?? []).map((sample) => sample.measurements),
  }));
  const examples = workExamples(products, populationOf(dehp.found));
  const leftOut = { found: dibp.found.length, tested: dibp.tested };
  return leftOut.found > 0 ? { ...examples, leftOut } : examples;
}

/** A chemical in every published sample: in how many it was sought, and what was found, in ng/g. */
async function publishedOf(key: ChemicalKey): Promise<{ tested: number; found: number[] }> {
  const rows = await db()
    .select({ status: labMeasurements.status, valueNgG: labMeasurements.valueNgG })
    .from(labMeasurements)
    .innerJoin(labSamples, eq(labSamples.id, labMeasurements.labSampleId))
    .where(
      and(
        eq(labMeasurements.chemicalKey, key),
        ne(labMeasurements.status, 'not_tested'),
        isNotNull(labSamples.testedProductId),
      ),
    );
  const found = rows
    .filter(({ status }) => status === 'ok' || status === 'above_range')
    .flatMap(({ valueNgG }) => valueNgG ?? []);
  return { tested: rows.length, found };
}
