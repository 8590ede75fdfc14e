import { href, Link } from 'react-router';
import { POOL_REFUND, POOL_RULE, NO_POOLS } from './pool-words.ts';
import { shownPools } from './read-pools.server.ts';
import { PoolGiving } from './pool-giving.tsx';
import { siteUrl } from '#app/config.ts';
import { FundingListPanel } from '#app/funding/list/funding-list-panel.tsx';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { pageMeta } from '#app/platform/feeds/page-meta.ts';
import { Panel } from '#app/ui/panel.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/pools.page.ts';

export async function loader() {
  return { pools: await shownPools(), baseUrl: siteUrl() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `Pools · ${site.name}`,
    description: `Give to ${site.name} for a kind of product instead of a single one: a pool completes the next sample of the product that lacks the least.`,
    address: `${loaderData?.baseUrl ?? ''}${href('/pools')}`,
  });
}

/** Every pool that takes money. */
export default function PoolsPage({ loaderData: { pools } }: Route.ComponentProps) {
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
      </div>
      {hasList && (
        <div>
          <FundingListPanel />
        </div>
      )}
    </div>
  );
}
