import { Fragment } from 'react';
import { href } from 'react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { openPools, type Pool } from '#app/catalogue/pools.server.ts';
import { readLane, type LaneItem } from './lane.server.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** So many are named; their page has all. */
const POOLS_NAMED = 3;

/**
 * What lacks the least, as it stands above the list: what somebody gives there completes something; and
 * the pools, which do so by themselves. Markup, because nothing in it ever changes in a browser, which
 * would load a component for it; empty where there is none.
 */
export async function drawLane(): Promise<string> {
  const [items, pools] = await Promise.all([readLane(), openPools()]);
  return renderToStaticMarkup(
    <>
      {items.length > 0 && <Lane items={items} />}
      {pools.length > 0 && <Pools pools={pools} className={items.length > 0 ? '-mt-4' : ''} />}
    </>,
  );
}

function Lane({ items }: { items: LaneItem[] }) {
  return (
    <section aria-labelledby="closest" className="mb-8">
      <RuleLabel id="closest">Closest to being tested</RuleLabel>
      <ol className="mt-2 grid gap-x-6 @2xl:auto-cols-fr @2xl:grid-flow-col">
        {items.map(({ id, name, toGo, outcome }) => (
          <li key={id} className="border-b border-line py-2 @2xl:border-0">
            <div className="flex items-baseline justify-between gap-x-3 @2xl:flex-col">
              <a
                href={href('/product/:id', { id: String(id) })}
                className="link min-w-0 leading-snug wrap-anywhere"
              >
                {name}
              </a>
              <strong className="shrink-0 font-mono text-sm font-medium tabular">{toGo}</strong>
            </div>
            <p className="text-sm text-ink-soft">{outcome}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Pools({ pools, className }: { pools: Pool[]; className: string }) {
  return (
    <p className={`mb-8 text-sm text-ink-soft ${className}`}>
      Not sure which one? A pool completes whatever needs the least:{' '}
      {pools.slice(0, POOLS_NAMED).map(({ id, name }) => (
        <Fragment key={id}>
          <a href={href('/pools/:id', { id: String(id) })} className="link">
            {name}
          </a>
          ,{' '}
        </Fragment>
      ))}
      <a href={href('/pools')} className="link">
        {pools.length > POOLS_NAMED ? `all ${pools.length}` : 'how pools work'}
      </a>
      .
    </p>
  );
}
