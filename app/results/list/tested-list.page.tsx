import { baby, personText, specChild } from '#app/results/answers/eater.ts';
import { useState } from 'react';
import { data, href, Link, useNavigate, useSearchParams } from 'react-router';
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
import { drawClosest } from '#app/funding/list/draw-closest.server.tsx';
import { siteUrl } from '#app/config.ts';
import { BesideFundingList } from '#app/funding/list/beside-funding-list.tsx';
import { LIST_EMPTY_ELSEWHERE } from '#app/funding/list-messages.ts';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { readOr } from '#app/http/answer-trouble.server.ts';
import { track } from '#app/analytics/track.ts';
import { site } from '#app/site.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import type { FamilyStrip } from '#app/results/answers/strip-of.ts';
import { CompareBar } from '#app/results/compare/compare-bar.tsx';
import { ClosestProduct } from '#app/funding/list/closest-product.tsx';
import { counted } from '#app/kit/text.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { metalHit } from '#app/results/metals/metal-stands.tsx';
import { listMetals } from './list-metals.server.ts';
import { METALS_LEAD, METALS_TITLE, MetalsList, metalSortOf } from './metals-list.tsx';
import { testedGroups } from './tested-groups.server.ts';
import { fetchTested, TestedList, withMarks, type StrippedRow } from './tested-list.tsx';
import * as messages from '#app/results/messages.ts';
import { stripsOf } from '#app/results/mini-strips.tsx';
import { drawHits, drawTopic } from '#app/results/search/draw-hits.server.tsx';
import { listRiskLevels, marksOf } from '#app/results/read/risk-levels.server.ts';
import { TestedChips } from './tested-chips.tsx';
import { TestedControls } from './tested-controls.tsx';
import { testedListMeta } from '#app/results/report/tested-meta.ts';
import { besides, readTestedQuery, testedQueryString, type TestedQuery } from './tested-query.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { LEVEL_GUIDE } from '#app/results/answers/answer.ts';
import type { Route } from './+types/tested-list.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const query = readTestedQuery(params);
  const isOfMetals = params.get('panel') === 'metals';
  const { status, result } = await firstPageOf(
    query.search,
    messages.RESULTS_UNREADABLE,
    async () => {
      const page = isOfMetals
        ? { items: [], total: 0, page: 1, pageSize: 1 }
        : await listRiskLevels({ ...query, ...besides(query) });
      return withMarks(page, await marksOf(page.items.map(({ product_id: id }) => id)));
    },
  );
  const [groups, closest, hits, metals] = await Promise.all([
    readOr({ counts: [], alsoTested: [] }, 'groups of tested products', testedGroups),
    readOr(undefined, 'the product closest to its goal', drawClosest),
    readOr('', 'what a search finds', () => hitsAbove(query, result)),
    readOr([], 'tests for metals', () => listMetals('', metalSortOf(params))),
  ]);
  // Of the other list its length alone, once it has any.
  const others = isOfMetals
    ? { metals: metals.map(metalHit) }
    : metals.length > 0 && { metalsCount: metals.length };
  const shown = { query, result, groups, closest, hits, baseUrl: siteUrl(), ...others };
  return data(shown, { status });
}

/** What a search asks about beside products; where no tested product has its words, all that it finds. */
function hitsAbove({ search }: TestedQuery, result: PageResult<StrippedRow>) {
  if (!search || !result.ok) return '';
  return result.body.total > 0 ? drawTopic(search) : drawHits(search, 'tested product');
}

/**
 * Once the list is shown the browser asks the call itself: a failure then stays on this page. From
 * another page it comes with what does not change with what is asked for.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  if (params.get('panel') === 'metals') return serverLoader();
  if (!isListShown('/plasticlist')) {
    const whole = await serverLoader().catch(() => undefined);
    if (whole) return whole;
  }
  const query = readTestedQuery(params);
  // What else a search finds, the server alone knows.
  const [result, whole] = await Promise.all([
    fetchTested(query, request.signal),
    query.search ? serverLoader().catch(() => undefined) : undefined,
  ]);
  const hits = whole?.hits ?? '';
  const [groups, closest] = [undefined, undefined];
  return { query, result, groups, closest, hits, baseUrl: window.location.origin };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const baseUrl = loaderData?.baseUrl ?? '';
  if (!loaderData || !('metals' in loaderData)) return testedListMeta(baseUrl);
  return pageMeta({
    title: `${METALS_TITLE} · ${site.name}`,
    description: METALS_LEAD,
    address: `${baseUrl}/plasticlist?panel=metals`,
    table: '/metals.csv',
  });
}

export default function TestedListPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  if (!('metals' in loaderData)) return <PlasticsList loaderData={loaderData} />;
  return <MetalsList hits={loaderData.metals ?? []} sort={metalSortOf(params)} />;
}

function PlasticsList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { query, result, hits } = loaderData;
  const isAnswered = Boolean(hits) && result.ok && result.body.total === 0;
  const [{ counts, alsoTested }] = useState(loaderData.groups ?? { counts: [], alsoTested: [] });
  const [closest] = useState(loaderData.closest);
  const [metalsCount] = useState('metalsCount' in loaderData && loaderData.metalsCount);
  const [first] = useState(result.ok ? result.body.items : []);
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
      <Intro
        strips={first.flatMap(({ marks }) => stripsOf(marks))}
        metalsCount={metalsCount || 0}
      />
      <BesideFundingList emptyText={LIST_EMPTY_ELSEWHERE}>
        <section aria-labelledby="tested">
          <RuleLabel
            id="tested"
            note={
              result.ok &&
              !isAnswered && <ListNote total={result.body.total} table="/plasticlist.csv" />
            }
            className="mb-3"
          >
            Results
          </RuleLabel>
          <TestedControls query={asked} onChange={change} />
          <TestedChips query={asked} counts={counts} />
          {isLoading && <SystemLine className="pt-5">{messages.LOADING_TESTED}</SystemLine>}
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
                  <ClosestProduct closest={closest} className="mx-auto mt-8 max-w-2xl text-left" />
                )
              }
            />
          ) : (
            <ListFailure message={result.sentence} />
          )}
          <CompareBar isRaised={fundingList.items.length > 0} />
        </section>
      </BesideFundingList>
    </>
  );
}

function Intro({ strips, metalsCount }: { strips: readonly FamilyStrip[]; metalsCount: number }) {
  const { name, url } = site.resultsSource;
  return (
    <section className="squared border-b border-line">
      <div className="page-column pt-4 pb-2 sm:pt-6 sm:pb-3">
        <h1 className="text-3xl sm:text-4xl">Tested products</h1>
        <p className="mt-1 max-w-prose text-ink-soft sm:text-lg">
          What laboratories found in everyday products. Or see{' '}
          <Link to={href('/plasticlist/kinds')} className="link">
            which of a kind is lowest
          </Link>
          .
        </p>
        {metalsCount > 0 && (
          <Link to="?panel=metals" className="link inline-flex min-h-8 items-center">
            {`${METALS_TITLE}: ${counted(metalsCount, 'test')}`}
          </Link>
        )}
        <details className="mt-1 max-w-prose text-sm text-ink-soft">
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
          <StripGuide strips={strips} className="mt-2" />
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
