import { isPool } from '#app/catalogue/pool.ts';

/** What a monthly gift is for: the project, whatever lacks least to its next sample or goal, or a pool. */
export type GiftPurpose = 'project' | 'closest' | number;

/** A purpose as it is stored, here and in Stripe's metadata; whatever is none is the project. */
export function storedPurpose(text: string | null | undefined): GiftPurpose {
  return readPurpose(text ?? '') ?? 'project';
}

/** A purpose as somebody chose it; undefined where it is none. Whether a pool is there is not looked at. */
export function readPurpose(text: string): GiftPurpose | undefined {
  if (text === 'project' || text === 'closest') return text;
  return /^\d{9,10}$/.test(text) && isPool(Number(text)) ? Number(text) : undefined;
}
