import { listed } from '#app/kit/text.ts';
import { chemicalOf, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { levelCutOffs, riskLevel } from '#app/toxicology/risk-level.ts';
import { NO_LIMIT_SET } from './messages.ts';
import { formatPercent } from './percent-text.ts';
import type { ChemicalShare, ReportTile } from './report-cards.ts';

/** The levels in one sentence; the figures are those they are worked out by. */
export const LEVEL_GUIDE = `Low is below ${levelCutOffs.mediumFromPercent}% of the tolerable daily intake (TDI), Medium from ${levelCutOffs.mediumFromPercent}%, High from ${levelCutOffs.highFromPercent}%.`;

/** What the percent of a tile could be, from its bounds; null where there is no percent. */
export function rangeText({ percent, percentStatus }: ReportTile): string | null {
  if (!percent || percentStatus !== 'ok') return null;
  const [lower, upper] = [formatPercent(percent.lower), formatPercent(percent.upper)];
  if (percent.upperOpen) return `At least ${lower}; the upper bound is not known`;
  if (percent.lower === percent.upper) return 'Every amount that counts was measured';
  if (lower === upper) return `${lower} from lower to upper bound`;
  return `Between ${lower} and ${upper}`;
}

/** Why a tile has no percent, or what its percent does not say; null where it speaks for itself. */
export function caveatText(tile: ReportTile): string | null {
  if (tile.percentStatus === 'no_results') return 'There are no test results.';
  if (tile.percentStatus === 'no_limit_set') {
    return 'The EPA has set no limit for these chemicals together, only for some of them alone.';
  }
  if (tile.percentStatus === 'serving_unknown') {
    return 'The serving size is not known, so there is no percentage.';
  }
  if (tile.isNotRated) {
    const held = formatPercent(tile.percent?.estimate ?? 0);
    return `Not rated: see the update above. One serving of these samples held ${held} of the TDI.`;
  }
  if (tile.percent?.estimate === 0) return nothingFoundText(tile);
  return null;
}

function nothingFoundText(tile: ReportTile): string {
  const beside = foundBeside(tile);
  if (beside.length === 0) return 'Not detected, which does not mean that nothing is there.';
  const names = listed(beside.map((key) => chemicalOf(key).abbreviation));
  return `Nothing that counts toward the limit was detected, which does not mean that nothing is there. ${names} ${beside.length > 1 ? 'were' : 'was'} found.`;
}

/** The chemicals of a tile that were found: where its estimate is zero, those that don't count. */
export function foundBeside({ shares }: ReportTile): ChemicalKey[] {
  return shares.filter(({ meanNgG }) => meanNgG.lower > 0).map(({ chemical }) => chemical);
}

/**
 * Says in plain words that this test could not see the limit, where what it could not measure may
 * reach it, or may raise the level; null where it could.
 */
export function blindSpotText({
  percent,
  isNotRated,
  untested,
  aboveRange,
  ...tile
}: ReportTile): string | null {
  if (!percent || isNotRated || !tile.couldNotSeeLimit) return null;
  const missing = listed(untested.map((key) => chemicalOf(key).abbreviation));
  const begin = tile.upperReachesLimit
    ? 'This test could not see the limit'
    : 'This test could not rule out a higher level';
  if (missing) return `${begin}: ${missing} ${untested.length > 1 ? 'were' : 'was'} not tested.`;
  if (aboveRange.length > 0) return `${begin}: there was ${moreThanMeasurable(aboveRange)}.`;
  if (percent.upperOpen) return `${begin}: some amounts lay outside the range that it can measure.`;
  const reach = tile.upperReachesLimit
    ? `add up to ${formatPercent(percent.upper)} of it`
    : `raise it to ${riskLevel(percent.upper)}`;
  return `${begin}: amounts too small for it to measure could ${reach}.`;
}

/** Says that there was more than could be measured, where that hides no limit; else null. */
export function aboveRangeText(tile: ReportTile): string | null {
  const { aboveRange, couldNotSeeLimit, isNotRated } = tile;
  if (aboveRange.length === 0 || (couldNotSeeLimit && !isNotRated)) return null;
  return `There was ${moreThanMeasurable(aboveRange)}: the true figure is higher.`;
}

function moreThanMeasurable(aboveRange: readonly ChemicalKey[]): string {
  return `more ${listed(aboveRange.map((key) => chemicalOf(key).abbreviation))} than the laboratory could measure`;
}

/** What one chemical alone comes to: `3.2%, at most 4.1%`, `≥ 120%` or `no limit set`. */
export function shareText({ percent, percentStatus }: ChemicalShare): string {
  if (percentStatus === 'no_limit_set') return NO_LIMIT_SET;
  if (!percent) return 'no percentage';
  if (percent.upperOpen) return `≥ ${formatPercent(percent.lower)}`;
  const [estimate, upper] = [formatPercent(percent.estimate), formatPercent(percent.upper)];
  return estimate === upper ? estimate : `${estimate}, at most ${upper}`;
}

/**
 * What stands beside a level in the list where the test could not see the limit: a low figure must
 * not read as a clean one. `upperPercent` is null where there is no upper bound.
 */
export function unseenText(upperPercent: number | null): string {
  return upperPercent === null ? 'or more: not seen' : `or up to ${formatPercent(upperPercent)}`;
}
