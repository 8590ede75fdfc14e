import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { limitFor, type IntakeLimit } from '#app/toxicology/limits.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import type { ReportTile } from '#app/results/report-cards.ts';
import { personText } from '#app/results/viewpoint.ts';

/** How the percent of a tile comes about. */
interface Working {
  /** What is summed, such as `DEHP + 5 × DBP`. */
  sum: string;
  sentence: string;
  limit: IntakeLimit;
}

/** How a tile's percent and level come about, from the records it is worked out by. */
export function workingOf(
  { family }: Pick<ReportTile, 'family'>,
  servingG: number,
  weightKg: number,
): Working {
  const sum = potencyFactorsOf(family)
    .filter(({ factor }) => factor !== 0)
    .map(({ chemical, factor }) => {
      const { abbreviation } = chemicalOf(chemical);
      return factor === 1 ? abbreviation : `${factor} × ${abbreviation}`;
    })
    .join(' + ');
  const limit = limitFor(family, 'EFSA');
  if (!limit) throw new Error(`EFSA has a limit for ${family}`);
  const limitText = `${limit.authority}’s ${limit.limitNgPerKgDay.toLocaleString('en-US')} ng per kg of body weight a day`;
  const serving = servingG > 0 ? `one serving of ${servingG} g a day` : 'one serving a day';
  return {
    sum,
    sentence: `The mean of the samples, in ${serving}, for ${personText(weightKg)}, compared with ${limitText}. A result too low to measure counts as half the lowest measurable amount, or as zero if no sample was above it.`,
    limit,
  };
}
