import { inArray } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import { paddedId, searchable } from '#app/kit/text.ts';
import { db, snapshot } from '#app/database/db.server.ts';
import { testedProducts } from '#db/schema.ts';
import { loadSamples } from '#app/results/read/load-samples.server.ts';
import { allTested, selectTested } from '#app/results/read/risk-levels.server.ts';
import { isNotFood, productCategoryOf } from '#app/results/answers/product-category.ts';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import { findTested } from '#app/results/search/find-tested.server.ts';
import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { compareMetals } from './compare-metals.server.ts';
import {
  comparedViewpoints,
  compareViewpoint,
  isEaterNamed,
  MOST_COMPARED,
  readCompareQuery,
} from './compare-query.ts';

/**
 * These tested products in the order of their numbers as given, for whom the address names, else for
 * whoever each is for; the unknown are left out.
 */
async function loadCompared(ids: readonly number[], params: URLSearchParams) {
  // One snapshot, as a publication may come in between.
  const [rows, samples] = await snapshot(async (tx) => [
    await selectTested(tx, inArray(testedProducts.originalId, [...ids])),
    await loadSamples(tx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.originalId, row]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  const viewpoints = comparedViewpoints(params, known.map(eaterOf));
  return known.map((row, at) => {
    const { originalId: id } = row;
    const viewpoint = present(viewpoints[at], 'whom a product is for');
    const { weightKg, servings } = viewpoint;
    const measured = samples.filter((sample) => sample.testedProductId === id);
    const measurements = measured.map((sample) => sample.measurements);
    return {
      id,
      paddedId: paddedId(id),
      name: row.name,
      category: productCategoryOf(row.tags),
      /** A serving a day says what it holds, not what anybody takes in. */
      isNotFood: isNotFood(row.tags),
      /** Grams; null where unknown. */
      servingG: row.servingSizeG,
      samples: measured.length,
      /** Whom its report opens with. */
      opening: eaterOf(row),
      /** Who eats it here. */
      eater: { weightKg, servings },
      /** In the order of `families`. */
      tiles: reportTiles(id, row.servingSizeG, measurements, viewpoint),
      /** The same of 100 g, whatever a serving is; null where it is not rated. */
      per100g: reportTiles(id, 100, measurements, { ...viewpoint, servings: 1 }).map(
        ({ rated }) => rated,
      ),
    };
  });
}

/** A tested product as it stands beside others. */
export type ComparedProduct = Awaited<ReturnType<typeof loadCompared>>[number];

/** Which of these numbers are those of tested products, in the order given. */
async function knownIds(ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: testedProducts.originalId })
    .from(testedProducts)
    .where(inArray(testedProducts.originalId, [...ids]));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
}

/** Matches listed to choose from. */
const MOST_MATCHES = 12;

/**
 * Finds the product that a text means: its number, its whole name, or the only name that contains
 * it. Those that are compared already are not offered again.
 */
async function suggestProduct(text: string, compared: readonly number[]) {
  const number = originalIdOf(text);
  if (number !== undefined && (await knownIds([number])).length > 0) return { id: number };
  const term = searchable(text);
  if (term === '') return { matches: [], hasMore: false, isNear: false };
  // Names that begin with it first.
  const named = (await allTested())
    .filter(({ searchText }) => searchText.includes(term))
    .toSorted(
      ({ searchText: a }, { searchText: b }) =>
        a.indexOf(term) - b.indexOf(term) || (a < b ? -1 : Number(a > b)),
    );
  const [whole, another] = named.filter(({ searchText }) => searchText === term);
  if (whole && !another) return { id: whole.originalId };
  const near = named.length === 0 ? (await findTested(text)).items : [];
  const found = [
    ...named.map(({ originalId: id, name }) => ({ id, name })),
    ...near.map(({ product_id: id, name }) => ({ id, name })),
  ].filter(({ id }) => !compared.includes(id));
  const [first, ...rest] = found;
  const isNear = near.length > 0;
  if (first && rest.length === 0 && !isNear) return { id: first.id };
  return {
    /** The nearest first; none where nothing is found. */
    matches: found.slice(0, MOST_MATCHES),
    hasMore: found.length > MOST_MATCHES,
    /** No name has it as it was typed. */
    isNear,
  };
}

/** A comparison, or the numbers of the one that adding a product leads to. */
export async function findComparison(params: URLSearchParams) {
  const query = readCompareQuery(params);
  const known = await knownIds(query.ids);
  const text = [...query.add].slice(0, SEARCH_BOX_CHARACTERS).join('');
  const suggestion = text === '' ? undefined : await suggestProduct(text, known);
  if (suggestion?.id !== undefined) return { goTo: [...new Set([...known, suggestion.id])] };
  const ids = known.slice(0, MOST_COMPARED);
  const [products, metals] = await Promise.all([loadCompared(ids, params), compareMetals(ids)]);
  return {
    comparison: {
      products,
      /** Tests for metals that were asked for, or of the same items, and the numbers of all. */
      ...(metals.length > 0 && { metals, ids }),
      /** Whom the address names, who eats of each of them; null where it names nobody. */
      named: isEaterNamed(params) ? (products[0]?.eater ?? compareViewpoint(params)) : null,
      /** What was asked for and is no tested product, as it was written. */
      unknown: [...query.ids.filter((id) => !known.includes(id)).map(String), ...query.unreadable],
      /** More than four were asked for. */
      isCut: known.length > MOST_COMPARED,
      /** What was typed to be added and what it may mean; null where nothing was. */
      added: suggestion ? { text, ...suggestion } : null,
    },
  };
}

/** Everything that the page of a comparison shows. */
export type ComparedProducts = NonNullable<
  Awaited<ReturnType<typeof findComparison>>['comparison']
>;
