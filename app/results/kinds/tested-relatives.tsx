import { href } from 'react-router';
import { Hit } from '#app/results/hits.tsx';
import { KindLink } from '#app/results/kind-link.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { NearestTested } from './nearest-tested.server.ts';

/** The tested products of the kind of one to fund, in a sentence each. */
export function TestedRelatives({ nearest: { kind, items } }: { nearest: NearestTested }) {
  return (
    <section aria-labelledby="relatives" className="mt-10">
      <RuleLabel id="relatives">Tested: {kind.name.toLowerCase()}</RuleLabel>
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
      <KindLink kind={kind} />
    </section>
  );
}
