import { listed } from '#app/kit/text.ts';
import type { BodyWeight } from '#app/toxicology/body-weights.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { limitFor, type Limit } from '#app/toxicology/limits.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import { groupOf } from '#app/toxicology/product-figures.ts';
import { levelCutOffs, riskLevel } from '#app/toxicology/risk-level.ts';
import { formatPercent } from './percent-text.ts';
import type { ReportTile } from './report-cards.ts';

/** The levels in one sentence; the figures are those they are worked out by. */
export const LEVEL_GUIDE = `Low is below ${levelCutOffs.mediumFromPercent} % of the tolerable daily intake (TDI), Medium from ${levelCutOffs.mediumFromPercent} %, High from ${levelCutOffs.highFromPercent} %.`;

/** What the percent of a tile could be, from its bounds; null where there is no percent. */
export function rangeText({ percent, percentStatus }: ReportTile): string | null {
  if (!percent || percentStatus !== 'ok') return null;
  const [lower, upper] = [formatPercent(percent.lower), formatPercent(percent.upper)];
  if (percent.upperOpen) return `At least ${lower}; how much at most is not known`;
  if (percent.lower === percent.upper) return 'Every amount that counts was measured';
  if (lower === upper) return `${lower} from its lower to its upper bound`;
  return `Between ${lower} and ${upper}`;
}

/** Why a tile has no percent, or what its percent does not say; null where it speaks for itself. */
export function caveatText(tile: ReportTile): string | null {
  if (tile.percentStatus === 'no_results') return 'There are no test results.';
  if (tile.percentStatus === 'serving_unknown') {
    return 'The serving size is not known, so there is no percent.';
  }
  if (tile.isNotRated) {
    const held = formatPercent(tile.percent?.estimate ?? 0);
    return `Not rated: see the update above. One serving of these samples held ${held} of the TDI.`;
  }
  if (tile.percent?.estimate === 0)
    return 'Nothing was found, which is not the same as nothing there.';
  return null;
}

/**
 * Says in plain words that this test could not see the limit, where what it could not measure may
 * reach it, or may raise the level; null where it could.
 */
export function blindSpotText({
  percent,
  isNotRated,
  untested,
  ...tile
}: ReportTile): string | null {
  if (!percent || isNotRated || !tile.couldNotSeeLimit) return null;
  const missing = listed(untested.map((key) => chemicalOf(key).abbreviation));
  const begin = tile.upperReachesLimit
    ? 'This test could not see the limit'
    : 'This test could not rule out a higher level';
  if (missing) return `${begin}: ${missing} ${untested.length > 1 ? 'were' : 'was'} not tested.`;
  if (percent.upperOpen) return `${begin}: some amounts lay outside the range that it can measure.`;
  const reach = tile.upperReachesLimit
    ? `add up to ${formatPercent(percent.upper)} of it`
    : `raise it to ${riskLevel(percent.upper)}`;
  return `${begin}: amounts too small for it to measure could ${reach}.`;
}

/**
 * What stands beside a level in the list where the test could not see the limit: a low figure must
 * not read as a clean one. `upperPercent` is null where there is no upper bound.
 */
export function unseenText(upperPercent: number | null): string {
  return upperPercent === null ? 'or more: not seen' : `or up to ${formatPercent(upperPercent)}`;
}

/** A best estimate as the list states it: `≥` where values above the range leave it open. */
export function estimateText(percent: number, upperPercent: number | null): string {
  return `${upperPercent === null ? '≥ ' : ''}${formatPercent(percent)}`;
}

export interface Working {
  /** What is summed, such as `DEHP + 5 × DBP`. */
  sum: string;
  sentence: string;
  limit: Limit;
}

/** How a tile's percent comes about, from the records it is worked out by. */
export function workingOf({ category }: ReportTile, servingG: number, weight: BodyWeight): Working {
  const group = groupOf[category];
  const sum = potencyFactorsOf(group)
    .filter(({ factor }) => factor !== 0)
    .map(({ chemical, factor }) => {
      const { abbreviation } = chemicalOf(chemical);
      return factor === 1 ? abbreviation : `${factor} × ${abbreviation}`;
    })
    .join(' + ');
  const limit = limitFor(group, 'EFSA');
  if (!limit) throw new Error(`EFSA has a limit for ${group}`);
  const limitText = `${limit.limitNgPerKgDay.toLocaleString('en-US')} ng per kg of body weight a day`;
  const serving = servingG > 0 ? `one serving of ${servingG} g a day` : 'one serving a day';
  const who = weight.key === 'child' ? 'a child' : 'an adult';
  return {
    sum,
    sentence: `The mean of the samples, in ${serving}, for ${who} of ${weight.weightKg} kg, against ${limitText}. A result below what could be measured counts half of that, and nothing where no sample was above.`,
    limit,
  };
}
