import { inArray } from 'drizzle-orm';
import { groupsOf, groupTags } from '#app/catalogue/group-tags.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { wordsOf } from '#app/catalogue/search/words.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db } from '#app/database/db.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import {
  categoryTag,
  isNotFood,
  isVintage,
  productCategoryOf,
  wideTags,
} from '#app/results/product-category.ts';
import { riskLevelRow, testedRow } from '#app/results/risk-levels.server.ts';
import { rowVerdict } from '#app/results/verdict.ts';
import { testedProducts } from '#db/schema.ts';

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
  const { rows, known } = await readIndex();
  const tag = categoryTag(product.category ?? '') ?? '';
  const groups = groupsOf({ category: product.category });
  const tagsOfGroup = new Set(groups.flatMap(groupTags));
  const brand = tellingWords(product.brand ?? '', known);
  const outcome = tellingWords(product.name, known).difference(brand);
  const category = wordsOf(product.category ?? '').map(singular);
  const asked = [...new Set([...outcome, ...brand, ...category])].map((word) => {
    const having = new Set(rows.filter((row) => says(row, word, known)));
    // The fewer products have a word, the more it counts for.
    return { word, having, weight: Math.log((rows.length + 1) / having.size) };
  });
  const havingOf = new Map(asked.map(({ word, having }) => [word, having]));
  const others = rows.filter(
    (row) => isNotFood(row.tags) === isNotFood([tag]) && !isVintage(row.tags),
  );
  const alike = others
    .flatMap((row) => {
      const has = (word: string) => havingOf.get(word)?.has(row) ?? false;
      const isOfGroup = isNotFood([tag])
        ? row.tags.includes(tag)
        : row.tags.some((each) => tagsOfGroup.has(each));
      const isSaid = (word: string) => outcome.has(word) || (isOfGroup && brand.has(word));
      const isOfKind = row.kind.length > 0 && row.kind.every(isSaid);
      // Of what has no group, the brand is the store's.
      const isOfBrand = groups.length > 0 && brand.size > 0 && [...brand].every(has);
      const isAlike = isOfKind || isOfBrand || (isOfGroup && [...outcome].some(has));
      if (!isAlike) return [];
      const shared = asked.filter(({ having }) => having.has(row));
      const weight = shared.reduce((sum, { weight }) => sum + weight, 0);
      return [{ row, isNear: isOfKind || isOfBrand, weight }];
    })
    .toSorted(
      (a, b) => Number(b.isNear) - Number(a.isNear) || b.weight - a.weight || a.row.id - b.row.id,
    );
  const isByCategory = alike.length === 0;
  const near = isByCategory
    ? others.filter(({ tags }) => tags.includes(tag))
    : alike.map(({ row }) => row);
  return { items: await answersOf(near.slice(0, SHOWN).map(({ id }) => id)), isByCategory };
}

/** In the order of their numbers as given. */
async function answersOf(ids: number[]): Promise<NearestTested['items']> {
  if (ids.length === 0) return [];
  const { originalId } = testedProducts;
  const rows = await db().select(testedRow).from(testedProducts).where(inArray(originalId, ids));
  return rows
    .toSorted((a, b) => ids.indexOf(a.originalId) - ids.indexOf(b.originalId))
    .map((row) => ({
      product_id: row.originalId,
      name: row.name,
      verdict: rowVerdict(riskLevelRow(row)),
    }));
}

interface Named {
  id: number;
  tags: string[];
  /** The words of its name and of its tags, one as many, each between spaces. */
  words: string;
  /** Those of its narrow category; none where it has only a wide one. */
  kind: string[];
}

interface Index {
  /** By number. */
  rows: Named[];
  /** The words of their tags. */
  known: ReadonlySet<string>;
}

/** Worked out once for the stored rows: every product's page that is drawn asks for it. */
async function readIndex(): Promise<Index> {
  // Read after the version: newer than it at worst, and then the next question finds another one.
  return cached(`nearest ${await contentVersion()}`, 3_600, async () => {
    const { originalId, name, tags } = testedProducts;
    const rows = await db()
      .select({ id: originalId, name, tags })
      .from(testedProducts)
      .orderBy(originalId);
    return indexOf(rows);
  });
}

function indexOf(tested: { id: number; name: string; tags: string[] }[]): Index {
  // A product has many tags, and most products the same ones.
  const tags = new Set(tested.flatMap(({ tags }) => tags));
  const wordsOfTag = new Map([...tags].map((tag) => [tag, wordsOf(tag).map(singular)]));
  const ofTag = (tag: string) => wordsOfTag.get(tag) ?? [];
  const rows = tested.map(({ id, name, tags }) => {
    const words = [...wordsOf(name).map(singular), ...tags.flatMap(ofTag)];
    const category = productCategoryOf(tags);
    const kind = category === null || wideTags.includes(category) ? [] : ofTag(category);
    return { id, tags, words: ` ${words.join(' ')} `, kind };
  });
  return { rows, known: new Set([...wordsOfTag.values()].flat()) };
}

/** Whether a product has a word: `soymilk` says `milk` as well, which is a word of tags. */
function says({ words }: Named, word: string, known: ReadonlySet<string>): boolean {
  const isEnding = word.length >= ENDING_CHARACTERS && known.has(word);
  return words.includes(isEnding ? `${word} ` : ` ${word} `);
}

/** Of the words of a text, one as many, and what they end in, those that may say what it is. */
function tellingWords(text: string, known: ReadonlySet<string>): Set<string> {
  const every = new Set(wordsOf(text).map(singular));
  for (const word of every) {
    for (let at = 1; at <= word.length - ENDING_CHARACTERS; at += 1) {
      if (known.has(word.slice(at))) every.add(word.slice(at));
    }
  }
  const telling = [...every].filter((word) => !empty.has(word));
  return new Set(telling.filter((word) => word.length > 2 && !/^\d/.test(word)));
}

/** A word that ends another one is so long at least. */
const ENDING_CHARACTERS = 4;

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
