import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { groupTags } from '#app/catalogue/group-tags.ts';
import { groupOf } from '#app/catalogue/groups.ts';
import type { Direction } from '#app/catalogue/product.ts';
import type { Page } from '#app/catalogue/product-schema.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { paddedId, searchable } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { amountsOf, type StoredAmount } from '#app/toxicology/metals/amounts.ts';
import type { ByForm } from '#app/toxicology/metals/verdicts.ts';
import { byFamily, families } from '#app/toxicology/families.ts';
import {
  assessmentsOf,
  ticksOf,
  type Assessment,
  type Assessments,
  type Measured,
} from '#app/results/answers/assess.ts';
import { eaterOf, specChild } from '#app/results/answers/eater.ts';
import { loadSamples, type StoredSample } from './load-samples.server.ts';
import {
  familyFields,
  ownFields,
  wordFields,
  type RiskLevelRow,
} from '#app/results/tested-schema.ts';
import { labSamples, testedProducts } from '#db/schema.ts';
import {
  ALSO_TESTED,
  alsoTestedTags,
  isAlsoTested,
  isNotFood,
  productCategoryOf,
} from '#app/results/answers/product-category.ts';
import {
  DEFAULT_SORT,
  RISK_CAP,
  RISK_PAGE_SIZE,
  sortedFamily,
  type RiskSort,
} from '#app/results/risk-level-row.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
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
  const { page = 1, search = '', category, lots } = query;
  const [all, past] = [await allTested(), lots ? await pastLots() : []];
  const [term, group] = [searchable(search), groupOf(category)];
  const tags = category === ALSO_TESTED ? alsoTestedTags : group && groupTags(group);
  const found = all.filter(
    (row) =>
      row.searchText.includes(term) &&
      (!tags || row.tags.some((tag) => tags.includes(tag))) &&
      isAsCertain(row, query) &&
      !past.includes(row.originalId),
  );
  const listed = inOrder(found, query).slice(0, RISK_CAP);
  const offset = (page - 1) * RISK_PAGE_SIZE;
  const items = listed.slice(offset, offset + RISK_PAGE_SIZE).map(riskLevelRow);
  return { items, total: listed.length, page, pageSize: RISK_PAGE_SIZE };
}

/** By whether nobody can tell its level in the family that it is sorted by, or in any of the best order. */
function isAsCertain(
  { assessments: { child } }: TestedRow,
  { certainty, sort = DEFAULT_SORT, order }: RiskQuery,
): boolean {
  const asked = order === 'best' ? families.map(({ key }) => key) : [sortedFamily(sort)];
  const isUnsure = asked.some((family) => child[family].could !== null);
  return certainty === undefined || isUnsure === (certainty === 'unsure');
}

/** `rows` come by number, and equals of one name stay so. */
function inOrder(
  rows: readonly TestedRow[],
  { sort = DEFAULT_SORT, direction = 'desc', also_tested, order }: RiskQuery,
): TestedRow[] {
  const keysOf = ({ tags, assessments: { child } }: TestedRow): number[] => {
    const percent = child[sortedFamily(sort)].tdi_percent ?? Infinity;
    const isFromHighest = direction === 'desc' && percent !== Infinity;
    return [
      Number(also_tested === 'last' && isAlsoTested(tags)),
      ...(order === 'best' ? child.best_first : [isFromHighest ? -percent : percent]),
    ];
  };
  return rows.toSorted((a, b) => {
    const [own, its] = [keysOf(a), keysOf(b)];
    const at = own.findIndex((key, place) => key !== its[place]);
    if (at >= 0) return own[at]! < its[at]! ? -1 : 1;
    return a.searchText < b.searchText ? -1 : Number(a.searchText > b.searchText);
  });
}

/** Every tested product there is, past what the list shows too. */
export async function countTestedProducts(): Promise<number> {
  return (await allTested()).length;
}

/** Numbers of those whose samples state dates that have all passed. */
async function pastLots(): Promise<(number | null)[]> {
  const { testedProductId: id, provenance } = labSamples;
  const day = sql`replace(${provenance} ->> 'expiration_date', ' ', '')`;
  const today = now().toISOString().slice(0, 10);
  const rows = await db()
    .select({ id })
    .from(labSamples)
    .groupBy(id)
    .having(sql`bool_and(${day} < ${today}) filter (where ${day} <> '')`);
  return rows.map((row) => row.id);
}

/** A tested product as it is stored, with what is said of it. */
export type TestedRow = Awaited<ReturnType<typeof selectTested>>[number];

/** What is stored of a tested product, and whose item it is: as its product says at this moment. */
export const testedColumns = {
  ...getTableColumns(testedProducts),
  itemOf: sql<number | null>`(
    select item_of from products where products.id = ${testedProducts.productId})`,
};

/**
 * Tested products, by number. What the version before has published is assessed as it is read: it
 * leaves nothing stored that is not of its results.
 */
export async function selectTested(tx: Tx, where?: SQL, panel: PanelKey = 'plastics') {
  const { originalId } = testedProducts;
  const rows = await tx
    .select(testedColumns)
    .from(testedProducts)
    .where(and(eq(testedProducts.panel, panel), where))
    .orderBy(asc(originalId));
  const missing = rows.filter(({ assessments }) => assessments === null);
  const samples = await loadSamples(
    tx,
    missing.map((row) => row.originalId),
  );
  return rows.map((row) => ({
    ...row,
    assessments: (row.assessments ?? assessStored(row, samples)) as Assessments, // as `rateAnew` writes
  }));
}

/** What the stored samples of a product come to; `samples` may hold those of others, too. */
export function assessStored(
  row: Omit<Measured, 'samples'> & { panel: string },
  samples: readonly StoredSample[],
): Assessments | { amounts: ByForm<StoredAmount> } {
  const own = samples
    .filter(({ testedProductId }) => testedProductId === row.originalId)
    .map(({ measurements }) => measurements);
  return row.panel === 'metals'
    ? { amounts: amountsOf(own) }
    : assessmentsOf({ ...row, samples: own });
}

/** These tested products as the list states them, in this order, without what is no longer there. */
export async function rowsOf(originalIds: readonly number[]): Promise<RiskLevelRow[]> {
  const all = new Map((await allTested()).map((row) => [row.originalId, row]));
  return originalIds.flatMap((id) => all.get(id) ?? []).map(riskLevelRow);
}

/** What the strips of these tested products show, by number, for whoever each is for. */
export async function marksOf(originalIds: readonly number[]) {
  const rows = (await allTested()).filter(({ originalId }) => originalIds.includes(originalId));
  return Object.fromEntries(
    rows.map((row) => {
      const own = ownAssessment(row);
      const limits = byFamily((family) => ticksOf(own[family], isNotFood(row.tags)));
      return [row.originalId, { ...byFamily((family) => own[family].marks), limits }];
    }),
  );
}

/** What is said of a product for whoever it is for. */
export function ownAssessment({ assessments, ...product }: JudgedRow): Assessment {
  return assessments[eaterOf(product) === specChild ? 'child' : 'baby'];
}

type JudgedRow = Pick<TestedRow, 'originalId' | 'itemOf' | 'name' | 'tags' | 'assessments'>;

/** The number of the item that was tested, by which its kind and its picture go. */
export function itemOfTested(row: Pick<TestedRow, 'originalId' | 'itemOf'>): number {
  return row.itemOf ?? row.originalId;
}

/** A stored product as the list states it: rated for the spec's child, and judged for whoever it is for. */
export function riskLevelRow(product: JudgedRow): RiskLevelRow {
  const { originalId, name, tags, assessments } = product;
  const own = ownAssessment(product);
  return {
    product_id: originalId,
    padded_id: paddedId(originalId),
    name,
    image_url: photoAddress(itemOfTested(product)),
    ...familyFields((family) => assessments.child[family]),
    not_food: isNotFood(tags),
    eater: {
      weight_kg: own.weight_kg,
      servings: own.servings,
      ...ownFields((family) => own[family]),
    },
    ...wordFields((family) => own[family].word),
    sentence: own.sentence,
    category: productCategoryOf(tags),
  };
}

/**
 * Every tested product as it is stored now, by number: what a report is set against. Read once for a
 * version of what is published. Not to be changed.
 */
export async function allTested(): Promise<readonly TestedRow[]> {
  // Read after the version: newer than it at worst, and then the next question finds another one.
  return cached(`all tested ${await contentVersion()}`, 3_600, async () => selectTested(db()));
}
