import { baby, eaterOf } from '#app/results/answers/eater.ts';
import { isNotFood } from '#app/results/answers/product-category.ts';
import { families } from '#app/toxicology/families.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { notRatedFamilies } from '#app/toxicology/product-figures.ts';
import { dayChanges } from './day-changes.ts';
import { dayEaterOf, type DayQuery } from './day-query.ts';
import type { DayItem } from './day-schema.ts';
import { dayBlocks } from './day-sum.ts';
import { daySentences } from './day-text.ts';

const WHY = {
  food: 'Not food, so it does not count.',
  same: 'The same item as another above: one item counts once.',
  tested: 'Not tested, so what it adds is not known.',
  much: 'How much is not understood: write 2 or 150 g.',
  serving: 'How much one serving is, is not known. Give grams, such as 150 g.',
};

/**
 * What a day comes to: the one function of a page that the server draws of an address, and of one that a
 * browser draws of what it saved.
 */
export function addUpDay(items: readonly DayItem[], query: DayQuery) {
  const rows = dayRows(items, query);
  const eaten = rows.filter(({ grams, why }) => grams > 0 && why === null);
  const things = eaten.length + rows.filter(({ why }) => why === WHY.tested).length;
  const isForBaby = items.some((item) => eaterOf(item).weightKg === baby.weightKg);
  const eater = dayEaterOf(query, isForBaby);
  const blocks = dayBlocks(eaten, eater).map((block) => {
    const isUnrated = eaten.some(({ item }) => unratedOf(item).some((one) => one === block.key));
    return { ...block, sentences: daySentences(block, things, isUnrated, eater) };
  });
  const untested = [...families, ...metals.substances]
    .filter(({ key }) => !blocks.some((block) => block.key === key))
    .map((one) => ('name' in one ? one.name : one.fullName).toLowerCase());
  return { rows, eater, blocks, changes: dayChanges(blocks, eater), untested };
}

export type DayTotal = ReturnType<typeof addUpDay>;

/** Whose level is N/A whatever was measured: it is in no sum. */
export function unratedOf({ report }: DayItem) {
  return notRatedFamilies(report ?? 0);
}

/**
 * What is listed, how many grams of it, and why it does not count though it is eaten; null where it does.
 * Forms of one item never both count: the first that something is eaten of does.
 */
function dayRows(items: readonly DayItem[], { eaten }: DayQuery) {
  const counted = new Set<number>();
  const whyNot = ({ item, tags, amounts }: DayItem, grams: number): string | null => {
    if (grams === 0) return null;
    if (isNotFood(tags)) return WHY.food;
    if (counted.has(item)) return WHY.same;
    counted.add(item);
    if (Object.keys(amounts).length === 0) return WHY.tested;
    return Number.isNaN(grams) ? WHY.serving : null;
  };
  return eaten.flatMap(({ id, much: said }) => {
    const item = items.find((one) => one.id === id);
    if (!item) return [];
    const much = said ?? { servings: eaterOf(item).servings };
    if ('typed' in much) return { item, much, grams: Number.NaN, why: WHY.much };
    const unit = item.serving_g || (!('grams' in much) && much.servings === 0 ? 0 : Number.NaN);
    const grams = 'grams' in much ? much.grams : much.servings * unit;
    return { item, much, grams, why: whyNot(item, grams) };
  });
}
