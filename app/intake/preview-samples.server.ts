import { whyNotPublishable, type Unpublishable } from './mark-published.server.ts';
import { planPublication } from './plan-publication.server.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { panelOfTest } from '#app/catalogue/panel-of-test.server.ts';
import { countTold } from './tell-change.server.ts';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { snapshot } from '#app/database/db.server.ts';

/** What publishing a file would change, from one snapshot, and what would refuse it; nothing is written. */
export async function previewSamples(text: string, about?: number) {
  const reading = readLabFile(text, about, await panelOfTest(about));
  if (!reading.ok) return { ...reading, why: 'file' as const };
  /** How many people would be emailed, by product; only where there are any. */
  const told = new Map<number, number>();
  const plan = await snapshot(async (tx) => {
    const planned = await planPublication(tx, reading, about);
    for (const change of planned.ok ? planned.changes : []) {
      const people = await countTold(tx, change);
      if (people > 0) told.set(change.originalId, people);
    }
    return planned;
  });
  if (!plan.ok) return { ...plan, why: 'file' as const };
  /** The funded products whose results can't be published yet. */
  const unpublishable: { productId: number; because: Unpublishable }[] = [];
  const changed = plan.changes.filter(({ revision }) => revision !== null);
  for (const { originalId: productId, sampleCount } of changed) {
    if (!isFundable(productId)) continue;
    const because = await whyNotPublishable(productId, sampleCount);
    if (because) unpublishable.push({ productId, because });
  }
  const { controls, written } = reading;
  return { ...plan, samples: reading.samples.length, controls, written, told, unpublishable };
}
