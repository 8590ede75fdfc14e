import { upcKey } from '#app/catalogue/barcodes.ts';
import { findToFund, listedFor } from './find-to-fund.server.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
import { askedWords } from './words.ts';

const SHOWN = 3;
/** Sizes and counts, which one shop names and another does not. */
const MEASURE = /^(\d+|oz|fl|ct|count|pack|g|kg|lb|lbs|ml|l)$|^\d+(oz|ct|g|kg|lb|lbs|ml|l)$/;
/** Brand and kind, as names begin; two words are often a brand alone. */
const FIRST_WORDS = 3;

/**
 * What a search finds under a name like this, three at most: with all of its words but sizes, else with the
 * three that it begins with; or by its barcode. It asks whether it is the same, and decides nothing (decision 0013).
 */
export async function findAlike<Item>(
  name: string,
  find: (typed: string) => Promise<{ items: Item[] }>,
): Promise<Item[]> {
  const asked = askedWords(name).filter((word) => !MEASURE.test(word));
  const words = upcKey(name) === null ? asked : [name];
  if (words.length === 0) return [];
  const found = await find(words.join(' '));
  const isFirst = found.items.length > 0 || words.length <= FIRST_WORDS;
  const { items } = isFirst ? found : await find(words.slice(0, FIRST_WORDS).join(' '));
  return items.slice(0, SHOWN);
}

/** The same of what is on the list, for a panel. */
export const findListedAlike = (name: string, panel?: PanelKey) =>
  findAlike(name, (typed) => findToFund(typed, listedFor(panel)));
