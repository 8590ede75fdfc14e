import type { ReactNode } from 'react';
import { TitledPanel } from '#app/ui/panel.tsx';

/** A list of the desk: what is shown of it, how many there are, and the command that lists all. */
export function ListPanel<T extends { id: string }>({
  id,
  title,
  lead,
  total,
  shown,
  command,
  children,
}: {
  id: string;
  title: string;
  /** Said above them, where there are any. */
  lead?: string;
  total: number;
  shown: T[];
  /** Without `openassay`. */
  command: string;
  children: (one: T) => ReactNode;
}) {
  const text = total === 0 ? 'None.' : lead;
  return (
    <TitledPanel id={id} title={title} note={String(total)}>
      {text && <p className="mt-3 text-sm text-ink-soft">{text}</p>}
      <ul className="mt-3">
        {shown.map((one) => (
          <li key={one.id} className="border-b border-line py-2 text-sm">
            {children(one)}
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-2 text-sm text-ink-soft">
          and {total - shown.length} more: <code className="font-mono">openassay {command}</code>
        </p>
      )}
    </TitledPanel>
  );
}

/** Numbers and moments of one of them; what is not known is left out. */
export function Details({ of }: { of: (string | null | undefined | false)[] }) {
  return (
    <p className="font-mono text-xs wrap-anywhere text-ink-soft">
      {of.filter(Boolean).join('\u00a0· ')}
    </p>
  );
}

/** Names and what they are, one a line. */
export function FactsList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-3 text-sm">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-2"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 font-mono tabular wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
