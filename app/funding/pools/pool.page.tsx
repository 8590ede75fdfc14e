import { data, href, isRouteErrorResponse, Link } from 'react-router';
import { POOL_REFUND, POOL_RULE } from './pool-words.ts';
import { PoolGiving } from './pool-giving.tsx';
import { shownPool } from './read-pools.server.ts';
import { isPool } from '#app/catalogue/pool.ts';
import { siteUrl } from '#app/config.ts';
import { FundingListPanel } from '#app/funding/list/funding-list-panel.tsx';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { FollowControl } from '#app/mailing/follows/follow-control.tsx';
import { FOLLOW_POOL_LEAD } from '#app/mailing/follows/follow-messages.ts';
import { Problem } from '#app/pages/problem.tsx';
import { pageMeta } from '#app/platform/feeds/page-meta.ts';
import { fieldOf, formAnswer, formDoorContext } from '#app/platform/http/form-door.server.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/pool.page.ts';

export async function loader({ params }: Route.LoaderArgs) {
  const id = /^\d{1,10}$/.test(params.id) ? Number(params.id) : 0;
  const found = isPool(id) ? await shownPool(id) : undefined;
  if (!found) throw data('No such pool', { status: 404 });
  return { ...found, baseUrl: siteUrl() };
}

/** Follows the pool by email. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const email = fieldOf(await request.formData(), 'email');
  const body = { product_id: Number(params.id), email };
  return formAnswer(await context.get(formDoorContext)('post /api/follows', body), { email });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `Pool not found · ${site.name}` }];
  const { pool, baseUrl } = loaderData;
  return pageMeta({
    title: `${pool.name} · ${site.name}`,
    description: `${pool.name}: ${formatDollars(pool.raisedDollars)} given, ${formatDollars(pool.spentDollars)} spent on samples.`,
    address: `${baseUrl}${href('/pools/:id', { id: String(pool.id) })}`,
    isUnlisted: pool.isClosed,
  });
}

/** A pool: what it has, what it did with it, and how to give to it. */
export default function PoolPage({
  loaderData: { pool, steps },
  actionData,
}: Route.ComponentProps) {
  const hasList = useFundingList().items.length > 0;
  return (
    <div
      className={`page-column grid gap-8 pt-10 pb-20 ${hasList ? 'sm:grid-cols-[minmax(0,1fr)_17rem]' : ''}`}
    >
      <div className="min-w-0">
        <Link
          to={href('/pools')}
          className="inline-flex min-h-8 items-center font-mono text-sm link"
        >
          ← All pools
        </Link>
        <h1 className="mt-2 text-3xl">{pool.name}</h1>
        <p className="mt-3">
          {formatDollars(pool.raisedDollars)} from {counted(pool.contributors, 'contributor')};{' '}
          {formatDollars(pool.spentDollars)} spent on samples.
        </p>
        <div className="mt-5">
          {pool.isClosed ? (
            <p>This pool is closed. What it had not spent is refunded to the people who gave it.</p>
          ) : (
            <PoolGiving pool={pool} />
          )}
        </div>
        {!pool.isClosed && (
          <div className="@container mt-4 flex max-w-prose flex-wrap items-center justify-between gap-x-4">
            <p className="min-w-48 flex-1 text-sm text-ink-soft">{FOLLOW_POOL_LEAD}</p>
            <FollowControl key={pool.id} product={pool} lead="" sent={actionData} />
          </div>
        )}
        <p className="mt-6 max-w-prose text-sm text-ink-soft">{POOL_RULE}</p>
        <p className="mt-3 max-w-prose text-sm text-ink-soft">{POOL_REFUND}</p>
        <Panel aria-labelledby="steps" className="mt-8">
          <RuleLabel id="steps" note={String(steps.length)}>
            What it completed
          </RuleLabel>
          {steps.length === 0 && <p className="mt-3 text-sm text-ink-soft">Nothing yet.</p>}
          <ul className="mt-3">
            {steps.map((step, index) => (
              <li
                key={index}
                className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 text-sm"
              >
                <span className="wrap-anywhere">
                  {dayText(step.day)}: a sample of{' '}
                  <Link to={href('/product/:id', { id: String(step.product.id) })} className="link">
                    {step.product.name}
                  </Link>
                </span>
                <span className="font-mono tabular">{formatDollars(step.dollars)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      {hasList && (
        <div>
          <FundingListPanel />
        </div>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Problem
      line={isMissing ? 'Pool not found' : 'Failed to load the pool'}
      title={isMissing ? 'No such pool.' : 'This pool cannot be shown.'}
    >
      {isMissing
        ? 'No pool has this number.'
        : 'The problem is on our side. Please try again in a moment.'}
    </Problem>
  );
}
