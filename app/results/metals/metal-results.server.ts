import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { cached } from '#app/cache/cache.server.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db, snapshot, type Tx } from '#app/database/db.server.ts';
import { paddedId } from '#app/kit/text.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { testFacts } from '#app/results/answers/test-facts.ts';
import { loadAllSamples, type StoredSample } from '#app/results/read/load-samples.server.ts';
import { findQuality, listRevisions } from '#app/results/read/tested-report.server.ts';
import { isKnownServing } from '#app/toxicology/intake.ts';
import { rangeOf, type StoredAmount } from '#app/toxicology/metals/amounts.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import type { MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { foodText, noLimitTexts, saidOf } from '#app/toxicology/metals/sentences.ts';
import { foodVerdicts, type ByForm, type MetalRange } from '#app/toxicology/metals/verdicts.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { products, testedProducts, testRegistrations } from '#db/schema.ts';

export type MetalResult = Awaited<ReturnType<typeof metalResults>>[number];
export type MetalReport = NonNullable<Awaited<ReturnType<typeof metalReport>>>;

/**
 * The tests for metals that have results, or those of these numbers, by number, with what is said of
 * them for whom their kind is eaten by: worked out once for a version of what is published.
 */
export async function metalResults(ids?: readonly number[]) {
  const all = await cached(`metal results ${await contentVersion()}`, 3_600, () => readResults());
  return all
    .filter(({ id }) => ids?.includes(id) ?? true)
    .map((one) => ({ ...one, imageUrl: photoAddress(one.item) }));
}

/** The same as of one moment, without their pictures. */
export async function readResults(tx: Tx = db()) {
  const { originalId, panel, productId, assessments } = testedProducts;
  const rows = await tx
    .select({ tested: testedProducts, product: products, publishedAt })
    .from(testedProducts)
    .innerJoin(products, eq(products.id, productId))
    .where(and(eq(panel, 'metals'), isNotNull(assessments)))
    .orderBy(originalId);
  return rows.map(({ tested, product, publishedAt: firstAt }) => {
    const { servingSizeG, originalId: id, tags, collectionNotes } = tested;
    const { amounts } = tested.assessments as { amounts: ByForm<StoredAmount> }; // as written
    const item = product.itemOf ?? product.id;
    const kind = kindOf(item)?.key ?? null;
    const servingG = isKnownServing(servingSizeG) ? servingSizeG : null;
    return {
      id,
      item,
      name: testName(product),
      itemName: product.name,
      tags,
      servingG,
      kind,
      collectionNotes,
      /** When its first results were published; ISO 8601, so that texts compare. */
      publishedAt: firstAt ?? '',
      ...saidOf(amounts, usualPortion(kind, servingG, product.asFedPerG)),
    };
  });
}

const publishedAt = sql<string | null>`(
  select to_char(min(published_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
  from result_revisions where original_id = ${testedProducts.originalId})`;

/** One test with its samples, what was registered of it, and every publication; undefined without results. */
export async function metalReport(id: number) {
  const [result] = await metalResults([id]);
  if (!result) return undefined;
  return snapshot(async (tx) => {
    const samples = await loadAllSamples(tx, [id]);
    const revisions = await listRevisions(id, tx);
    const { facts, productId, number } = testRegistrations;
    const [row] = await tx
      .select({ facts })
      .from(testRegistrations)
      .where(eq(productId, id))
      .orderBy(desc(number))
      .limit(1);
    const quality = await findQuality(id, revisions[0]?.number ?? 1, tx);
    const registered = (row?.facts ?? {}) as Registered;
    return metalReportOf(result, samples, revisions, quality, registered);
  });
}

/** What is registered of a test: see `app/testing/registration.ts`. */
interface Registered {
  /** µg/kg by abbreviation. */
  limits?: Readonly<Record<string, number>>;
  foodClass?: string;
}

/** A report from a result and its samples, which are in order. */
export function metalReportOf(
  result: MetalResult,
  samples: readonly Omit<StoredSample, 'testedProductId' | 'notes'>[],
  revisions: Awaited<ReturnType<typeof listRevisions>>,
  quality: Awaited<ReturnType<typeof findQuality>>,
  registered: Registered,
) {
  const all = samples.map(({ sampleId: id, lot, notUsed, provenance, measurements }) => {
    const measured = Object.entries(measurements) as [MetalForm, Measurement][];
    return {
      id,
      lot_number: lot,
      reason: notUsed,
      provenance,
      reported: Object.fromEntries(measured.map(([form, one]) => [form, one.reported])),
      ranges: Object.fromEntries(
        measured.map(([form, one]) => [form, rangeOf(one)]),
      ) as ByForm<MetalRange>,
    };
  });
  const used = all.filter(({ reason }) => reason === null);
  const unused = all.filter(({ reason }) => reason !== null);
  const food = registered.foodClass ?? '';
  const ranges = used.map((sample) => sample.ranges);
  return {
    ...result,
    original_id: paddedId(result.id),
    serving_size_g: result.servingG ?? 0,
    risk: { product_id: result.id },
    funded_product_id: result.id,
    product_url: result.imageUrl,
    collection_notes: result.collectionNotes,
    samples: used,
    samples_not_used: unused.length > 0 ? unused : undefined,
    revisions,
    facts: testFacts(true, all, { quality, today: now().toISOString().slice(0, 10) }),
    /** Limits of quantification as registered, µg/kg by form. */
    limits: Object.fromEntries(
      Object.entries(registered.limits ?? {}).map(([name, limit]) => [name.toLowerCase(), limit]),
    ) as ByForm<number>,
    registered,
    /** Of each limit by food, and of authorities that have none. */
    foodTexts: [...foodVerdicts(ranges, food).map(foodText), ...noLimitTexts(food)],
  };
}
