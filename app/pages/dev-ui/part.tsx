import type { ReactNode } from 'react';
import { present } from '#app/kit/assert.ts';
import type { Scheme } from '#app/ui/read-tokens.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { parts, type PartId } from './parts.ts';

const schemes: Scheme[] = ['light', 'dark'];

/**
 * One part of the page: what it is for, and its specimens in both schemes beside each other; `dark`
 * where they differ in more than the scheme.
 */
export function Part({
  id,
  dark,
  children,
}: {
  id: PartId;
  dark?: ReactNode;
  children: ReactNode;
}) {
  const { title, use } = present(
    parts.find((part) => part.id === id),
    `the part ${id}`,
  );
  return (
    <section aria-labelledby={id}>
      <RuleLabel id={id}>{title}</RuleLabel>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">{use}</p>
      <div className="dev-sheet mt-4">
        {schemes.map((scheme) => (
          <div key={scheme} data-scheme={scheme} className="dev-half">
            <p className="label text-2xs text-ink-faint">{scheme}</p>
            {scheme === 'dark' ? (dark ?? children) : children}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Specimens of one kind under their name. */
export function Specimens({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-2 font-mono text-xs text-ink-faint">{name}</p>
      {children}
    </div>
  );
}
