import { actionWords } from '#app/admin/action-names.ts';

/** One thing that was done, with what changed by it. */
export function TrailRow({
  at,
  actor,
  action,
  subject,
  before,
  after,
}: {
  /** In ISO 8601. */
  at: string;
  actor: string;
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
}) {
  return (
    <li className="border-b border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <time dateTime={at} className="font-mono text-xs tabular text-ink-soft">
          {at.slice(0, 19).replace('T', ' ')} UTC
        </time>
        <span className="wrap-anywhere">
          {actor} {actionWords(action)}
        </span>
      </p>
      <p className="mt-1 font-mono text-xs wrap-anywhere text-ink-soft">
        {subject}
        {before !== null && ` · before ${JSON.stringify(before)}`}
        {after !== null && ` · after ${JSON.stringify(after)}`}
      </p>
    </li>
  );
}
