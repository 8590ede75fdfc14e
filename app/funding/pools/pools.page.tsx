import { href, Link } from 'react-router';
import { POOL_REFUND, POOL_RULE, NO_POOLS } from './pool-words.ts';
import { shownPools } from './read-pools.server.ts';
import { PoolGiving } from './pool-giving.tsx';
import type { MatchOffer } from '#app/catalogue/match-offer.ts';
import { MATCH_RULE, offerWords } from '#app/catalogue/match-words.ts';
import { siteUrl } from '#app/config.ts';
import { FundingListPanel } from '#app/funding/list/funding-list-panel.tsx';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { matchOffers } from '#app/funding/matching/match-offers.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { pageMeta } from '#app/platform/feeds/page-meta.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/pools.page.ts';

export async function loader() {
  const [pools, matches] = await Promise.all([shownPools(), matchOffers()]);
  return { pools, matches, baseUrl: siteUrl() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `Pools · ${site.name}`,
    description: `Give to ${site.name} for a kind of product instead of a single one: a pool completes the next sample of the product that lacks the least.`,
    address: `${loaderData?.baseUrl ?? ''}${href('/pools')}`,
  });
}

/** Every pool that takes money, and every match that is open. */
export default function PoolsPage({ loaderData: { pools, matches } }: Route.ComponentProps) {
  const hasList = useFundingList().items.length > 0;
  return (
    <div
      className={`page-column grid gap-8 pt-10 pb-20 ${hasList ? 'sm:grid-cols-[minmax(0,1fr)_17rem]' : ''}`}
    >
      <div className="min-w-0">
        <h1 className="text-3xl sm:text-4xl">Pools</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{POOL_RULE}</p>
        <ul className="mt-8 flex flex-col gap-6">
          {pools.map((pool) => (
            <Panel as="li" key={pool.id}>
              <h2 className="text-xl">
                <Link to={href('/pools/:id', { id: String(pool.id) })} className="link">
                  {pool.name}
                </Link>
              </h2>
              <p className="mt-1 mb-4 text-sm text-ink-soft">
                {formatDollars(pool.raisedDollars)} from {counted(pool.contributors, 'contributor')}
                ; {formatDollars(pool.spentDollars)} spent on samples.
              </p>
              <PoolGiving pool={pool} />
            </Panel>
          ))}
        </ul>
        {pools.length === 0 && <p>{NO_POOLS}</p>}
        <p className="mt-6 max-w-prose text-sm text-ink-soft">{POOL_REFUND}</p>
        {matches.length > 0 && <OpenMatches matches={matches} />}
      </div>
      {hasList && (
        <div>
          <FundingListPanel isMatched={matches.length > 0} />
        </div>
      )}
    </div>
  );
}

/** What gifts to products are matched with. */
function OpenMatches({ matches }: { matches: MatchOffer[] }) {
  return (
    <section aria-labelledby="matches" className="mt-12">
      <RuleLabel id="matches" note={String(matches.length)}>
        Open matches
      </RuleLabel>
      <p className="mt-4 max-w-prose text-ink-soft">{MATCH_RULE}</p>
      <ul className="mt-5 flex flex-col gap-6">
        {matches.map((match) => {
          const { rule, left } = offerWords(match, match.purpose);
          return (
            <Panel as="li" key={match.id}>
              <h3 className="text-xl">
                <Link
                  to={href('/matches/:id', { id: String(match.id) })}
                  className="link wrap-anywhere"
                >
                  {match.name}
                </Link>
              </h3>
              <p className="mt-2">{rule}</p>
              <p className="mt-1 text-sm text-ink-soft">{left}</p>
            </Panel>
          );
        })}
      </ul>
    </section>
  );
}
