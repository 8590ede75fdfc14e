import { Hit } from '#app/results/hits.tsx';
import { KindLink } from '#app/results/kind-link.tsx';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { RuledSection } from '#app/ui/rule-label.tsx';
import type { NearestTested } from './nearest-tested.server.ts';

/** The tested products of the kind of one to fund, in a sentence each. */
export function TestedRelatives({ nearest: { kind, items } }: { nearest: NearestTested }) {
  return (
    <RuledSection id="relatives" title={`Tested: ${kind.name.toLowerCase()}`} className="mt-10">
      <ul>
        {items.map(({ product_id: id, name, verdict }) => (
          <Hit key={id} to={reportAddress(id)} name={name}>
            <p className="text-sm text-ink-soft">{verdict}</p>
          </Hit>
        ))}
      </ul>
      <KindLink kind={kind} />
    </RuledSection>
  );
}
