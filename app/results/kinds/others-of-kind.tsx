import { KindLink } from '#app/results/kind-link.tsx';
import { ToFund } from '#app/results/hits.tsx';
import type { SameKind } from '#app/results/rank/same-kind.server.ts';

/** What else there is of a report's kind: all of it, and what can be funded. Nothing without a kind. */
export function OthersOfKind({ sameKind }: { sameKind: SameKind | null }) {
  if (!sameKind) return null;
  const { kind, apart, toFund } = sameKind;
  return (
    <div className="mt-12">
      {apart && <p className="mt-3 max-w-prose text-sm text-ink-soft">{apart}</p>}
      <KindLink kind={kind} />
      <ToFund id="to-fund" title={`Not tested yet: ${kind.name.toLowerCase()}`} items={toFund} />
    </div>
  );
}
