import { sql, type SQL } from 'drizzle-orm';
import { findAmong } from '#app/catalogue/search/find.server.ts';
import { groupTags } from '#app/catalogue/group-tags.ts';
import { groups } from '#app/catalogue/groups.ts';
import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { rowsOf } from '#app/results/read/risk-levels.server.ts';
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

/** Its name, its tags, and the groups that it belongs to. */
const words = sql`concat_ws(' ', search_text, array_to_string(tags, ' '),
  ${sql.join(groups.map(groupName), sql`, `)})`;

function groupName(group: (typeof groups)[number]): SQL {
  const isOf = sql`tags && ${sql.param([...groupTags(group)])}::text[]`;
  return sql`case when ${isOf} then ${group.name.toLowerCase()} end`;
}

/** Looks through names, tags and groups of every tested product; a barcode finds what was funded under it. */
export async function findTested(typed: string): Promise<TestedFound> {
  const { ids } = await findAmong(typed, {
    from: sql`${testedProducts}`,
    id: sql`original_id`,
    words,
    where: sql`true`,
    isUnder: (upc) => sql`product_id in (select id from ${products}
      where upc = ${upc} and removed_at is null and hidden_at is null)`,
    order: sql`search_text collate "C", original_id`,
  });
  const [nearest] = ids;
  return {
    items: await rowsOf(ids.slice(0, SHOWN)),
    total: ids.length,
    kind: nearest === undefined ? undefined : kindOf(nearest),
  };
}
