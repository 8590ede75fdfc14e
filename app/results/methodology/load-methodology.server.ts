import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { loadSamples } from '#app/results/read/load-samples.server.ts';
import { labMeasurements, labSamples, testedProducts } from '#db/schema.ts';

/** Some of its phthalates were found in every sample, some in a part of them, and one in none. */
const EXAMPLE_ID = 16;

/** What the methodology shows of published results, as they are stored now. */
export async function loadMethodology() {
  const { originalId, name, servingSizeG } = testedProducts;
  const { status, chemicalKey, labSampleId } = labMeasurements;
  const isFound = inArray(status, ['ok', 'above_range']);
  const [[product], samples, [leftOut]] = await Promise.all([
    db()
      .select({ originalId, name, servingG: servingSizeG })
      .from(testedProducts)
      .where(eq(originalId, EXAMPLE_ID)),
    loadSamples(db(), [EXAMPLE_ID]),
    db()
      .select({
        tested: sql<number>`count(*)::int`,
        found: sql<number>`(count(*) filter (where ${isFound}))::int`,
      })
      .from(labMeasurements)
      .innerJoin(labSamples, eq(labSamples.id, labSampleId))
      .where(
        and(
          eq(chemicalKey, 'dibp'),
          ne(status, 'not_tested'),
          isNotNull(labSamples.testedProductId),
        ),
      ),
  ]);
  return {
    /** The product that the example is of; undefined where it is not published. */
    example: product && { ...product, samples: samples.map(({ measurements }) => measurements) },
    /** DIBP, which counts toward no limit: in how many samples it was found, and looked for. */
    leftOut,
  };
}

export type MethodologyData = Awaited<ReturnType<typeof loadMethodology>>;
