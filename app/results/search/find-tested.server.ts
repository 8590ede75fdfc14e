import { askedWords, distanceOf, wordsOf } from '#app/catalogue/search/forgiving.ts';
import { groupsOf } from '#app/catalogue/group-tags.ts';
import { allTested } from '#app/results/charts/all-tested.server.ts';
import { riskLevelRow, type ComparedRow } from '#app/results/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/** Tested products that a search over everything finds, the nearest match first. */
interface TestedFound {
  items: RiskLevelRow[];
  total: number;
  /** Categories of the catalogue that the nearest match belongs to. */
  categories: string[];
}

const SHOWN = 10;

/** Looks through names, tags and groups of every tested product; slips and accents are forgiven. */
export async function findTested(typed: string): Promise<TestedFound> {
  const asked = askedWords(typed);
  if (asked.length === 0) return { items: [], total: 0, categories: [] };
  const hits = (await allTested()).flatMap((row) => {
    const distance = distanceOf(asked, wordsOfTested(row));
    return distance === null ? [] : [{ row, distance }];
  });
  const sorted = hits.toSorted(
    (a, b) =>
      a.distance - b.distance ||
      (a.row.searchText < b.row.searchText ? -1 : a.row.searchText > b.row.searchText ? 1 : 0) ||
      a.row.originalId - b.row.originalId,
  );
  const near = sorted[0] ? groupsOf({ tags: sorted[0].row.tags }) : [];
  return {
    items: sorted.slice(0, SHOWN).map(({ row }) => riskLevelRow(row)),
    total: hits.length,
    categories: [...new Set(near.flatMap(({ categories }) => categories))],
  };
}

/** Worked out once for each stored row: rows are kept until one of them changes. */
const words = new WeakMap<ComparedRow, string[]>();

function wordsOfTested(row: ComparedRow): string[] {
  const known = words.get(row);
  if (known) return known;
  const names = groupsOf({ tags: row.tags }).map(({ name }) => name);
  const made = wordsOf([row.name, ...row.tags, ...names].join(' '));
  words.set(row, made);
  return made;
}
