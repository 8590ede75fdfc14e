import type { ImportRefusal } from './import-samples.server.ts';
import { whyNotPublishable, type Unpublishable } from './mark-published.server.ts';
import { planPublication } from './plan-publication.server.ts';
import type { FileProduct } from '#app/results/samples/file-products.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { countTold } from './tell-change.server.ts';
import { readLabFile, type WrittenResult } from '#app/intake/lab-file/read-lab-file.ts';
import type { Control } from '#app/results/answers/control.ts';
import { snapshot } from '#app/database/db.server.ts';

type Preview =
  | {
      readonly ok: true;
      readonly samples: number;
      /** What the file says of them, in the order of the numbers. */
      readonly products: readonly FileProduct[];
      /** One for each product of the file, unchanged ones included, in the order of the numbers. */
      readonly changes: readonly ProductChange[];
      /** To publish exactly this: see `Intake.previewed`. */
      readonly fingerprint: string;
      /** The funded products whose results can't be published yet. */
      readonly unpublishable: readonly { productId: number; because: Unpublishable }[];
      /** How many people would be emailed, by product; only where there are any. */
      readonly told: ReadonlyMap<number, number>;
      /** What a person has to confirm. */
      readonly doubts: readonly string[];
      readonly controls: readonly Control[];
      readonly written: readonly WrittenResult[];
    }
  | Extract<ImportRefusal, { why: 'file' }>;

/** What publishing a file would change, from one snapshot, and what would refuse it; nothing is written. */
export async function previewSamples(text: string, about?: number): Promise<Preview> {
  const reading = readLabFile(text, about);
  if (!reading.ok) return { ...reading, why: 'file' };
  const told = new Map<number, number>();
  const plan = await snapshot(async (tx) => {
    const planned = await planPublication(tx, reading, about);
    for (const change of planned.ok ? planned.changes : []) {
      const people = await countTold(tx, change);
      if (people > 0) told.set(change.originalId, people);
    }
    return planned;
  });
  if (!plan.ok) return { ...plan, why: 'file' };
  const { products, changes, fingerprint, doubts } = plan;
  const unpublishable: { productId: number; because: Unpublishable }[] = [];
  const changed = changes.filter(({ revision }) => revision !== null);
  for (const { originalId: productId, sampleCount } of changed) {
    if (!isFundable(productId)) continue;
    const because = await whyNotPublishable(productId, sampleCount);
    if (because) unpublishable.push({ productId, because });
  }
  const { controls, written } = reading;
  const shared = { told, doubts, controls, written };
  const samples = reading.samples.length;
  return { ok: true, samples, products, changes, fingerprint, unpublishable, ...shared };
}
