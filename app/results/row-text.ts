import type { Family } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from './tested-schema.ts';
import { formatPercent } from './percent-text.ts';

/**
 * A best estimate as the list states it: `≥` where all of it was measured and how much more there is
 * is not known.
 */
export function estimateText(
  percent: number,
  lowerPercent: number | null,
  upperPercent: number | null,
): string {
  const isLeast = upperPercent === null && percent > 0 && lowerPercent === percent;
  return `${isLeast ? '≥ ' : ''}${formatPercent(percent)}`;
}

/** The bounds of an estimate in few characters: `0–12%`, `< 0.01%`, `from 120%`. */
export function boundsText(lowerPercent: number, upperPercent: number | null): string {
  const lower = formatPercent(lowerPercent);
  if (upperPercent === null) return `from ${lower}`;
  const upper = formatPercent(upperPercent);
  const isBelowSmallest = upperPercent > 0 && upper.startsWith('<');
  return isBelowSmallest ? upper : `${lower.replace(/%$/, '')}–${upper}`;
}

/** Whether a percent that keeps the limit may pass it by what could not be measured. */
export function isLimitInReach(percent: number | null, upperPercent: number | null): boolean {
  return (percent ?? 0) < 100 && (upperPercent === null || upperPercent >= 100);
}

/** What a low figure in the list must not hide, in words; nothing where it hides nothing. */
export function rowWarnings(row: RiskLevelRow, family: Family): string[] {
  const warnings: string[] = [];
  if (row[`${family}_limit_unseen`]) {
    const isInReach = isLimitInReach(row[`${family}_tdi_percent`], row[`${family}_upper_percent`]);
    warnings.push(isInReach ? 'could not see the limit' : 'could be a higher level');
  }
  if (row[`${family}_samples_disagree`]) warnings.push('samples disagree');
  if (row[`${family}_above_range`]) warnings.push('more than measurable');
  return warnings;
}
