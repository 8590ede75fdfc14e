import { href } from 'react-router';
import { families, type Family } from '#app/toxicology/families.ts';

/** What the list can be sorted by. */
export type RiskSort = `${Family}_tdi_percent`;
export const RISK_SORTS = families.map(({ key }) => `${key}_tdi_percent` as const);

/** As the API answers it. */
export const DEFAULT_SORT: RiskSort = 'phthalates_tdi_percent';

/** The family that a sort goes by. */
export function sortedFamily(sort: RiskSort): Family {
  return sort.replace('_tdi_percent', '') as Family;
}

/** Tested products a page, and all that the list ever shows. */
export const RISK_PAGE_SIZE = 25;
export const RISK_CAP = 300;

/** The product number of `93` or `0093`; undefined where a text can't be one. */
export function originalIdOf(text: string): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id > 0 ? id : undefined;
}

/** Where a product's report is, or what an earlier revision of it said. */
export function reportAddress(id: number, revision?: number): string {
  const originalId = String(id);
  if (revision === undefined) return href('/plasticlist/:originalId', { originalId });
  const number = String(revision);
  return href('/plasticlist/:originalId/revisions/:number', { originalId, number });
}
