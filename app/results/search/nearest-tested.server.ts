import { groupsOf } from '#app/catalogue/groups.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { wordsOf } from '#app/catalogue/search/forgiving.ts';
import { categoryTag } from '#app/results/catalogue-words.ts';
import { allTested } from '#app/results/charts/all-tested.server.ts';
import {
  isNotFood,
  isVintage,
  productCategoryOf,
  wideTags,
} from '#app/results/product-category.ts';
import { riskLevelRow, type TestedRow } from '#app/results/risk-levels.server.ts';
import { rowVerdict } from '#app/results/verdict.ts';

/** Tested products that are most like one to fund, the nearest first. */
export interface NearestTested {
  items: { product_id: number; name: string; verdict: string }[];
  /** Whether they have no more in common with it than their category. */
  isByCategory: boolean;
}

const SHOWN = 3;

/** Words that say how, in what or how much, and of no product what it is. */
const empty = new Set(
  wordsOf(
    `and for from the with without after before bottle carton glass jar pack plastic pouch stick tub
     count free whole original classic natural organic organics premium pure regular plain unsweetened
     flavor style made farm farms food foods product brand care plant based`,
  ).map(singular),
);

/**
 * The tested products most like another (decision 0080): three at most, of what one eats for what
 * one eats. Those of its brand or of a kind that its name says come first, then those of its group
 * that share a word with it; among them those with more in common, a rare word counting for more;
 * equals by number. Where there is none, those of its very category.
 */
export async function findNearestTested(
  product: Pick<Product, 'name' | 'brand' | 'category'>,
): Promise<NearestTested> {
  const { rows, weights, known } = indexOf(await allTested());
  const tag = categoryTag(product.category ?? '') ?? '';
  const groups = groupsOf({ category: product.category });
  const tagsOfGroup = new Set(groups.flatMap(({ tags }) => tags));
  const brand = tellingWords(product.brand ?? '', known);
  const said = tellingWords(product.name, known).difference(brand);
  const category = new Set(wordsOf(product.category ?? '').map(singular));
  const others = rows.filter(
    ({ row }) => isNotFood(row.tags) === isNotFood([tag]) && !isVintage(row.tags),
  );
  const alike = others
    .flatMap(({ row, words, kind }) => {
      const isOfGroup = isNotFood([tag])
        ? row.tags.includes(tag)
        : row.tags.some((each) => tagsOfGroup.has(each));
      const isOfKind = kind.size > 0 && kind.isSubsetOf(isOfGroup ? said.union(brand) : said);
      // Of what has no group, the brand is the store's.
      const isOfBrand = groups.length > 0 && brand.size > 0 && brand.isSubsetOf(words);
      const isAlike = isOfKind || isOfBrand || (isOfGroup && !said.isDisjointFrom(words));
      if (!isAlike) return [];
      const shared = [...said.union(brand).union(category)].filter((word) => words.has(word));
      const weight = shared.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
      return [{ row, isNear: isOfKind || isOfBrand, weight }];
    })
    .toSorted(
      (a, b) =>
        Number(b.isNear) - Number(a.isNear) ||
        b.weight - a.weight ||
        a.row.originalId - b.row.originalId,
    );
  const isByCategory = alike.length === 0;
  const near = isByCategory ? others.filter(({ row }) => row.tags.includes(tag)) : alike;
  const items = near.slice(0, SHOWN).map(({ row }) => ({
    product_id: row.originalId,
    name: row.name,
    verdict: rowVerdict(riskLevelRow(row)),
  }));
  return { items, isByCategory };
}

interface Index {
  /** By number. */
  rows: {
    row: TestedRow;
    words: ReadonlySet<string>;
    kind: ReadonlySet<string>;
  }[];
  /** What a shared word counts for: more, the fewer products have it. */
  weights: ReadonlyMap<string, number>;
  /** The words of their tags. */
  known: ReadonlySet<string>;
}

/** Worked out once for the stored rows, which are kept until one of them changes. */
const indexes = new WeakMap<readonly TestedRow[], Index>();

function indexOf(tested: readonly TestedRow[]): Index {
  const kept = indexes.get(tested);
  if (kept) return kept;
  // A product has many tags, and most products the same ones.
  const tags = [...new Set(tested.flatMap((row) => row.tags))];
  const known = new Set(tags.flatMap((tag) => wordsOf(tag).map(singular)));
  const wordsOfTag = new Map(tags.map((tag) => [tag, [...everyWord(tag, known)]]));
  const rows = tested
    .map((row) => ({
      row,
      words: new Set([
        ...everyWord(row.name, known),
        ...row.tags.flatMap((tag) => wordsOfTag.get(tag) ?? []),
      ]),
      kind: kindOf(row.tags),
    }))
    .toSorted((a, b) => a.row.originalId - b.row.originalId);
  const counts = new Map<string, number>();
  for (const word of rows.flatMap(({ words }) => [...words])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weights = new Map(
    [...counts].map(([word, count]) => [word, Math.log((rows.length + 1) / count)]),
  );
  const made = { rows, weights, known };
  indexes.set(tested, made);
  return made;
}

/** The words of its narrow category; none where it has only a wide one. */
function kindOf(tags: readonly string[]): Set<string> {
  const category = productCategoryOf(tags);
  if (category === null || wideTags.includes(category)) return new Set();
  return new Set(wordsOf(category).map(singular));
}

/** The words of a text that may say what it is. */
function tellingWords(text: string, known: ReadonlySet<string>): Set<string> {
  const telling = [...everyWord(text, known)].filter((word) => !empty.has(word));
  return new Set(telling.filter((word) => word.length > 2 && !/^\d/.test(word)));
}

/** The words of a text, one as many; `soymilk` says `milk` as well, which is a word of tags. */
function everyWord(text: string, known: ReadonlySet<string>): Set<string> {
  const every = new Set(wordsOf(text).map(singular));
  for (const word of every) {
    for (let at = 1; at < word.length - 3; at += 1) {
      if (known.has(word.slice(at))) every.add(word.slice(at));
    }
  }
  return every;
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<!s)s$/, '') : word;
}
