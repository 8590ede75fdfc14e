import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { searchable } from '#app/kit/text.ts';
import { present } from '#app/kit/assert.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { imports, testedProducts } from '#db/schema.ts';
import { loadSamples, type StoredSample } from './load-samples.server.ts';
import { riskColumns } from './risk-columns.ts';
import { parseSamplesFile, type Problem } from './samples-file.ts';
import type { Sample } from './sample-row.ts';
import * as store from './store.server.ts';

export type ImportResult =
  | {
      readonly ok: true;
      /** Samples and tested products that the file speaks of. */
      readonly samples: number;
      readonly products: number;
      /** Everything was there already, letter by letter. */
      readonly unchanged: boolean;
    }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/** Samples written in one go, and between two reports of progress. */
const BATCH_SAMPLES = 150;

/**
 * Takes in a file of samples in PlasticList's format: chemicals, tested products with their risk
 * row, samples and measurements, in one transaction. What is there already is changed where it
 * differs, so the same file can be taken in again; what a file does not mention stays. A file with
 * any problem is refused whole. Two imports at once wait for each other.
 *
 * `onProgress` hears how many samples of how many are written.
 */
export async function importSamples(
  text: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportResult> {
  const parsed = parseSamplesFile(text);
  if (!parsed.ok) return parsed;
  const { samples } = parsed;
  return db().transaction(async (tx) => {
    // A second import may wait for a first one on a slow machine.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import samples', 0))`);
    const [claim, ...claims] = await claimsOfOthers(tx, samples);
    if (claim) return { ok: false, problems: [claim, ...claims] };

    const products = productsOf(samples);
    let changed = await store.writeChemicals(tx);
    await store.addMissingTestedProducts(tx, products.map(unrated));
    const moved: number[] = [];
    for (let at = 0; at < samples.length; at += BATCH_SAMPLES) {
      const batch = samples.slice(at, at + BATCH_SAMPLES);
      moved.push(...(await formerProducts(tx, batch)));
      changed += await writeBatch(tx, batch);
      onProgress(at + batch.length, samples.length);
    }
    changed += await rateProducts(tx, products, moved);
    await rememberFile(tx, text, samples.length);
    return {
      ok: true,
      samples: samples.length,
      products: products.length,
      unchanged: changed === 0,
    };
  });
}

/** Whether any tested product is there: a start then has nothing to import. */
export async function hasTestedProducts(): Promise<boolean> {
  const [row] = await db().select({ id: testedProducts.originalId }).from(testedProducts).limit(1);
  return row !== undefined;
}

/** What a file says of a product, drawn from all of its samples in the file. */
interface FileProduct {
  originalId: number;
  name: string;
  tags: string[];
  servingSizeG: number | null;
}

function productsOf(samples: readonly Sample[]): FileProduct[] {
  const byId = new Map<number, FileProduct>();
  for (const { productId, product, tags, servingG } of samples) {
    const found = byId.get(productId);
    if (found) found.tags.push(...tags.filter((tag) => !found.tags.includes(tag)));
    else {
      byId.set(productId, {
        originalId: productId,
        name: product,
        tags: [...new Set(tags)],
        servingSizeG: servingG,
      });
    }
  }
  return [...byId.values()];
}

/** Samples of products that were funded here are not a file's to change. */
async function claimsOfOthers(tx: Tx, samples: readonly Sample[]): Promise<Problem[]> {
  const found = await store.storedSamples(
    tx,
    samples.map((sample) => sample.id),
  );
  const funded = new Set(
    found.filter((row) => row.testedProductId === null).map((r) => r.sampleId),
  );
  return samples
    .filter((sample) => funded.has(sample.id))
    .map(({ line, id }) => ({ line, reason: `the sample "${id}" belongs to a funded product` }));
}

/** Products that lose a sample of the batch to another one and have to be rated anew. */
async function formerProducts(tx: Tx, batch: readonly Sample[]): Promise<number[]> {
  const found = await store.storedSamples(
    tx,
    batch.map((sample) => sample.id),
  );
  return found.flatMap(({ testedProductId }) => testedProductId ?? []);
}

async function writeBatch(tx: Tx, batch: readonly Sample[]): Promise<number> {
  const changed = await store.writeSamples(
    tx,
    batch.map((sample) => ({
      sampleId: sample.id,
      testedProductId: sample.productId,
      lot: sample.lotNo,
      notes: sample.collectionNotes,
      provenance: written(sample.provenance),
    })),
  );
  const found = await store.storedSamples(
    tx,
    batch.map((sample) => sample.id),
  );
  const rowIds = new Map(found.map((row) => [row.sampleId, row.id]));
  const measurements = batch.flatMap((sample) =>
    Object.entries(sample.measurements).map(
      ([chemicalKey, { reported, status, valueNgG, loqNgG }]) => ({
        labSampleId: present(rowIds.get(sample.id), `sample ${sample.id}`),
        chemicalKey,
        reported,
        status,
        valueNgG: valueNgG ?? loqNgG,
      }),
    ),
  );
  return changed + (await store.writeMeasurements(tx, measurements));
}

/** The cells that hold something. */
function written(provenance: Sample['provenance']): Record<string, string> {
  return Object.fromEntries(Object.entries(provenance).filter(([, cell]) => cell.trim() !== ''));
}

/** Rates what the file touched by all stored samples, those of earlier files included. */
async function rateProducts(tx: Tx, products: FileProduct[], moved: number[]): Promise<number> {
  const ids = [...new Set([...products.map((product) => product.originalId), ...moved])];
  const said = new Map(products.map((product) => [product.originalId, product]));
  const stored = await tx
    .select()
    .from(testedProducts)
    .where(inArray(testedProducts.originalId, ids));
  const samples = Map.groupBy(await loadSamples(tx, ids), (sample) => sample.testedProductId);
  const rows = stored.map((row) => {
    const { originalId, name, tags, servingSizeG } = said.get(row.originalId) ?? row;
    const own = samples.get(originalId) ?? [];
    return {
      originalId,
      name,
      tags,
      servingSizeG,
      collectionNotes: notesOf(own),
      searchText: searchable(name),
      ...riskColumns(
        originalId,
        servingSizeG,
        own.map((sample) => sample.measurements),
      ),
    };
  });
  return store.writeTestedProducts(tx, rows);
}

/** What was noted when the samples were collected, each note once, one a line. */
function notesOf(samples: readonly StoredSample[]): string | null {
  const notes = new Set(samples.flatMap((sample) => sample.notes ?? []));
  return notes.size > 0 ? [...notes].join('\n') : null;
}

function unrated(product: FileProduct): store.TestedProductRow {
  return {
    ...product,
    searchText: searchable(product.name),
    phthalatesRisk: 'None',
    bisphenolsRisk: 'None',
    substitutesRisk: 'None',
  };
}

async function rememberFile(tx: Tx, text: string, rowCount: number): Promise<void> {
  const fileSha256 = createHash('sha256').update(text).digest('hex');
  await tx.insert(imports).values({ kind: 'samples', fileSha256, rowCount }).onConflictDoNothing();
}
