import { useEffect, useEffectEvent, useState } from 'react';
import { data, useNavigate } from 'react-router';
import { CategoryChips } from '#app/catalogue/list/category-chips.tsx';
import { ClosestProduct } from '#app/funding/list/closest-product.tsx';
import { fetchProducts } from '#app/catalogue/list/fetch-products.ts';
import { firstPageOf } from '#app/catalogue/list/first-page.server.ts';
import { fundingStateOf, FUNDING_STATES } from '#app/catalogue/list/funding-states.ts';
import { groupCounts, panelCounts } from '#app/catalogue/list/group-counts.server.ts';
import { Filters } from '#app/catalogue/list/filters.tsx';
import { HomeIntro } from '#app/catalogue/list/home-intro.tsx';
import { FundingFigures } from '#app/catalogue/list/funding-figures.tsx';
import { ListSearch, ListSort } from '#app/catalogue/list/list-controls.tsx';
import {
  COUNTED_OF_GROUP,
  listQueryString,
  readListQuery,
  type ListQuery,
} from '#app/catalogue/list/list-query.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import * as messages from '#app/catalogue/messages.ts';
import { drawClosest } from '#app/funding/list/draw-closest.server.tsx';
import type { PageResult } from '#app/catalogue/product.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { ListFailure } from '#app/catalogue/list/list-failure.tsx';
import { ListNote } from '#app/catalogue/list/list-note.tsx';
import { ProductCard } from '#app/catalogue/list/product-card.tsx';
import { ProductList } from '#app/catalogue/list/product-list.tsx';
import {
  isListShown,
  useAskedParams,
  useIsListLoading,
  useShownList,
} from '#app/catalogue/list/asked-list.ts';
import { siteUrl } from '#app/config.ts';
import { BesideFundingList } from '#app/funding/list/beside-funding-list.tsx';
import { mayJoin } from '#app/funding/list/funding-list.ts';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { drawNews } from '#app/emails/digest/draw-news.server.tsx';
import { takeSignUp } from '#app/subscriptions/take-sign-up.server.ts';
import { SignUpBanner } from '#app/subscriptions/sign-up-banner.tsx';
import { siteData } from '#app/feeds/linked-data.ts';
import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { readOr } from '#app/http/answer-trouble.server.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { track } from '#app/analytics/track.ts';
import { drawLookedUp, KINDS_LED_TO } from '#app/results/kinds/draw-looked-up.server.tsx';
import { countTestedProducts } from '#app/results/read/risk-levels.server.ts';
import { drawHits } from '#app/results/search/draw-hits.server.tsx';
import { site } from '#app/site.ts';
import { panelOf, type PanelKey } from '#app/toxicology/panels/panels.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { drawFinished } from './draw-finished.server.tsx';
import type { Route } from './+types/home.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const query = readListQuery(new URL(request.url).searchParams);
  const isWhole = !query.search && !query.mode && !query.panel;
  const [listed, testedCount, counts, others, answers, closest, news, finished] = await Promise.all(
    [
      firstPageOf(query.search, messages.CATALOGUE_UNREADABLE, () => listProducts(query)),
      readOr(undefined, 'tested products', countTestedProducts),
      readOr([], 'groups of products', () => groupCounts(query.panel)),
      listQueryString(query) ? [] : readOr([], 'products of other panels', panelCounts),
      isWhole ? readOr('', 'what people look up', drawLookedUp) : '',
      isWhole ? readOr(undefined, 'what is closest to being tested', drawClosest) : undefined,
      isWhole ? readOr('', 'what is new this week', drawNews) : '',
      isWhole ? readOr('', 'a finished test', drawFinished) : '',
    ],
  );
  const { status, result } = listed;
  const hits = await hitsAbove(query, result);
  const kinds = KINDS_LED_TO.map(({ key, name }) => ({ key, name }));
  const baseUrl = siteUrl();
  const linkedData = siteData(baseUrl);
  const above = { answers, closest, news, finished, ...(others.length > 0 && { others }) };
  const shown = { query, result, testedCount, counts, kinds, above, hits, baseUrl, linkedData };
  return data(shown, { status });
}

/** What is tested of what is searched for; where the list has nothing of it, all that there is. */
async function hitsAbove({ search, mode, panel }: ListQuery, result: PageResult<Product>) {
  if (!search || mode || panel || !result.ok) return '';
  const what = result.body.total > 0 ? undefined : 'product to fund';
  return readOr('', 'what a search finds', () => drawHits(search, what));
}

/**
 * Once the list is shown the browser asks the call itself: a failure then stays on this page. From
 * another page it comes with the counts, which do not change with what is asked for.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const query = readListQuery(new URL(request.url).searchParams);
  if (!isListShown(listOf(query))) {
    const whole = await serverLoader().catch(() => undefined);
    if (whole) return whole;
  }
  // What else a search finds, the server alone knows.
  const [result, whole] = await Promise.all([
    fetchProducts(query, request.signal),
    query.search && serverLoader().catch(() => undefined),
  ]);
  const hits = whole ? whole.hits : '';
  const baseUrl = window.location.origin;
  return { query, result, hits, baseUrl, ...NOT_ASKED };
}

/** The list of each panel has its own around it. */
const listOf = ({ panel }: ListQuery) => `/${panel ?? ''}`;

/** What does not change with what is asked for. */
const NOT_ASKED = {
  testedCount: undefined,
  counts: undefined,
  kinds: undefined,
  above: undefined,
  linkedData: undefined,
};

/** Takes a sign-up to the updates. */
export async function action({ request, context }: Route.ActionArgs) {
  return takeSignUp(formFieldsOf(await request.formData()), context.get(formAdapterContext));
}

export const clientAction = orNoAnswer;

export function meta({ loaderData }: Route.MetaArgs) {
  const { linkedData, query } = loaderData ?? {};
  const panel = query?.panel && panelOf(query.panel);
  const title = panel
    ? `To be tested for ${panel.name} · ${site.name}`
    : `${site.name}: ${site.tagline}`;
  const address = `${loaderData?.baseUrl ?? ''}/${panel ? `?panel=${panel.key}` : ''}`;
  return pageMeta({
    title,
    description: panel ? fundingText(panel.key) : site.description,
    address,
    table: '/products.csv',
    linkedData,
  });
}

const fundingText = (panel: PanelKey) =>
  `Fund independent laboratory tests of everyday products for ${panelOf(panel).inSentence}.`;

export default function HomePage(props: Route.ComponentProps) {
  return <Home key={listOf(props.loaderData.query)} {...props} />;
}

function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { query, result, hits } = loaderData;
  const isAnswered = Boolean(hits) && result.ok && result.body.total === 0;
  // Searching the list below asks for the list alone.
  const [testedCount] = useState(loaderData.testedCount);
  const [counts] = useState(loaderData.counts ?? []);
  const [kinds] = useState(loaderData.kinds ?? []);
  const [above] = useState(loaderData.above);
  const navigate = useNavigate();
  const list = useFundingList();
  const asked = readListQuery(useAskedParams('/'));
  const isWhole = !asked.search && !asked.mode && !asked.panel;
  const isLoading = useIsListLoading('/');
  useShownList(listOf(query));
  useFreshAmounts(result);

  function change(next: ListQuery) {
    if (next.sort !== asked.sort || next.direction !== asked.direction) {
      track('Sort Products', { sort: next.sort, direction: next.direction });
    }
    void navigate(`/${listQueryString(next)}`, { replace: true, preventScrollReset: true });
  }

  const interlude = !query.panel && (
    <div className="border-b border-line py-4">
      <FundingFigures others={asked.search ? [] : above?.others} />
      {above && isWhole && <div dangerouslySetInnerHTML={{ __html: above.finished }} />}
    </div>
  );

  const top = (
    <>
      <div className="@container min-w-0 max-lg:col-span-full lg:row-span-2">
        {above && isWhole && (
          <>
            <div dangerouslySetInnerHTML={{ __html: above.answers }} />
            {above.closest && <ClosestProduct closest={above.closest} className="mt-4" />}
            <div dangerouslySetInnerHTML={{ __html: above.news }} />
          </>
        )}
        {query.panel && (
          <>
            <p className="mb-2 text-lg">{fundingText(query.panel)}</p>
            <FundingFigures panel={query.panel} />
          </>
        )}
        {asked.search && hits && (
          <div className="-mt-3" dangerouslySetInnerHTML={{ __html: hits }} />
        )}
      </div>
      <div className="max-lg:col-span-full">
        <SignUpBanner search={query.search} sent={actionData} />
      </div>
    </>
  );

  return (
    <>
      <HomeIntro testedCount={testedCount} kinds={kinds}>
        <ListSearch query={asked} onChange={change} />
      </HomeIntro>
      <BesideFundingList top={top}>
        <section aria-labelledby="products">
          <RuleLabel
            id="products"
            note={
              result.ok &&
              !isAnswered && <ListNote total={result.body.total} table="/products.csv" />
            }
            className="mb-2 @2xl:mb-0"
          >
            {query.mode === 'demo'
              ? 'Demonstration products'
              : query.panel
                ? `To be tested for ${panelOf(query.panel).name}`
                : 'Products to fund'}
          </RuleLabel>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <ListSort query={asked} onChange={change} />
            {asked.search ? (
              <p className="col-span-full text-sm text-ink-soft">
                {`A search covers all ${asked.mode === 'demo' ? 'demonstration ' : ''}${asked.panel ? `tests for ${panelOf(asked.panel).name}` : 'products'}.`}
              </p>
            ) : (
              <Filters on={[asked.funding, asked.category].filter(Boolean).length}>
                <CategoryChips
                  label="Shown"
                  counts={[...FUNDING_STATES, { key: 'all', name: 'All' }]}
                  chosen={asked.funding ?? 'all'}
                  most={0}
                  to={(funding) =>
                    listQueryString({ ...asked, funding: fundingStateOf(funding), page: 1 }) || '?'
                  }
                />
                {!asked.mode && (
                  <CategoryChips
                    counts={counts}
                    chosen={asked.category}
                    most={asked.funding ? 0 : COUNTED_OF_GROUP}
                    to={(category) => listQueryString({ ...asked, category, page: 1 }) || '?'}
                  />
                )}
              </Filters>
            )}
          </div>
          {isLoading && <SystemLine className="pt-5">{messages.LOADING_PRODUCTS}</SystemLine>}
          {result.ok ? (
            <ProductList
              key={listQueryString(query)}
              first={result.body}
              query={query}
              isAnswered={isAnswered}
              interlude={interlude}
              renderProduct={(product, index) => (
                <ProductCard
                  product={product}
                  listedDollars={list.amountFor(product.id)}
                  isApart={!mayJoin(list.items, product)}
                  onAdd={(amountDollars) => list.add(product, amountDollars)}
                  eager={index < 4}
                />
              )}
            />
          ) : (
            <>
              <ListFailure message={result.sentence} />
              {interlude}
            </>
          )}
        </section>
      </BesideFundingList>
    </>
  );
}

/** Amounts on the funding list stay within what its products need by now. */
function useFreshAmounts(result: PageResult<Product>) {
  const list = useFundingList();
  const refresh = useEffectEvent(list.refresh);
  useEffect(() => {
    if (result.ok) refresh(result.body.items);
  }, [result]);
}
