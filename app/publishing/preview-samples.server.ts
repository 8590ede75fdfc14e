import { db } from '#app/platform/database/db.server.ts';
import type { ImportRefusal } from './import-samples.server.ts';
import { whyNotPublishable, type Unpublishable } from './mark-published.server.ts';
import { planPublication } from './plan-publication.server.ts';
import { isFundable } from '#app/results/samples/file-products.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

type Preview =
  | {
      readonly ok: true;
      readonly samples: number;
      /** One for each product of the file, unchanged ones included, in the order of the numbers. */
      readonly changes: readonly ProductChange[];
      /** To publish exactly this: see `Intake.previewed`. */
      readonly fingerprint: string;
      /** The funded products whose results can't be published yet. */
      readonly unpublishable: readonly { productId: number; because: Unpublishable }[];
    }
  | Extract<ImportRefusal, { why: 'file' }>;

/** What publishing a file would change, from one snapshot, and what would refuse it; nothing is written. */
export async function previewSamples(text: string, about?: number): Promise<Preview> {
  const parsed = parseSamplesFile(text, about);
  if (!parsed.ok) return { ...parsed, why: 'file' };
  const plan = await db().transaction((tx) => planPublication(tx, parsed.samples, about), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  if (!plan.ok) return { ...plan, why: 'file' };
  const { changes, fingerprint } = plan;
  const unpublishable: { productId: number; because: Unpublishable }[] = [];
  const changed = changes.filter(({ revision }) => revision !== null);
  for (const { originalId: productId, sampleCount } of changed) {
    if (!isFundable(productId)) continue;
    const because = await whyNotPublishable(productId, sampleCount);
    if (because) unpublishable.push({ productId, because });
  }
  return { ok: true, samples: parsed.samples.length, changes, fingerprint, unpublishable };
}
