import { createHash } from 'node:crypto';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { saysTheSame } from '#app/intake/lab-file/read-result.ts';
import type { WrittenResult } from '#app/intake/lab-file/read-lab-file.ts';
import type { TypedCell } from './result-upload.ts';

/** Results that are typed again from the laboratory's paper before they are published. */
const CELLS_TYPED = 5;

/**
 * Results of a file to be typed again, chosen by chance once for each upload: a slip in carrying
 * figures from paper into a file shows nowhere else.
 */
export function cellsToType(
  uploadId: string,
  written: readonly WrittenResult[],
): (TypedCell & { text: string })[] {
  const chance = ({ sample, key }: WrittenResult) =>
    createHash('sha256').update(`${uploadId} ${sample} ${key}`).digest('hex');
  return written
    .toSorted((a, b) => (chance(a) < chance(b) ? -1 : 1))
    .slice(0, CELLS_TYPED)
    .map(({ sample, key, text, unit }) => ({
      name: `typed-${key}-${sample}`,
      label: `${chemicalOf(key).abbreviation} of ${sample}, in ${unit}`,
      text,
    }));
}

/** The labels of those that were typed otherwise than the file has them, or not at all. */
export function wronglyTyped(
  uploadId: string,
  written: readonly WrittenResult[],
  typed: ReadonlyMap<string, string>,
): string[] {
  return cellsToType(uploadId, written)
    .filter(({ name, text }) => !saysTheSame(typed.get(name) ?? '', text))
    .map(({ label }) => label);
}
