import { writeServing } from '#app/catalogue/testing-status.server.ts';
import { lockTestable, whyNotTestable } from '#app/funding/begin-testing.server.ts';
import { markTested } from '#app/funding/publish-tested.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { isFundable } from '#app/results/samples/file-products.ts';
import {
  importSamples,
  type ImportResult,
  type Intake,
  type ImportRefusal,
  type Unpublishable,
} from './import-samples.server.ts';
import { previewSamples, type Preview } from './preview-samples.server.ts';
import { findTestedServing } from '#app/results/tested-report.server.ts';
import { publishSamples, whyNotPublished } from '#app/testing/publish-samples.server.ts';

/** A file as an administrator gives it. */
export type ResultsFile = Omit<Intake, 'whenPublished'>;

export type Publication =
  | (Extract<ImportResult, { ok: true }> & {
      /** The funded products whose first results these are, and whose people are told. */
      readonly told: readonly number[];
    })
  | ImportRefusal;

/**
 * Publishes a laboratory's file. A funded product with new results in it joins the tested list, stands
 * as tested, its checked samples stand as published, its page states the serving of its results, and
 * its followers and contributors are told, once, all in one transaction; what refuses one product
 * refuses the file.
 */
export async function publishResults(text: string, file: ResultsFile = {}): Promise<Publication> {
  const told: number[] = [];
  const result = await importSamples(text, {
    ...file,
    async whenPublished(tx, productId, sampleCount) {
      const marked = await markTested(tx, productId);
      if (!marked.ok) return marked.why;
      // A correction waits for no further sample.
      if (marked.isFirst) {
        const why = await whyNotPublished(tx, productId, sampleCount);
        if (why) return why;
      }
      await publishSamples(tx, productId, sampleCount);
      const { servingG = null } = (await findTestedServing(productId, tx)) ?? {};
      if (servingG !== null) await writeServing(tx, productId, servingG);
      if (marked.isFirst) told.push(productId);
      return undefined;
    },
  });
  return result.ok ? { ...result, told } : result;
}

type ResultsPreview =
  | (Extract<Preview, { ok: true }> & {
      /** The funded products whose results can't be published yet. */
      readonly unpublishable: readonly { productId: number; because: Unpublishable }[];
    })
  | Extract<Preview, { ok: false }>;

/** What publishing a file would change, and what would refuse it; nothing is written. */
export async function previewResults(text: string, about?: number): Promise<ResultsPreview> {
  const preview = await previewSamples(text, about);
  if (!preview.ok) return preview;
  const unpublishable: { productId: number; because: Unpublishable }[] = [];
  const changed = preview.changes.filter(({ revision }) => revision !== null);
  for (const { originalId: productId, sampleCount } of changed) {
    if (!isFundable(productId)) continue;
    const because = await whyNotPublishable(productId, sampleCount);
    if (because) unpublishable.push({ productId, because });
  }
  return { ...preview, unpublishable };
}

/** What would keep a product from being marked tested now. */
async function whyNotPublishable(
  productId: number,
  sampleCount: number,
): Promise<Unpublishable | undefined> {
  return db().transaction(async (tx) => {
    const product = await lockTestable(tx, productId);
    const why = product?.testingBegunAt ? undefined : await whyNotTestable(tx, product);
    if (why || product?.testingStatus === 'Tested') return why;
    return whyNotPublished(tx, productId, sampleCount);
  });
}
