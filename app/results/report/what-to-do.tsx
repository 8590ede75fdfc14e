import type { ReactNode } from 'react';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { ReportTile } from '#app/results/report-cards.ts';
import type { Authority } from '#app/toxicology/limits.ts';
import { adviceOf } from './advice.ts';

/** The end of a report: what its figures give reason to do, and where to go on. */
export function WhatToDo({
  tiles,
  tags,
  isNotFood,
  authority,
  children,
}: {
  /** The card of whoever eats it, against EFSA's limits. */
  tiles: readonly ReportTile[];
  tags: readonly string[];
  isNotFood: boolean;
  /** Whose limits the report is read by. */
  authority: Authority;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="what-to-do" className="mt-12">
      <RuleLabel id="what-to-do" className="mb-4">
        What to do
      </RuleLabel>
      {authority !== 'EFSA' && (
        <p className="text-sm text-ink-soft">By EFSA’s limits, as the EPA has none for a family:</p>
      )}
      {adviceOf(tiles, tags, isNotFood).map((sentence) => (
        <p key={sentence} className="mt-2 max-w-prose">
          {sentence}
        </p>
      ))}
      {children}
    </section>
  );
}
