import type { Measurements } from '#app/toxicology/panels/panels.ts';
import { inOrder } from './in-order.ts';
import type { Sample } from './sample-row.ts';

/** A tested product as its samples describe it. */
export type FileProduct = ReturnType<typeof productOf>;

/** Those whose results count; the others say in `not_used` why theirs don't. */
export function usedSamples(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ provenance }) => provenance.not_used.trim() === '');
}

/** What was measured in them. */
export function measurementsOf({ samples }: Pick<FileProduct, 'samples'>): Measurements[] {
  return usedSamples(samples).map(({ measurements }) => measurements);
}

/** The products of a file, by number; the file's samples of one agree on its name and serving. */
export function productsOf(samples: readonly Sample[]): FileProduct[] {
  return [...Map.groupBy(samples, (sample) => sample.productId)]
    .map(([originalId, own]) => productOf(originalId, inOrder(own)))
    .toSorted((a, b) => a.originalId - b.originalId);
}

function productOf(originalId: number, samples: Sample[]) {
  const notes = new Set(samples.flatMap((sample) => sample.collectionNotes ?? []));
  return {
    originalId,
    name: samples[0]?.product ?? '',
    /** Every tag of a sample, once. */
    tags: [...new Set(samples.flatMap((sample) => sample.tags))],
    /** Grams; null where unknown. */
    servingSizeG: samples[0]?.servingG ?? null,
    /** What was noted when the samples were collected, each note once, one a line. */
    collectionNotes: notes.size > 0 ? [...notes].join('\n') : null,
    /** At least one, by id; also those that are not used. */
    samples,
  };
}
