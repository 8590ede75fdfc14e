import { groups, type Group } from '#app/catalogue/groups.ts';
import { isPool } from '#app/catalogue/pool.ts';

const OF_GROUP = 'closest:';

/**
 * What a gift without products is for: the project, whatever is closest to its goal, of all products or
 * of a group of the list, or a pool.
 */
export type GiftPurpose = 'project' | 'closest' | `${typeof OF_GROUP}${string}` | number;

/** The groups that a gift may be for, by their purposes. */
export const groupPurposes: ReadonlyMap<string, Group> = new Map(
  groups.filter(({ categories }) => categories.length > 0).map((one) => [OF_GROUP + one.key, one]),
);

/** A purpose as it is stored, here and in Stripe's metadata; whatever is none is the project. */
export function storedPurpose(text: string | null | undefined): GiftPurpose {
  return readPurpose(text ?? '') ?? 'project';
}

/** A purpose as somebody chose it; undefined where it is none. Whether a pool is there is not looked at. */
export function readPurpose(text: string): GiftPurpose | undefined {
  if (text === 'project' || text === 'closest') return text;
  if (groupPurposes.has(text)) return text as GiftPurpose;
  return /^\d{9,10}$/.test(text) && isPool(Number(text)) ? Number(text) : undefined;
}
