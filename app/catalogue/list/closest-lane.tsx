import { href, Link } from 'react-router';
import type { LaneItem } from './lane.server.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What lacks the least, above the list: what somebody gives there completes something. */
export function ClosestLane({ items }: { items: readonly LaneItem[] }) {
  return (
    <section aria-labelledby="closest" className="mb-8">
      <RuleLabel id="closest">Closest to being tested</RuleLabel>
      <ol className="mt-2 grid gap-x-6 @2xl:auto-cols-fr @2xl:grid-flow-col">
        {items.map(({ id, name, toGo, outcome }) => (
          <li key={id} className="border-b border-line py-2 @2xl:border-0">
            <div className="flex items-baseline justify-between gap-x-3 @2xl:flex-col">
              <Link
                to={href('/product/:id', { id: String(id) })}
                className="link min-w-0 leading-snug wrap-anywhere"
              >
                {name}
              </Link>
              <strong className="shrink-0 font-mono text-sm font-medium tabular">{toGo}</strong>
            </div>
            <p className="text-sm text-ink-soft">{outcome}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
