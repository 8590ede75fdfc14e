import { FollowControl } from './follow-control.tsx';
import { FOLLOW_REPORT_LEAD } from './follow-messages.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** At the end of a report: follows what it is about, for when there is more to say of it. */
export function FollowReport({
  product,
  kind,
  sent,
}: {
  product: { id: number; name: string };
  kind: { key: string; name: string } | null | undefined;
  sent: FormOutcome | undefined;
}) {
  return (
    <section data-skip-in-text aria-labelledby="tested-again" className="mt-8">
      <RuleLabel id="tested-again">Email me if this is tested again</RuleLabel>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-48 flex-1 text-sm text-ink-soft">{FOLLOW_REPORT_LEAD}</p>
        <FollowControl key={product.id} product={product} kind={kind} lead="" sent={sent} />
      </div>
    </section>
  );
}
