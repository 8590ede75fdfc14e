import { and, eq, inArray } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import * as store from './store.server.ts';

/** The samples of one `[TEST]` product: copies of published ones, under ids of their own. */
export interface DemoSamples {
  productId: number;
  /** Before each id, as ids are unique. */
  prefix: string;
  /** The ids of the published samples. */
  of: readonly string[];
}

/**
 * Adds the samples of `[TEST]` products that are not there yet, notes and all; resolves to how many
 * were new. `readFile` gives the samples file to copy from and is asked only where one is missing;
 * throws where the file does not hold it.
 */
export async function addDemoSamples(
  tx: Tx,
  demos: readonly DemoSamples[],
  readFile: () => string,
): Promise<number> {
  if ((await missing(tx, demos)).length === 0) return 0;
  await store.takePublishingTurn(tx);
  const wanted = await missing(tx, demos); // another process may have been first
  if (wanted.length === 0) return 0;
  const published = new Map(samplesOf(readFile()).map((sample) => [sample.id, sample]));
  const copies = wanted.map(({ id, productId, of }): Sample => {
    const sample = present(published.get(of), `sample ${of}`);
    return { ...sample, id, productId, collectionNotes: notesOf(sample) };
  });
  await store.writeChemicals(tx);
  await store.writeSamples(tx, copies, ({ productId }) => ({ productId }));
  return copies.length;
}

/** A real product that came by the code of a `[TEST]` product gets none. */
async function missing(tx: Tx, demos: readonly DemoSamples[]) {
  const codes = demos.map((demo) => demo.productId);
  const isDemo = and(eq(products.isDemo, true), inArray(products.id, codes));
  const rows = await tx.select({ id: products.id }).from(products).where(isDemo);
  const there = new Set(rows.map((row) => row.id));
  const all = demos
    .filter((demo) => there.has(demo.productId))
    .flatMap(({ productId, prefix, of }) =>
      of.map((sample) => ({ id: `${prefix}${sample}`, productId, of: sample })),
    );
  const ids = all.map((sample) => sample.id);
  const stored = await store.storedSamples(tx, ids);
  const known = new Set(stored.map((row) => row.sampleId));
  return all.filter((sample) => !known.has(sample.id));
}

function samplesOf(text: string): readonly Sample[] {
  const file = parseSamplesFile(text);
  if (file.ok) return file.samples;
  const [{ line, reason }] = file.problems;
  throw new Error(`line ${line}: ${reason}`);
}

/** Whose sample it is, and what was noted when it was collected. */
function notesOf({ product, collectionNotes }: Sample): string {
  return `PlasticList: ${product}${collectionNotes ? `. ${collectionNotes}` : ''}`;
}
