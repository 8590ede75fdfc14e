import { mostOf, type Bounds } from './bounds.ts';

/** `None`: no test results. `N/A`: results that can't or shouldn't be rated. */
export type RiskLevel = 'High' | 'Medium' | 'Low' | 'None' | 'N/A';

/**
 * Percent of the limit from which a level begins. The 5.0 percent that the old
 * methodology text mentions is not used.
 */
export const levelCutOffs = { mediumFromPercent: 2.5, highFromPercent: 7.5 } as const;

/** The level that a percent may have at most: another than its estimate’s where nobody can tell. */
export function highestLevel(percent: Bounds): 'High' | 'Medium' | 'Low' {
  return riskLevel(mostOf(percent));
}

/** Low < 2.5 ≤ Medium < 7.5 ≤ High; `percent` is at least 0 and may be infinite. */
export function riskLevel(percent: number): 'High' | 'Medium' | 'Low' {
  if (percent >= levelCutOffs.highFromPercent) return 'High';
  if (percent >= levelCutOffs.mediumFromPercent) return 'Medium';
  return 'Low';
}
