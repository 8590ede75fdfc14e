import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { MOST_COMPARED, type CompareQuery } from './compare-query.ts';
import {
  knownIds,
  loadCompared,
  suggestProduct,
  type ComparedProduct,
  type Suggestion,
} from './compare.server.ts';
import type { Viewpoint } from '#app/results/viewpoint.ts';

/** Everything that the page of a comparison shows. */
export interface ComparedProducts {
  products: ComparedProduct[];
  /** What was asked for and is no tested product, as it was written. */
  unknown: string[];
  /** More than four were asked for. */
  isCut: boolean;
  /** What was typed to be added and what it may mean; null where nothing was. */
  added: { text: string; suggestion: Exclude<Suggestion, { kind: 'one' }> } | null;
}

/** A comparison, or the numbers of the one that adding a product leads to. */
export async function findComparison(
  query: CompareQuery,
  viewpoint: Viewpoint,
): Promise<{ comparison: ComparedProducts } | { goTo: number[] }> {
  const known = await knownIds(query.ids);
  const text = [...query.add].slice(0, SEARCH_BOX_CHARACTERS).join('');
  const suggestion = text === '' ? undefined : await suggestProduct(text, known);
  if (suggestion?.kind === 'one') return { goTo: [...new Set([...known, suggestion.id])] };
  return {
    comparison: {
      products: await loadCompared(known.slice(0, MOST_COMPARED), viewpoint),
      unknown: [...query.ids.filter((id) => !known.includes(id)).map(String), ...query.unreadable],
      isCut: known.length > MOST_COMPARED,
      added: suggestion ? { text, suggestion } : null,
    },
  };
}
