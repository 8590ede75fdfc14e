import { actionWords } from './action-names.ts';
import { changesIn, type TrailChange } from './changes.ts';

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
  /** What it was done to; absent where the page says so already. */
  subject?: string;
  before: unknown;
  after: unknown;
}) {
  return (
    <li className="border-b border-line py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <time dateTime={at} className="font-mono text-xs tabular text-ink-soft">
          {at.slice(0, 19).replace('T', ' ')} UTC
        </time>
        <span className="wrap-anywhere">
          {actor} {actionWords(action)}
        </span>
      </p>
      {subject && <p className="mt-1 font-mono text-xs wrap-anywhere text-ink-soft">{subject}</p>}
      <dl className="mt-1 grid gap-y-0.5">
        {changesIn(before, after).map((change) => (
          <ChangeLine key={change.name} change={change} />
        ))}
      </dl>
    </li>
  );
}

function ChangeLine({ change: { name, from, to } }: { change: TrailChange }) {
  return (
    <div className="flex flex-wrap gap-x-3 wrap-anywhere">
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
  );
}
