import { specChild } from '#app/results/answers/eater.ts';
import { babyFoodOf } from '#app/results/answers/product-category.ts';
import { notChosenKinds } from '#db/data/comparable.ts';
import type { DayEater } from './day-query.ts';
import type { DayItem } from './day-schema.ts';
import type { DayBlock } from './day-sum.ts';

/** What to change first, in what is measured the most of its limit; null where none can be told. */
export function dayChanges(blocks: readonly DayBlock[], eater: DayEater) {
  const measuredOf = ({ parts, percentOf }: DayBlock) =>
    percentOf(parts.reduce((sum, { lower }) => sum + lower, 0));
  const pressing = blocks
    .filter((block) => measuredOf(block) > 0)
    .toSorted((a, b) => measuredOf(b) - measuredOf(a));
  const [swap = null] = pressing.flatMap((block) => swapsIn(block, eater));
  const [less = null] = pressing.flatMap((block) => lessOf(block));
  return { swap, less };
}

/** Those in a family, in as many servings: for certain first, else in every sample; then by how much. */
function swapsIn({ family, parts }: DayBlock, { weightKg }: DayEater) {
  const found = parts.flatMap(({ item: from, grams }) => {
    const servings = grams / (from.serving_g ?? Infinity);
    return from.swaps
      .filter((one) => one.family === family)
      .map((to) => {
        const lessPercent = to.less_percent * servings * (specChild.weightKg / weightKg);
        return { from, to, lessPercent };
      });
  });
  const rank = ({ to }: (typeof found)[number]) => Number(to.strength !== 'certain');
  return found.toSorted((a, b) => rank(a) - rank(b) || b.lessPercent - a.lessPercent);
}

/**
 * One serving a day less of what adds most, or all of it where that is less: `share` of it. Nobody is told
 * to have less of what a baby or a patient lives on, nor of what is not chosen.
 */
function lessOf(block: DayBlock) {
  const adding = block.parts.filter(({ lower }) => lower > 0);
  const part = adding.find(({ item }) => !isKept(item));
  if (!part) return [];
  const share = Math.min((part.item.serving_g ?? part.grams) / part.grams, 1);
  return [{ part, block, share, isMost: part === adding[0] }];
}

function isKept(item: DayItem): boolean {
  const isTaken = ['formula', 'medications'].some((tag) => item.tags.includes(tag));
  return isTaken || babyFoodOf(item) === 'whole' || notChosenKinds.includes(item.kind?.key ?? '');
}
