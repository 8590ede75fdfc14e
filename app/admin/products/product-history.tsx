import { actionWords } from '#app/admin/action-names.ts';
import { changesIn } from '#app/admin/products/history-words.ts';
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
      {history.length === 0 && <p className="mt-3 text-sm text-ink-soft">Nothing was done yet.</p>}
      <ul className="mt-1">
        {history.map(({ id, at, actor, action, before, after }) => (
          <li key={id} className="border-b border-line py-3 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <time dateTime={at} className="font-mono text-xs tabular text-ink-soft">
                {at.slice(0, 19).replace('T', ' ')} UTC
              </time>
              <span className="wrap-anywhere">
                {actor} {actionWords(action)}
              </span>
            </p>
            <dl className="mt-1 grid gap-y-0.5">
              {changesIn(before, after).map(({ name, from, to }) => (
                <div key={name} className="flex flex-wrap gap-x-3 wrap-anywhere">
                  <dt className="label text-ink-faint">{name}</dt>
                  <dd className="min-w-0">
                    {from !== undefined && (
                      <>
                        <span className="sr-only">before </span>
                        <del className="text-ink-soft">{from}</del>
                      </>
                    )}
                    {from !== undefined && to !== undefined && ' '}
                    {to !== undefined && (
                      <>
                        <span className="sr-only">after </span>
                        <ins className="no-underline">{to}</ins>
                      </>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
