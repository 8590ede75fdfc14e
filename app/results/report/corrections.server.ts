import { sealOf } from '#app/log/log-page.server.ts';
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { cached } from '#app/cache/cache.server.ts';
import { siteUrl } from '#app/config.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db } from '#app/database/db.server.ts';
import {
  labSamples,
  products,
  resultRevisions,
  testedProducts,
  testSamples,
  testSteps,
} from '#db/schema.ts';
import { eatenOfTests } from '#app/results/samples/eaten.server.ts';
import { revisionSteps, revisionProduct } from './revision-steps.ts';
import { compareProduct } from '#app/results/samples/product-change.ts';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import type { ReportBase, Revision } from '#app/results/tested-schema.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** The newest corrections that are told in full. */
const TOLD = 50;

/** What was published of tests that were funded here, and of the data project's. */
export async function countPublished() {
  const isHere = sql<boolean>`${testedProducts.productId} is not null`;
  const rows = await db()
    .select({
      isHere,
      products: sql<number>`count(distinct ${testedProducts.originalId})::int`,
      samples: sql<number>`count(${labSamples.id})::int`,
    })
    .from(testedProducts)
    .leftJoin(labSamples, eq(labSamples.testedProductId, testedProducts.originalId))
    .groupBy(isHere);
  const of = (here: boolean) => {
    const { products = 0, samples = 0 } = rows.find((row) => row.isHere === here) ?? {};
    return { products, samples };
  };
  return { here: of(true), source: of(false) };
}

/** The laboratories that samples of published products were noted to be at, by name. */
export async function namedLaboratories(): Promise<string[]> {
  const { rows } = await db().execute<{ place: string }>(sql`
    select distinct s.place from ${testSteps} s
    join ${testSamples} b on b.id = s.sample_id
    join ${testedProducts} t on t.product_id = b.product_id
    where s.step = 'at-lab' and not s.is_void and s.place is not null
      and not exists (select from ${testSteps} c where c.corrects = s.id)
    order by 1`);
  return rows.map(({ place }) => place);
}

const isCorrection = gt(resultRevisions.number, 1);

/** Every correction there was, counted; the newest with what they changed, the newest first. */
export async function listCorrections() {
  return cached(`corrections ${await contentVersion()}`, 3_600, async () => ({
    count: await db().$count(resultRevisions, isCorrection),
    newest: await newestCorrections(),
  }));
}

async function newestCorrections() {
  const { originalId, number, publishedAt } = resultRevisions;
  const newest = await publications()
    .where(isCorrection)
    .orderBy(desc(publishedAt), desc(originalId), desc(number))
    .limit(TOLD);
  const changesOf = await stepsOf(newest.map((one) => one.originalId));
  return newest.map((one) => ({
    ...one,
    name: testName(one),
    reason: one.reason ?? '',
    publishedAt: one.publishedAt.toISOString(),
    changes: changesOf(one.originalId, [one])[0]?.changes ?? [],
  }));
}

/** What tells the changes of these products' revisions, as `revisionSteps` does. */
async function stepsOf(ids: readonly number[]) {
  const { originalId, number, rows } = resultRevisions;
  const found = await db()
    .select({ originalId, number, rows })
    .from(resultRevisions)
    .where(inArray(originalId, [0, ...ids]));
  const eaten = await eatenOfTests(db(), ids);
  return <One extends Pick<Revision, 'number'>>(id: number, revisions: readonly One[]) => {
    const own = found
      .filter((row) => row.originalId === id)
      .map((row) => [row.number, row.rows] as const);
    return revisionSteps(id, revisions, new Map(own), eaten.get(id));
  };
}

/** What one correction made of a product's results, and why; undefined where there is none. */
export async function findCorrection(originalId: number, number: number) {
  const { number: at, rows, reason } = resultRevisions;
  const found = await db()
    .select({ at, rows, reason })
    .from(resultRevisions)
    .where(and(eq(resultRevisions.originalId, originalId), inArray(at, [number - 1, number])));
  const [before, after] = [number - 1, number].map((own) => found.find((row) => row.at === own));
  if (!before || !after || after.reason === null) return undefined;
  const change = compareProduct(
    revisionProduct(originalId, before.at, before.rows),
    revisionProduct(originalId, after.at, after.rows),
    (await eatenOfTests(db(), [originalId])).get(originalId),
  );
  return { reason: after.reason, change };
}

/** The latest publications of tested products' results, at most `limit`, newest first. */
export async function latestRevisions(limit: number) {
  const { originalId, number, publishedAt } = resultRevisions;
  return publications().orderBy(desc(publishedAt), asc(originalId), desc(number)).limit(limit);
}

/** Publications of results; `number` is from 1, and what is past it corrects the one before, with its reason. */
function publications() {
  const { originalId, number, reason, publishedAt } = resultRevisions;
  const { name, panel, productId } = testedProducts;
  const round = sql<number>`coalesce(${products.round}, 1)`;
  return db()
    .select({ originalId, number, reason, publishedAt, name, panel, round })
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, originalId))
    .leftJoin(products, eq(products.id, productId));
}

export type PublishedRevision = Awaited<ReturnType<typeof latestRevisions>>[number];

/** What stands around a product's figures, on its report and on every earlier revision of it. */
export async function reportBackground(report: ReportBase, shown: number) {
  const { revisions, funded_product_id: code, risk } = report;
  const [changesOf, funded, seal] = await Promise.all([
    stepsOf(revisions.length > 1 ? [risk.product_id] : []),
    code === null ? null : findProduct(code),
    sealOf(risk.product_id, shown),
  ]);
  return {
    baseUrl: siteUrl(),
    /** The number of the revision that the page shows. */
    shown,
    /** Where these results are sealed; null of what is sealed nowhere. */
    seal,
    /** Every publication, the latest first. */
    history: changesOf(risk.product_id, revisions),
    /** How many people funded it; null where it was not funded here. */
    contributors: funded?.contributor_count ?? null,
    /** Not where what was funded was taken off the list since. */
    isFollowable: code === null || funded?.removed_reason === null,
  };
}

export type ReportBackground = Awaited<ReturnType<typeof reportBackground>>;
