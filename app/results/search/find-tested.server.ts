import { sql, type SQL } from 'drizzle-orm';
import { findAmong } from '#app/catalogue/search/find.server.ts';
import { groupTags } from '#app/catalogue/group-tags.ts';
import { groups } from '#app/catalogue/groups.ts';
import { isUnderBarcode } from '#app/catalogue/item.server.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { rowsOf } from '#app/results/read/risk-levels.server.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
import { products, testedProducts } from '#db/schema.ts';

const SHOWN = 10;

/** Its name, its tags, and the groups that it belongs to. */
const words = sql`concat_ws(' ', search_text, array_to_string(tags, ' '),
  ${sql.join(groups.map(groupName), sql`, `)})`;

function groupName(group: (typeof groups)[number]): SQL {
  const isOf = sql`tags && ${sql.param([...groupTags(group)])}::text[]`;
  return sql`case when ${isOf} then ${group.name.toLowerCase()} end`;
}

/**
 * Looks through names, tags and groups of every product tested for a panel, the nearest match first; a
 * barcode finds what was funded under it.
 */
export async function testedIds(typed: string, panel: PanelKey, isStrict = false) {
  const { ids } = await findAmong(typed, {
    from: sql`${testedProducts}`,
    id: sql`original_id`,
    words,
    where: sql`panel = ${panel}`,
    isUnder: (upc) => sql`product_id in (select id from ${products}
      where ${isUnderBarcode(upc)} and removed_at is null and hidden_at is null)`,
    order: sql`search_text collate "C", original_id`,
    isStrict,
  });
  return ids;
}

/** The same of plastics, with what the list says of the first. */
export async function findTested(typed: string, isStrict = false) {
  const ids = await testedIds(typed, 'plastics', isStrict);
  const [nearest] = ids;
  return {
    items: await rowsOf(ids.slice(0, SHOWN)),
    ids,
    total: ids.length,
    /** The kind of the nearest match; undefined without one. */
    kind: nearest === undefined ? undefined : kindOf(nearest),
  };
}
