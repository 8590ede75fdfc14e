import { groups, type Group } from '#app/catalogue/groups.ts';
import { panels, type PanelKey } from '#app/toxicology/panels/panels.ts';

const OF_GROUP = 'closest:';

/**
 * What a gift without products is for: the project, or whatever is closest to its goal: of all plastics
 * tests, of those of a group of the list, or of another panel's.
 */
export type GiftPurpose = 'project' | 'closest' | `${typeof OF_GROUP}${string}`;

/** The groups that a gift may be for, by their purposes. */
export const groupPurposes: ReadonlyMap<string, Group> = new Map(
  groups.filter(({ categories }) => categories.length > 0).map((one) => [OF_GROUP + one.key, one]),
);

/** The panels beside plastics that a gift may be for, by their purposes. */
export const panelPurposes: ReadonlyMap<string, { key: PanelKey; name: string }> = new Map(
  panels.slice(1).map((panel) => [`${OF_GROUP}panel:${panel.key}`, panel]),
);

/**
 * A purpose as it is stored, here and in Stripe's metadata; whatever is none is the project, but for the
 * number of a pool, which an earlier version had: it went to what was closest.
 */
export function storedPurpose(text: string | null | undefined): GiftPurpose {
  return readPurpose(text ?? '') ?? (/^\d+$/.test(text ?? '') ? 'closest' : 'project');
}

/** A purpose as somebody chose it; undefined where it is none. */
export function readPurpose(text: string): GiftPurpose | undefined {
  if (text === 'project' || text === 'closest') return text;
  return groupPurposes.has(text) || panelPurposes.has(text) ? (text as GiftPurpose) : undefined;
}
