import { href } from 'react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { readLane, type LaneItem } from './lane.server.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/**
 * What lacks the least, as it stands above the list: what somebody gives there completes something.
 * Markup, because nothing in it ever changes in a browser, which
 * would load a component for it; empty where there is none.
 */
export async function drawLane(): Promise<string> {
  const items = await readLane();
  return items.length > 0 ? renderToStaticMarkup(<Lane items={items} />) : '';
}

function Lane({ items }: { items: LaneItem[] }) {
  return (
    <section aria-labelledby="closest" className="mb-8">
      <RuleLabel id="closest">Closest to being tested</RuleLabel>
      <ol className="mt-2 grid gap-x-6 @2xl:auto-cols-fr @2xl:grid-flow-col">
        {items.map(({ id, name, toGo }) => (
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
          </li>
        ))}
      </ol>
    </section>
  );
}
