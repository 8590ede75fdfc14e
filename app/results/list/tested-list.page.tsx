import { baby, personText, specChild } from '#app/results/answers/eater.ts';
import { useState } from 'react';
import { data, href, Link, useNavigate } from 'react-router';
import type { PageResult } from '#app/catalogue/product.ts';
import { ListFailure } from '#app/catalogue/list/list-failure.tsx';
import { ListNote } from '#app/catalogue/list/list-note.tsx';
import { firstPageOf } from '#app/catalogue/list/first-page.server.ts';
import {
  isListShown,
  useAskedParams,
  useIsListLoading,
  useShownList,
} from '#app/catalogue/list/asked-list.ts';
import { findClosestToGoal } from '#app/catalogue/search/find-to-fund.server.ts';
import { siteUrl } from '#app/config.ts';
import { FundingListPanel } from '#app/funding/list/funding-list-panel.tsx';
import { LIST_EMPTY_ELSEWHERE } from '#app/funding/list-messages.ts';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { readOr } from '#app/http/answer-trouble.server.ts';
import { track } from '#app/analytics/track.ts';
import { site } from '#app/site.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { CompareBar } from '#app/results/compare/compare-bar.tsx';
import { ProductProgress } from '#app/catalogue/product-progress.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import { testedGroups } from './tested-groups.server.ts';
import { fetchRiskLevels, TestedList } from './tested-list.tsx';
import * as messages from '#app/results/messages.ts';
import { drawHits, drawTopic } from '#app/results/search/draw-hits.server.tsx';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import { TestedChips } from './tested-chips.tsx';
import { TestedControls } from './tested-controls.tsx';
import { testedListMeta } from '#app/results/report/tested-meta.ts';
import { besides, readTestedQuery, testedQueryString, type TestedQuery } from './tested-query.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { LEVEL_GUIDE } from '#app/results/answers/answer.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import type { Route } from './+types/tested-list.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const query = readTestedQuery(new URL(request.url).searchParams);
  const { status, result } = await firstPageOf(query.search, messages.RESULTS_UNREADABLE, () =>
    listRiskLevels({ ...query, ...besides(query) }),
  );
  const [groups, closest, hits] = await Promise.all([
    readOr({ counts: [], alsoTested: [] }, 'groups of tested products', testedGroups),
    readOr(undefined, 'the product closest to its goal', findClosestToGoal),
    readOr('', 'what a search finds', () => hitsAbove(query, result)),
  ]);
  return data({ query, result, groups, closest, hits, baseUrl: siteUrl() }, { status });
}

/** What a search asks about beside products; where no tested product has its words, all that it finds. */
function hitsAbove({ search }: TestedQuery, result: PageResult<RiskLevelRow>) {
  if (!search || !result.ok) return '';
  return result.body.total > 0 ? drawTopic(search) : drawHits(search, 'tested product');
}

/**
 * Once the list is shown the browser asks the call itself: a failure then stays on this page. From
 * another page it comes with what does not change with what is asked for.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (!isListShown('/plasticlist')) {
    const whole = await serverLoader().catch(() => undefined);
    if (whole) return whole;
  }
  const query = readTestedQuery(new URL(request.url).searchParams);
  // What else a search finds, the server alone knows.
  const [result, whole] = await Promise.all([
    fetchRiskLevels(query, request.signal),
    query.search ? serverLoader().catch(() => undefined) : undefined,
  ]);
  const hits = whole?.hits ?? '';
  const [groups, closest] = [undefined, undefined];
  return { query, result, groups, closest, hits, baseUrl: window.location.origin };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return testedListMeta(loaderData?.baseUrl ?? '');
}

export default function TestedListPage({ loaderData }: Route.ComponentProps) {
  const { query, result, hits } = loaderData;
  const isAnswered = Boolean(hits) && result.ok && result.body.total === 0;
  const [{ counts, alsoTested }] = useState(loaderData.groups ?? { counts: [], alsoTested: [] });
  const [closest] = useState(loaderData.closest);
  const navigate = useNavigate();
  const fundingList = useFundingList();
  const asked = readTestedQuery(useAskedParams('/plasticlist'));
  const isLoading = useIsListLoading('/plasticlist');
  useShownList('/plasticlist');

  function change(next: TestedQuery) {
    if (next.sort !== asked.sort || next.direction !== asked.direction) {
      track('Sort Products', { sort: next.sort ?? 'best', direction: next.direction });
    }
    const address = `/plasticlist${testedQueryString(next)}`;
    void navigate(address, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <Intro />
      <div className="page-column grid gap-x-8 pt-5 pb-16 sm:pt-8 sm:grid-cols-[minmax(0,1fr)_15rem] md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-12">
        <section aria-labelledby="tested" className="@container min-w-0">
          <RuleLabel
            id="tested"
            note={
              result.ok &&
              !isAnswered && <ListNote total={result.body.total} table="/plasticlist.csv" />
            }
            className="mb-4"
          >
            Results
          </RuleLabel>
          <TestedControls query={asked} onChange={change} />
          <TestedChips query={asked} counts={counts} />
          {isLoading && (
            <SystemLine busy className="pt-5">
              {messages.LOADING_TESTED}
            </SystemLine>
          )}
          {hits && <div className="mt-6" dangerouslySetInnerHTML={{ __html: hits }} />}
          {result.ok ? (
            <TestedList
              key={testedQueryString(query)}
              first={result.body}
              query={query}
              alsoTested={alsoTested}
              isAnswered={isAnswered}
              suggestion={
                closest && (
                  <ClosestToGoal
                    product={closest}
                    // The empty panel beside the list names it already.
                    className={`mx-auto mt-8 max-w-sm text-left ${fundingList.items.length > 0 ? '' : 'sm:hidden'}`}
                  />
                )
              }
            />
          ) : (
            <ListFailure message={result.sentence} />
          )}
          <CompareBar isRaised={fundingList.items.length > 0} />
        </section>
        <aside aria-label="Funding list">
          <FundingListPanel
            emptyText={LIST_EMPTY_ELSEWHERE}
            suggestion={
              closest && (
                <ClosestToGoal product={closest} className="mb-4 border-t border-line pt-3" />
              )
            }
          />
        </aside>
      </div>
    </>
  );
}

/** The product to fund that lacks the least, where somebody finds an empty list. */
function ClosestToGoal({ product, className }: { product: Product; className: string }) {
  return (
    <section aria-label="Closest to its goal" className={className}>
      <p className="label text-2xs text-ink-soft">Closest to its goal</p>
      <p className="mt-1 mb-3 leading-snug">
        <Link to={href('/product/:id', { id: String(product.id) })} className="link wrap-anywhere">
          {product.name}
        </Link>
      </p>
      <ProductProgress product={product} listedDollars={0} />
    </section>
  );
}

function Intro() {
  const { name, url } = site.resultsSource;
  return (
    <section className="squared border-b border-line">
      <div className="page-column pt-6 pb-4 sm:pt-10 sm:pb-7">
        <h1 className="text-3xl sm:text-4xl">Tested products</h1>
        <p className="mt-2 max-w-prose text-ink-soft sm:mt-4 sm:text-lg">
          What laboratories found in everyday products. Or see{' '}
          <Link to={href('/plasticlist/kinds')} className="link">
            which of a kind is lowest
          </Link>
          .
        </p>
        <details className="mt-2 max-w-prose text-sm text-ink-soft">
          <summary className="min-h-8 cursor-pointer content-center text-ink">
            How to read this
          </summary>
          <p className="mt-1">
            The measurements are those that{' '}
            <a href={url} rel="noopener" className="link">
              {name}
            </a>{' '}
            published ({messages.REGION}, {messages.COLLECTED}) and those of products funded here;
            the levels are calculated here.
          </p>
          <p className="mt-2">
            {LEVEL_GUIDE} One serving a day, for {personText(specChild.weightKg)}; what is for
            babies is judged for {personText(baby.weightKg)}, and its row says so. The order and the
            filters go by the child. {messages.BEST_FIRST_TEXT} {limitsNamed()}
          </p>
        </details>
      </div>
    </section>
  );
}
