import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import * as store from './store.server.ts';

/** Whose a sample is: exactly one of the two. */
type Owner = Pick<store.LabSampleRow, 'testedProductId' | 'productId'>;

/**
 * Makes these samples and all their measurements those given; the chemicals have to be there.
 * Resolves to the number of rows that changed.
 */
export async function writeSamplesOf(
  tx: Tx,
  samples: readonly Sample[],
  ownerOf: (sample: Sample) => Owner,
): Promise<number> {
  const changed = await store.writeSamples(
    tx,
    samples.map((sample) => ({
      sampleId: sample.id,
      ...ownerOf(sample),
      lot: sample.lotNo,
      notes: sample.collectionNotes,
      provenance: written(sample.provenance),
    })),
  );
  const ids = samples.map((sample) => sample.id);
  const found = await store.storedSamples(tx, ids);
  const rowIds = new Map(found.map((row) => [row.sampleId, row.id]));
  const measurements = samples.flatMap((sample) =>
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
