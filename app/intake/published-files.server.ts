import { setImmediate } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { batchesOf } from '#app/kit/batches.ts';
import { ledTsv } from '#app/kit/csv.ts';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { type Tx, snapshot } from '#app/database/db.server.ts';
import { figureColumns, figurePopulations, figureRow } from '#app/results/figures/figures.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { inOrder } from '#app/results/samples/in-order.ts';
import { samplesText } from '#app/results/samples/samples-text.ts';
import { testedProducts } from '#db/schema.ts';
import { loadPublished } from './load-published.server.ts';

export const PUBLISHED_FILES = ['samples', 'figures'] as const;
type PublishedFile = (typeof PUBLISHED_FILES)[number];

/** Products read, or samples worked out, before others get their turn. */
const AT_ONCE = 50;
const CACHE_SECONDS = 86_400;

/**
 * Every published sample of plastics as a samples file, or every figure that follows from them, as `openassay
 * figures` prints them of that file; tab-separated. Made once for each publication, and kept whole:
 * a percentile ranks a sample among all, so nothing can be sent before everything was read, and the
 * 236 products of the dataset come to 0.7 MB for both.
 */
export async function publishedFile(name: PublishedFile): Promise<string> {
  return cached(`${name} ${await contentVersion()}`, CACHE_SECONDS, async () =>
    snapshot(async (tx) => {
      const samples = await allSamples(tx);
      return ledTsv(name === 'samples' ? samplesText(samples) : await figures(samples));
    }),
  );
}

async function allSamples(tx: Tx): Promise<Sample[]> {
  const { originalId, panel } = testedProducts;
  const rows = await tx
    .select({ originalId })
    .from(testedProducts)
    .where(eq(panel, 'plastics'))
    .orderBy(asc(originalId));
  const samples: Sample[] = [];
  for (const some of batchesOf(rows, AT_ONCE)) {
    const ids = some.map((row) => row.originalId);
    const published = await loadPublished(tx, ids);
    for (const { product } of published.values()) samples.push(...product.samples);
  }
  return inOrder(samples);
}

async function figures(samples: readonly Sample[]): Promise<string> {
  const populations = figurePopulations(samples);
  const lines = [figureColumns.join('\t')];
  for (const some of batchesOf(samples, AT_ONCE)) {
    for (const sample of some) lines.push(figureRow(sample, populations).join('\t'));
    await setImmediate();
  }
  return `${lines.join('\n')}\n`;
}
