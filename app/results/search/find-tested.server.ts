import { asc, sql, type SQL } from 'drizzle-orm';
import {
  forgivingSlips,
  hasWords,
  hasWordsOrSlips,
  likeness,
  plain,
} from '#app/catalogue/search/by-words.server.ts';
import { upcKey } from '#app/catalogue/product-keys.ts';
import { askedWords, wordsOf } from '#app/catalogue/search/words.ts';
import { groupTags } from '#app/catalogue/group-tags.ts';
import { groups } from '#app/catalogue/groups.ts';
import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { rowsOf } from '#app/results/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { products, testedProducts } from '#db/schema.ts';

/** Tested products that a search over everything finds, the nearest match first. */
interface TestedFound {
  items: RiskLevelRow[];
  total: number;
  /** The kind of the nearest match; undefined without one. */
  kind: Kind | undefined;
}

const SHOWN = 10;

const { searchText, tags, originalId, productId } = testedProducts;
/** Its name, its tags, and the groups that it belongs to. */
const textOfTested = plain(sql`concat_ws(' ', ${searchText}, array_to_string(${tags}, ' '),
  ${sql.join(groups.map(groupName), sql`, `)})`);

function groupName(group: (typeof groups)[number]): SQL {
  const isOf = sql`${tags} && ${sql.param([...groupTags(group)])}::text[]`;
  return sql`case when ${isOf} then ${group.name.toLowerCase()} end`;
}

/**
 * Looks through names, tags and groups of every tested product; slips and accents are forgiven. A
 * barcode finds the product that was funded under it.
 */
export async function findTested(typed: string): Promise<TestedFound> {
  const asked = askedWords(typed);
  if (asked.length === 0) return { items: [], total: 0, kind: undefined };
  const upc = upcKey(typed);
  const rows = await forgivingSlips((tx) =>
    tx
      .select({ originalId, isExact: sql<boolean>`${hasWords(textOfTested, asked)}` })
      .from(testedProducts)
      .where(upc === null ? hasWordsOrSlips(textOfTested, asked) : isFundedUnder(upc))
      .orderBy(
        sql`${likeness(textOfTested, asked)} desc`,
        sql`${searchText} collate "C"`,
        asc(originalId),
      ),
  );
  const found = exactOr(rows);
  return {
    items: await rowsOf(found.slice(0, SHOWN).map((row) => row.originalId)),
    total: found.length,
    kind: found[0] && kindOf(found[0].originalId),
  };
}

function isFundedUnder(upc: string): SQL {
  return sql`${productId} in (select id from ${products}
    where upc = ${upc} and removed_at is null and hidden_at is null)`;
}

/** The groups whose names or tags a search names, slips forgiven, in the order of the chips. */
export async function findGroups(typed: string): Promise<{ key: string; name: string }[]> {
  const asked = askedWords(typed);
  if (asked.length === 0) return [];
  const named = groups.map((group) => {
    const words = wordsOf([group.name, ...groupTags(group)].join(' ')).join(' ');
    return sql`(${group.key}, ${words})`;
  });
  const words = sql`words`;
  const { rows } = await forgivingSlips((tx) =>
    tx.execute<{ key: string; isExact: boolean }>(sql`
      select key, ${hasWords(words, asked)} as "isExact"
      from (values ${sql.join(named, sql`, `)}) as named (key, words)
      where ${hasWordsOrSlips(words, asked)}`),
  );
  const keys = new Set(exactOr(rows).map(({ key }) => key));
  return groups.filter(({ key }) => keys.has(key)).map(({ key, name }) => ({ key, name }));
}

/** Those that have every word as it was typed; where none does, those that slips may mean. */
function exactOr<Row extends { isExact: boolean }>(rows: Row[]): Row[] {
  const exact = rows.filter(({ isExact }) => isExact);
  return exact.length > 0 ? exact : rows;
}
