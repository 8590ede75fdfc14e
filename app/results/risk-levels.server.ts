import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { groupTags } from '#app/catalogue/group-tags.ts';
import { groupOf } from '#app/catalogue/groups.ts';
import type { Direction } from '#app/catalogue/product.ts';
import type { Page } from '#app/catalogue/product-schema.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { hasTerm } from '#app/catalogue/search/find.server.ts';
import { paddedId } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import type { Family } from '#app/toxicology/families.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { rowAnswer } from './answer.ts';
import { eaterOf } from './eater.ts';
import { SAMPLES_MEASURED } from './load-samples.server.ts';
import { ownRatings } from './ratings.ts';
import { familyFields, wordFields, type RiskLevelRow, type Rating } from './tested-schema.ts';
import { openingVerdict } from './verdict.ts';
import { labSamples, testedProducts, testedRatings } from '#db/schema.ts';
import { ALSO_TESTED, alsoTestedTags, isNotFood, productCategoryOf } from './product-category.ts';
import {
  DEFAULT_SORT,
  RISK_CAP,
  RISK_PAGE_SIZE,
  sortedFamily,
  type RiskSort,
} from './risk-level-row.ts';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';

export interface RiskQuery {
  search?: string;
  sort?: RiskSort;
  direction?: Direction;
  /** From 1. */
  page?: number;
  /** Key of a group of products (`app/catalogue/groups.ts`), or `also-tested`; all without one. */
  category?: string | undefined;
  /** Without, or only, what nobody can tell of in the family it is sorted by, or in any; else both. */
  certainty?: 'certain' | 'unsure' | undefined;
  /** Without products whose lots are all past their dates; those without a date stay. */
  lots?: 'current' | undefined;
  /** In the place of sort and direction: Low for certain in the most families first (decision 0155). */
  order?: 'best' | undefined;
  /** What is not eaten, or not sold anymore, after everything else (decision 0073). */
  also_tested?: 'last' | undefined;
}

/**
 * One page of the tested products: 25, by default the highest
 * percent of phthalates first. What is not rated comes last whichever way the list is sorted, and
 * equals stand by name. A search matches a substring of the name, as `searchable` sees it. Past
 * 300 products the list ends, and the total with it.
 */
export async function listRiskLevels(query: RiskQuery = {}): Promise<Page<RiskLevelRow>> {
  const page = query.page ?? 1;
  const where = and(
    hasTerm(sql`${testedProducts.searchText}`, query.search ?? ''),
    isOf(query.category),
    isAsCertain(query),
    query.lots && hasCurrentLots(),
  );
  const [items, total] = await Promise.all([pageOfRows(query, where, page), countRows(where)]);
  return { items, total, page, pageSize: RISK_PAGE_SIZE };
}

async function pageOfRows(
  { sort = DEFAULT_SORT, direction = 'desc', also_tested, order }: RiskQuery,
  where: SQL | undefined,
  page: number,
): Promise<RiskLevelRow[]> {
  const offset = (page - 1) * RISK_PAGE_SIZE;
  const limit = Math.min(RISK_PAGE_SIZE, RISK_CAP - offset);
  if (limit <= 0) return [];
  const { tdi_percent: percent, original_id, family } = testedRatings;
  const rows = await db()
    .select({ id: testedProducts.originalId })
    .from(testedProducts)
    .leftJoin(
      testedRatings,
      and(eq(original_id, testedProducts.originalId), eq(family, sortedFamily(sort))),
    )
    .where(where)
    .orderBy(
      ...(also_tested === 'last' ? [hasTag(alsoTestedTags)] : []),
      order === 'best'
        ? bestFirst
        : direction === 'asc'
          ? sql`${percent} asc nulls last`
          : sql`${percent} desc nulls last`,
      ...byName,
    )
    .limit(limit)
    .offset(offset);
  return rowsOf(rows.map((row) => row.id));
}

/** One order whatever the database's own collation is. */
const byName = [sql`${testedProducts.searchText} collate "C"`, asc(testedProducts.originalId)];

/**
 * What is surely Low in most families first; then what has least for certain in its highest one, of
 * those what could have least there at most. What is not rated in a family is taken for the highest.
 */
const bestFirst = sql`(
  select row(
    -count(*) filter (where risk = 'Low' and upper_percent < ${levelCutOffs.mediumFromPercent}::float8),
    max(${boundOr('lower_percent')}), max(${boundOr('upper_percent')})
  ) from ${testedRatings} bounds where bounds.original_id = ${testedProducts}.original_id
)`;

function boundOr(bound: 'lower_percent' | 'upper_percent'): SQL {
  return sql.raw(`case when tdi_percent is null or risk = 'None' then 'infinity'
    else coalesce(${bound}, 'infinity') end`);
}

/** Every tested product there is, past what the list shows too. */
export async function countTestedProducts(): Promise<number> {
  return db().$count(testedProducts);
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

function isOf(category: string | undefined): SQL | undefined {
  if (category === ALSO_TESTED) return hasTag(alsoTestedTags);
  const group = groupOf(category);
  return group && hasTag(groupTags(group));
}

function hasTag(tags: readonly string[]): SQL {
  return sql`${testedProducts.tags} && ${sql.param([...tags])}::text[]`;
}

/** By whether the upper bound lies in a higher level than the estimate, as `answer.ts` reads it. */
function isAsCertain({ certainty, sort = DEFAULT_SORT, order }: RiskQuery): SQL | undefined {
  if (!certainty) return undefined;
  const ofSort = order === 'best' ? sql`` : sql`and bounds.family = ${sortedFamily(sort)}`;
  const { mediumFromPercent, highFromPercent } = levelCutOffs;
  const unsure = sql`exists (
    select from ${testedRatings} bounds
    where bounds.original_id = ${testedProducts}.original_id
      ${ofSort} and bounds.tdi_percent is not null
      and bounds.risk in ('Low', 'Medium')
      and coalesce(bounds.upper_percent, 'infinity') >=
        case bounds.risk when 'Low' then ${mediumFromPercent}::float8 else ${highFromPercent}::float8 end
  )`;
  return certainty === 'unsure' ? unsure : sql`not ${unsure}`;
}

/** Whether a date of its samples is yet to come, or none is stated. */
function hasCurrentLots(): SQL {
  const day = sql`replace(${labSamples.provenance} ->> 'expiration_date', ' ', '')`;
  const today = now().toISOString().slice(0, 10);
  return sql`not coalesce((
    select bool_and(${day} < ${today}) filter (where ${day} <> '') from ${labSamples}
    where ${labSamples.testedProductId} = ${testedProducts}.original_id
  ), false)`;
}

/** A tested product and its ratings, as a query selects it. */
export const testedRow = {
  ...getTableColumns(testedProducts),
  ratings: sql<Record<Family, Rating>>`(
    select json_object_agg(rated.family, to_jsonb(rated) - '{original_id,family}'::text[])
    from ${testedRatings} rated
    where rated.original_id = ${testedProducts}.original_id
  )`,
};
export type TestedRow = typeof testedProducts.$inferSelect & { ratings: Record<Family, Rating> };

/** The same with what was measured in its samples. */
export const measuredRow = { ...testedRow, samples: SAMPLES_MEASURED };

export type MeasuredRow = TestedRow & { samples: readonly SampleMeasurements[] };

/** What is looked at of a tested product where it is one of all; `samples` in the order of their ids. */
type ComparedRow = Pick<
  MeasuredRow,
  'originalId' | 'name' | 'tags' | 'searchText' | 'servingSizeG' | 'ratings' | 'samples'
>;

/**
 * These tested products as the list states them, in this order, without what is no longer there: drawn up
 * once for a version of what is published.
 */
export async function rowsOf(originalIds: readonly number[]): Promise<RiskLevelRow[]> {
  const rows = await cached(`tested rows ${await contentVersion()}`, 3_600, async () =>
    (await allTested()).map(riskLevelRow),
  );
  const all = new Map(rows.map((row) => [row.product_id, row]));
  return originalIds
    .flatMap((id) => all.get(id) ?? [])
    .map((row) => ({ ...row, image_url: photoAddress(row.product_id) }));
}

/** A stored product as the list states it: rated for the spec's child, and judged for whoever it is for. */
export function riskLevelRow({
  originalId,
  name,
  tags,
  servingSizeG,
  ratings,
  samples,
}: Omit<ComparedRow, 'searchText'>): RiskLevelRow {
  const eater = eaterOf({ name, tags });
  const own = ownRatings({ originalId, servingSizeG, samples }, eater);
  const rated = {
    ...familyFields((family) => ratings[family]),
    not_food: isNotFood(tags),
    eater: { weight_kg: eater.weightKg, servings: eater.servings, ...own },
  };
  return {
    product_id: originalId,
    padded_id: paddedId(originalId),
    name,
    image_url: photoAddress(originalId),
    ...rated,
    ...wordFields((family) => rowAnswer(rated, family).word),
    sentence: openingVerdict(rated),
    category: productCategoryOf(tags),
  };
}

/**
 * Every tested product as it is stored now, in no order: what a report is set against. Read once for a
 * version of what is published. Not to be changed.
 */
export async function allTested(): Promise<readonly ComparedRow[]> {
  // Read after the version: newer than it at worst, and then the next question finds another one.
  return cached(`all tested ${await contentVersion()}`, 3_600, async () => {
    const { originalId, name, tags, searchText, servingSizeG, ratings, samples } = measuredRow;
    return db()
      .select({ originalId, name, tags, searchText, servingSizeG, ratings, samples })
      .from(testedProducts);
  });
}
