import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { families, type Family } from '#app/toxicology/families.ts';

/**
 * One tested product as the list states it (spec §3 "Risk list row"): one serving a day for a child
 * of 14 kg, held against the EFSA limits. A percent is null where the level is N/A.
 */
export interface RiskLevelRow {
  /** PlasticList's product number. */
  product_id: number;
  /** The same, zero-padded to four digits. */
  padded_id: string;
  name: string;
  /** Address of its photo; null where there is none. */
  image_url: string | null;
  phthalates_risk: RiskLevel;
  bisphenols_risk: RiskLevel;
  substitutes_risk: RiskLevel;
  phthalates_tdi_percent: number | null;
  bisphenols_tdi_percent: number | null;
  substitutes_tdi_percent: number | null;
  /** What the percent is at least: what was not found counts nothing. */
  phthalates_lower_percent: number | null;
  bisphenols_lower_percent: number | null;
  substitutes_lower_percent: number | null;
  /** What the percent could be at most; null where there is no upper bound. */
  phthalates_upper_percent: number | null;
  bisphenols_upper_percent: number | null;
  substitutes_upper_percent: number | null;
  /** Whether the test could not see a limit that its best estimate keeps. */
  phthalates_limit_unseen: boolean;
  bisphenols_limit_unseen: boolean;
  substitutes_limit_unseen: boolean;
  /** Whether its samples, each taken alone, are of different levels. */
  phthalates_samples_disagree: boolean;
  bisphenols_samples_disagree: boolean;
  substitutes_samples_disagree: boolean;
  /** Whether a sample held more than the laboratory could measure. */
  phthalates_above_range: boolean;
  bisphenols_above_range: boolean;
  substitutes_above_range: boolean;
  /** What it is compared within, as a tag says it: `burgers`; null where no tag says what it is. */
  category: string | null;
  /** It is no food: a serving a day says what it holds, not what anybody takes in. */
  not_food: boolean;
}

/** What the list can be sorted by. */
export type RiskSort = `${Family}_tdi_percent`;
export const RISK_SORTS = families.map(({ key }) => `${key}_tdi_percent` as const);

/** Tested products a page, and all that the list ever shows (spec §9). */
export const RISK_PAGE_SIZE = 25;
export const RISK_CAP = 300;

/** The product number of `93` or `0093`; undefined where a text can't be one. */
export function originalIdOf(text: string): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id > 0 ? id : undefined;
}
