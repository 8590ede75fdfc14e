import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { hasMore } from '#app/catalogue/list/list-query.ts';
import { EndlessList } from '#app/catalogue/list/endless-list.tsx';
import type { Page } from '#app/catalogue/product-schema.ts';
import { useEndlessList } from '#app/catalogue/list/use-endless-list.ts';
import { nothingMatches } from '#app/catalogue/messages.ts';
import { ALSO_TESTED_NAME, ALSO_TESTED_TEXT, LOADING_MORE_TESTED } from '#app/results/messages.ts';
import { sortedFamily } from '#app/results/risk-level-row.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { TestedCard } from './tested-card.tsx';
import { besides, testedQueryString, type TestedQuery, testedParameters } from './tested-query.ts';
import { fetchMarks, type FamilyMarks } from '#app/results/mini-strips.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { listFailed } from '#app/catalogue/list/fetch-products.ts';
import { ask } from '#app/http/ask.ts';

/** Share of the list's end that has to be seen before more is loaded. */
const SENTINEL_THRESHOLD = 0.1;
/** Products whose images are seen first. */
const EAGER_IMAGES = 4;

/**
 * The endless list of tested products of one query, beginning with its first page. Give it a new
 * `key` for another query.
 */
export function TestedList({
  first,
  query,
  alsoTested,
  isAnswered,
  suggestion,
}: {
  first: Page<StrippedRow>;
  query: TestedQuery;
  /** Numbers of the products that stand apart at the end of the whole list. */
  alsoTested: readonly number[];
  /** Whether what its search found elsewhere stands above. */
  isAnswered: boolean;
  /** Below what says that nothing was found. */
  suggestion?: ReactNode;
}) {
  const list = useEndlessList({
    address: `/plasticlist${testedQueryString(query)}`,
    first,
    fetchNext: (page, signal) => fetchTested({ ...query, page }, signal),
    merge: mergeRows,
  });
  if (list.total === 0 || list.items.length === 0) {
    return (
      <NothingFound query={query} isAnswered={isAnswered}>
        {suggestion}
      </NothingFound>
    );
  }
  const to = (page: number) => testedQueryString({ ...query, page }) || '?';
  const sorted = query.sort && sortedFamily(query.sort);
  const isApart = (row: RiskLevelRow | undefined) =>
    row !== undefined &&
    besides(query).also_tested === 'last' &&
    alsoTested.includes(row.product_id);
  return (
    <EndlessList
      list={list}
      loadingText={LOADING_MORE_TESTED}
      keyOf={(product) => product.product_id}
      renderItem={(product, index) => (
        <>
          {isApart(product) && !isApart(list.items[index - 1]) && <AlsoTested />}
          <TestedCard
            product={product}
            marks={product.marks}
            sorted={sorted}
            isFirst={index === 0}
            eager={index < EAGER_IMAGES}
          />
        </>
      )}
      previous={query.page > 1 ? to(query.page - 1) : undefined}
      next={hasMore(first) ? to(first.page + 1) : undefined}
      threshold={SENTINEL_THRESHOLD}
      entryHeight="[--entry-height:15rem] sm:[--entry-height:11rem] lg:[--entry-height:6.5rem]"
    />
  );
}

/** Above the first of what is not food that people buy today. */
function AlsoTested() {
  return (
    <div className="pt-10 pb-2">
      <RuleLabel>{ALSO_TESTED_NAME}</RuleLabel>
      <p className="mt-2 text-sm text-ink-soft">{ALSO_TESTED_TEXT}</p>
    </div>
  );
}

/** Appends in the order of the pages, which is the chosen sort; a newer copy keeps its place. */
export function mergeRows(shown: StrippedRow[], more: StrippedRow[]): StrippedRow[] {
  return [...new Map([...shown, ...more].map((row) => [row.product_id, row])).values()];
}

function NothingFound({
  query,
  isAnswered,
  children,
}: {
  query: TestedQuery;
  isAnswered: boolean;
  children: ReactNode;
}) {
  const { search, page, sort, direction, category, certainty, lots } = query;
  // What was searched for may be there in another group.
  const everything = testedQueryString({ search: '', page: 1, sort, direction });
  const isWhole = !search && page === 1 && ![category, certainty, lots].some(Boolean);
  return (
    <div className="border-b border-line py-12 text-center">
      <p className="text-lg">{isWhole ? 'No results here yet.' : nothingText(query, isAnswered)}</p>
      {!isWhole && (
        <p className="mt-2 text-sm text-ink-soft">
          <Link to={everything || '?'} className="link">
            Show all tested products
          </Link>
        </p>
      )}
      {children}
    </div>
  );
}

function nothingText({ search, page }: TestedQuery, isAnswered: boolean): string {
  if (search) return nothingMatches('tested product', search, isAnswered);
  return page > 1 ? 'The list ends before this page.' : 'No tested product is of this kind.';
}

/** A row of the list with what its strips show, where that has come. */
export interface StrippedRow extends RiskLevelRow {
  marks?: FamilyMarks;
}

/** The same page with what the strips of its products show. */
export function withMarks(
  page: Page<RiskLevelRow>,
  marks: Record<number, FamilyMarks>,
): Page<StrippedRow> {
  const items = page.items.map((row) => ({ ...row, marks: marks[row.product_id] }));
  return { ...page, items };
}

/** Asks for one page of the tested products from the browser. */
export async function fetchTested(query: TestedQuery, signal?: AbortSignal) {
  const found = await ask('get /api/risk-levels', {
    query: { ...testedParameters(query), ...besides(query) },
    signal,
    failed: listFailed,
  });
  if (!found.ok) return found;
  const marks = await fetchMarks(
    found.body.items.map(({ product_id: id }) => id),
    signal,
  );
  return { ...found, body: withMarks(found.body, marks) };
}
