import { grouped } from '#app/kit/text.ts';
import { baby, eaterOf } from '#app/results/answers/eater.ts';
import { isNotFood } from '#app/results/answers/product-category.ts';
import { families } from '#app/toxicology/families.ts';
import { formNames, type MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { notRatedFamilies } from '#app/toxicology/product-figures.ts';
import { dayChanges } from './day-changes.ts';
import { dayEaterOf, MOST_OF_ONE, type DayQuery } from './day-query.ts';
import type { DayItem } from './day-schema.ts';
import { dayBlocks, formulaOf } from './day-sum.ts';
import { daySentences } from './day-text.ts';

const WHY = {
  food: 'Not food, so it does not count.',
  same: 'The same item as another above: one item counts once.',
  tested: 'Not tested, so what it adds is not known.',
  much: 'How much is not understood: write 2 or 150 g.',
  most: `Too much for a day: write at most ${MOST_OF_ONE.servings} servings, or ${grouped(MOST_OF_ONE.grams)} g.`,
  fed: 'How much a gram of it makes as fed is not known, so its metals do not count.',
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
  const isForBaby = items.some(
    (item) => formulaOf(item) || eaterOf(item).weightKg === baby.weightKg,
  );
  const eater = dayEaterOf(query, isForBaby);
  const leftOut = new Set<string>(
    eaten.flatMap(({ item }) => [...unratedOf(item), ...unfedOf(item)]),
  );
  const blocks = dayBlocks(eaten, eater).map((block) => {
    return { ...block, sentences: daySentences(block, things, leftOut.has(block.key), eater) };
  });
  const untested = [...families, ...metals.substances]
    .filter(({ key }) => eaten.length > 0 && !leftOut.has(key))
    .filter(({ key }) => !blocks.some((block) => block.key === key))
    .map((one) => ('name' in one ? one.name : one.fullName).toLowerCase());
  const named = (is: (why: string) => boolean) =>
    rows.flatMap(({ item, why }) => (why !== null && is(why) ? item.name : []));
  const notIn = {
    'Not food, and in no sum': named((why) => why === WHY.food),
    'Counted once, as the same item as another': named((why) => why === WHY.same),
    'Unknown, and in no sum': named((why) => why !== WHY.food && why !== WHY.same),
    'Unknown as fed, and in no sum': eaten.flatMap(({ item }) =>
      unfedOf(item).length > 0 ? `metals of ${item.name}` : [],
    ),
  };
  const added = rows.filter(({ grams }) => grams !== 0);
  const isUntested = added.every(({ why }) => why === WHY.tested);
  const untold = isUntested
    ? 'Nothing that is eaten here is tested.'
    : 'Nothing here can be added up: why is said beside each.';
  const nothing = added.length === 0 ? 'Nothing is eaten here.' : untold;
  return { rows, eater, blocks, changes: dayChanges(blocks, eater), untested, notIn, nothing };
}

export type DayTotal = ReturnType<typeof addUpDay>;

/** Whose level is N/A whatever was measured: it is in no sum. */
export function unratedOf({ report }: DayItem) {
  return notRatedFamilies(report ?? 0);
}

/** Metals that formula is tested for, of which nobody knows how much it makes as fed. */
function unfedOf(item: DayItem): MetalForm[] {
  if (formulaOf(item)?.asFedPerG !== null) return [];
  return metals.substances.flatMap(({ key }) => (item.amounts[key] ? key : []));
}

/**
 * What is listed, how many grams of it, and why it does not count though it is eaten; null where it does.
 * Forms of one item never both count: the first that something is eaten of does.
 */
function dayRows(items: readonly DayItem[], { eaten }: DayQuery) {
  const counted = new Set<number>();
  const whyNot = (one: DayItem, grams: number): string | null => {
    const { item, tags, amounts } = one;
    if (grams === 0) return null;
    if (isNotFood(tags)) return WHY.food;
    if (counted.has(item)) return WHY.same;
    counted.add(item);
    if (Object.keys(amounts).length === 0) return WHY.tested;
    const isUnfed = formulaOf(one)?.asFedPerG === null;
    if (isUnfed && Object.keys(amounts).every((key) => key in formNames)) return WHY.fed;
    return Number.isNaN(grams) ? WHY.serving : null;
  };
  return eaten.flatMap(({ id, much: said }) => {
    const item = items.find((one) => one.id === id);
    if (!item) return [];
    const { grams: aDay = null, asFedPerG = null } = formulaOf(item) ?? {};
    const much =
      said ?? (asFedPerG && aDay ? { grams: aDay } : { servings: eaterOf(item).servings });
    if ('typed' in much)
      return { item, much, grams: Number.NaN, why: much.isTooMuch ? WHY.most : WHY.much };
    const unit = item.serving_g || (!('grams' in much) && much.servings === 0 ? 0 : Number.NaN);
    const grams = 'grams' in much ? much.grams / (asFedPerG ?? 1) : much.servings * unit;
    return { item, much, grams, why: whyNot(item, grams) };
  });
}
