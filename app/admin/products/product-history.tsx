import { TrailRow } from '#app/admin/trail/trail-row.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Panel } from '#app/ui/panel.tsx';

/** What administrators did to a product: who, when, before and after; the newest first. */
export function ProductHistory({
  history,
}: {
  history: {
    id: number;
    /** In ISO 8601. */
    at: string;
    actor: string;
    action: string;
    before: unknown;
    after: unknown;
  }[];
}) {
  return (
    <Panel aria-labelledby="history" className="lg:col-span-2">
      <RuleLabel id="history">History</RuleLabel>
      {history.length === 0 && (
        <p className="mt-3 text-sm text-ink-soft">Nothing has been done yet.</p>
      )}
      <ul className="mt-1">
        {history.map(({ id, at, actor, action, before, after }) => (
          <TrailRow key={id} {...{ at, actor, action, before, after }} />
        ))}
      </ul>
    </Panel>
  );
}
