import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { cached } from '#app/cache/cache.server.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db, snapshot, type Tx } from '#app/database/db.server.ts';
import { paddedId } from '#app/kit/text.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import {
  loadAllSamples,
  loadSamples,
  type StoredSample,
} from '#app/results/read/load-samples.server.ts';
import { factsOf, listRevisions } from '#app/results/read/tested-report.server.ts';
import { isKnownServing } from '#app/toxicology/intake.ts';
import { rangesOf } from '#app/toxicology/metals/amounts.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import type { MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { saidOf } from '#app/toxicology/metals/sentences.ts';
import type { ByForm } from '#app/toxicology/metals/verdicts.ts';
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
    .map((one) => ({ ...one, product_url: photoAddress(one.item) }));
}

/** The same as of one moment, without their pictures. */
export async function readResults(tx: Tx = db()) {
  const { originalId, panel, productId, assessments } = testedProducts;
  const rows = await tx
    .select({ tested: testedProducts, product: products, publishedAt, registered })
    .from(testedProducts)
    .innerJoin(products, eq(products.id, productId))
    .where(and(eq(panel, 'metals'), isNotNull(assessments)))
    .orderBy(originalId);
  const ids = rows.map(({ tested }) => tested.originalId);
  const samples = Map.groupBy(await loadSamples(tx, ids), (one) => one.testedProductId);
  return rows.map(({ tested, product, publishedAt: firstAt, registered: facts }) => {
    const { servingSizeG, originalId: id, tags } = tested;
    // Not what is stored of them: a version before metals overwrites that.
    const measured = (samples.get(id) ?? []).map(({ measurements }) => measurements);
    const item = product.itemOf ?? product.id;
    const kind = kindOf(item)?.key ?? null;
    const servingG = isKnownServing(servingSizeG) ? servingSizeG : null;
    return {
      id,
      item,
      name: testName(product),
      itemName: product.name,
      tags,
      kind,
      original_id: paddedId(id),
      serving_size_g: servingG ?? 0,
      risk: { product_id: id },
      funded_product_id: id,
      collection_notes: tested.collectionNotes,
      /** When its first results were published; ISO 8601, so that texts compare. */
      publishedAt: firstAt ?? '',
      registered: facts ?? {},
      ...saidOf(measured, usualPortion(kind, servingG, product.asFedPerG), facts?.foodClass),
    };
  });
}

const publishedAt = sql<string | null>`(
  select to_char(min(published_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
  from result_revisions where original_id = ${testedProducts.originalId})`;

const registered = sql<Registered | null>`(
  select facts from ${testRegistrations}
  where ${testRegistrations.productId} = ${testedProducts.originalId}
  order by ${testRegistrations.number} desc limit 1)`;

/** One test with its samples, what was registered of it, and every publication; undefined without results. */
export async function metalReport(id: number) {
  const [result] = await metalResults([id]);
  if (!result) return undefined;
  return snapshot(async (tx) => {
    const samples = await loadAllSamples(tx, [id]);
    const revisions = await listRevisions(id, tx);
    const test = { originalId: id, productId: id };
    const facts = await factsOf(test, samples, revisions[0]?.number, tx);
    return metalReportOf({ ...result, revisions, facts }, samples);
  });
}

/** What is registered of a test: see `app/testing/registration.ts`. */
interface Registered {
  /** µg/kg by abbreviation. */
  limits?: Readonly<Record<string, number>>;
  foodClass?: string;
}

/** A report from a result and its samples, which are in order. */
export function metalReportOf<T extends MetalResult>(
  result: T,
  samples: readonly Omit<StoredSample, 'testedProductId' | 'notes'>[],
) {
  const all = samples.map(({ sampleId: id, lot, notUsed, measurements }) => {
    const measured = Object.entries(measurements) as [MetalForm, Measurement][];
    return {
      id,
      lot_number: lot,
      reason: notUsed,
      reported: Object.fromEntries(measured.map(([form, one]) => [form, one.reported])),
      ranges: rangesOf(measurements),
    };
  });
  const used = all.filter(({ reason }) => reason === null);
  const unused = all.filter(({ reason }) => reason !== null);
  const { limits = {} } = result.registered;
  return {
    ...result,
    samples: used,
    samples_not_used: unused.length > 0 ? unused : undefined,
    /** Limits of quantification as registered, µg/kg by form. */
    limits: Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [name.toLowerCase(), limit]),
    ) as ByForm<number>,
  };
}
