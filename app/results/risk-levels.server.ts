import { asc, sql, type SQL } from 'drizzle-orm';
import type { Direction, Page } from '#app/catalogue/product.ts';
import { photoAddress } from '#app/catalogue/images/product-photos.server.ts';
import { paddedId, searchable } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { testedProducts } from '#db/schema.ts';
import { isNotFood, productCategoryOf } from './product-category.ts';
import { RISK_CAP, RISK_PAGE_SIZE, type RiskLevelRow, type RiskSort } from './risk-level-row.ts';

export interface RiskQuery {
  search?: string;
  sort?: RiskSort;
  direction?: Direction;
  /** From 1. */
  page?: number;
}

/**
 * One page of the tested products (spec §7 "Read risk levels view"): 25, by default the highest
 * percent of phthalates first. What is not rated comes last whichever way the list is sorted, and
 * equals stand by name. A search matches a substring of the name, as `searchable` sees it. Past
 * 300 products the list ends, and the total with it.
 */
export async function listRiskLevels(query: RiskQuery = {}): Promise<Page<RiskLevelRow>> {
  const page = query.page ?? 1;
  const where = matches(searchable(query.search ?? ''));
  const [items, total] = await Promise.all([pageOfRows(query, where, page), countRows(where)]);
  return { items, total, page, pageSize: RISK_PAGE_SIZE };
}

async function pageOfRows(
  { sort = 'phthalates_tdi_percent', direction = 'desc' }: RiskQuery,
  where: SQL | undefined,
  page: number,
): Promise<RiskLevelRow[]> {
  const offset = (page - 1) * RISK_PAGE_SIZE;
  const limit = Math.min(RISK_PAGE_SIZE, RISK_CAP - offset);
  if (limit <= 0) return [];
  const rows = await db()
    .select()
    .from(testedProducts)
    .where(where)
    .orderBy(
      direction === 'asc'
        ? sql`${columns[sort]} asc nulls last`
        : sql`${columns[sort]} desc nulls last`,
      // One order whatever the database's own collation is.
      sql`${testedProducts.searchText} collate "C"`,
      asc(testedProducts.originalId),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(riskLevelRow);
}

async function countRows(where: SQL | undefined): Promise<number> {
  const some = db()
    .select({ id: testedProducts.originalId })
    .from(testedProducts)
    .where(where)
    .limit(RISK_CAP)
    .as('some');
  const [row] = await db()
    .select({ total: sql<number>`count(*)::int` })
    .from(some);
  return row?.total ?? 0;
}

/** `searchable` leaves one character that LIKE gives a meaning to: the underscore. */
function matches(term: string): SQL | undefined {
  if (term === '') return undefined;
  return sql`${testedProducts.searchText} like ${`%${term.replaceAll('_', '\\_')}%`}`;
}

const columns = {
  phthalates_tdi_percent: testedProducts.phthalatesTdiPercent,
  bisphenols_tdi_percent: testedProducts.bisphenolsTdiPercent,
  substitutes_tdi_percent: testedProducts.substitutesTdiPercent,
} satisfies Record<RiskSort, unknown>;

/** A stored product as the list states it. */
export function riskLevelRow(row: typeof testedProducts.$inferSelect): RiskLevelRow {
  return {
    product_id: row.originalId,
    padded_id: paddedId(row.originalId),
    name: row.name,
    image_url: photoAddress(row.originalId),
    phthalates_risk: row.phthalatesRisk as RiskLevel,
    bisphenols_risk: row.bisphenolsRisk as RiskLevel,
    substitutes_risk: row.substitutesRisk as RiskLevel,
    phthalates_tdi_percent: row.phthalatesTdiPercent,
    bisphenols_tdi_percent: row.bisphenolsTdiPercent,
    substitutes_tdi_percent: row.substitutesTdiPercent,
    phthalates_lower_percent: row.phthalatesLowerPercent,
    bisphenols_lower_percent: row.bisphenolsLowerPercent,
    substitutes_lower_percent: row.substitutesLowerPercent,
    phthalates_upper_percent: row.phthalatesUpperPercent,
    bisphenols_upper_percent: row.bisphenolsUpperPercent,
    substitutes_upper_percent: row.substitutesUpperPercent,
    phthalates_limit_unseen: row.phthalatesLimitUnseen,
    bisphenols_limit_unseen: row.bisphenolsLimitUnseen,
    substitutes_limit_unseen: row.substitutesLimitUnseen,
    phthalates_samples_disagree: row.phthalatesSamplesDisagree,
    bisphenols_samples_disagree: row.bisphenolsSamplesDisagree,
    substitutes_samples_disagree: row.substitutesSamplesDisagree,
    phthalates_above_range: row.phthalatesAboveRange,
    bisphenols_above_range: row.bisphenolsAboveRange,
    substitutes_above_range: row.substitutesAboveRange,
    category: productCategoryOf(row.tags),
    not_food: isNotFood(row.tags),
  };
}
