import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import { labMeasurements, labSamples, testedProducts } from '#db/schema.ts';
import { loadSamples } from '#app/results/load-samples.server.ts';
import { EXAMPLE_IDS, workExamples, type Examples } from './methodology-examples.ts';
import { populationOf, type Population } from '#app/results/percentile.ts';

/** The worked examples, from the results as they are stored; none where none are published. */
export async function loadExamples(): Promise<Examples> {
  const { originalId, name, servingSizeG } = testedProducts;
  const [rows, samples, dehpNgG] = await Promise.all([
    db()
      .select({ originalId, name, servingG: servingSizeG })
      .from(testedProducts)
      .where(inArray(originalId, [...EXAMPLE_IDS]))
      .orderBy(asc(originalId)),
    loadSamples(db(), EXAMPLE_IDS),
    publishedDehp(),
  ]);
  const byProduct = Map.groupBy(samples, (sample) => sample.testedProductId);
  const products = rows.map((row) => ({
    ...row,
    samples: (byProduct.get(row.originalId) ?? []).map((sample) => sample.measurements),
  }));
  return workExamples(products, dehpNgG);
}

/** DEHP in every published sample in which it was found, in ng/g. */
async function publishedDehp(): Promise<Population> {
  const rows = await db()
    .select({ valueNgG: labMeasurements.valueNgG })
    .from(labMeasurements)
    .innerJoin(labSamples, eq(labSamples.id, labMeasurements.labSampleId))
    .where(
      and(
        eq(labMeasurements.chemicalKey, 'dehp'),
        inArray(labMeasurements.status, ['ok', 'above_range']),
        isNotNull(labSamples.testedProductId),
      ),
    );
  return populationOf(rows.flatMap(({ valueNgG }) => valueNgG ?? []));
}
