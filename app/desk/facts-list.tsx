import type { ReactNode } from 'react';

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
