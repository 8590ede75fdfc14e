import { limitFor } from '#app/toxicology/limits.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import { exactFigure, sumText, weighted } from '#app/results/methodology/methodology-text.ts';
import { roughPercent } from '#app/results/answers/percent-text.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import { personText, servingsText, type Eater } from '#app/results/answers/eater.ts';

/** How a tile's percent and level come about, from the records it is worked out by. */
export function workingOf(tile: ReportTile, servingG: number, eater: Eater) {
  const limit = limitFor(tile.family, 'EFSA');
  if (!limit) throw new Error(`EFSA has a limit for ${tile.family}`);
  const limitText = `${limit.authority}’s ${exactFigure(limit.limitNgPerKgDay)} ng per kg of body weight a day`;
  const { weightKg, servings } = eater;
  return {
    /** What is summed, such as `DEHP + 5 × DBP`. */
    sum: sumText(tile.family),
    /** The same in figures, `(1,584 + 5 × 40,795) × 16 ÷ (50,000 × 14) = 470%`; null without any. */
    figures: figuresText(tile, servingG, eater, limit.limitNgPerKgDay),
    sentence: `The mean of the samples, in ${servingsText(servings, servingG)}, for ${personText(weightKg)}, compared with ${limitText}. A result too low to measure counts as half the lowest measurable amount, or as zero if no sample was above it.`,
    limit,
  };
}

/** The product's own means, weighed, times its servings, over what a body of that weight may have. */
function figuresText(
  { family, percent, percentStatus, shares }: ReportTile,
  servingG: number,
  { weightKg, servings }: Eater,
  limitNgPerKgDay: number,
): string | null {
  if (!percent || percentStatus !== 'ok' || percent.estimate === 0) return null;
  const terms = potencyFactorsOf(family).flatMap(({ chemical, factor }) => {
    const mean = shares.find((share) => share.chemical === chemical)?.meanNgG.estimate ?? 0;
    return factor > 0 && mean > 0 ? [weighted(factor, meanText(mean))] : [];
  });
  const sum = terms.length > 1 ? `(${terms.join(' + ')})` : terms.join('');
  const daily = `${servings === 1 ? '' : `${servings} × `}${exactFigure(servingG)}`;
  const most = `${exactFigure(limitNgPerKgDay)} × ${weightKg}`;
  return `${sum} × ${daily} ÷ (${most}) = ${roughPercent(percent.estimate)}`;
}

/** ng/g: whole from a hundred up, else three digits. */
function meanText(ngG: number): string {
  return exactFigure(ngG >= 100 ? Math.round(ngG) : Number(ngG.toPrecision(3)));
}
