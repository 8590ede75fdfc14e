import { href } from 'react-router';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Hit } from './hit.tsx';
import type { NearestTested } from './nearest-tested.server.ts';

/** The tested products that are most like one to fund, in a sentence each; nothing for none. */
export function TestedRelatives({ nearest }: { nearest: NearestTested }) {
  const { items, isByCategory } = nearest;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="relatives" className="mt-10">
      <RuleLabel id="relatives">
        {isByCategory ? 'Tested in the same category' : 'Tested products like this one'}
      </RuleLabel>
      <ul>
        {items.map(({ product_id: id, name, verdict }) => (
          <Hit
            key={id}
            to={href('/plasticlist/:originalId', { originalId: String(id) })}
            name={name}
          >
            <p className="text-sm text-ink-soft">{verdict}</p>
          </Hit>
        ))}
      </ul>
    </section>
  );
}
