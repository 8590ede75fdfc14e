import type { ReactNode } from 'react';
import { BELOW_LOQ, FOUND_BELOW_DECIMAL, NO_TDI, NOT_TESTED_DASH } from '#app/results/messages.ts';

/** What the marks in the table mean; `weightKg` is that of the percents, null where none are. */
export function LabLegend({ weightKg }: { weightKg: number | null }) {
  return (
    <dl className="mt-3 grid gap-x-8 gap-y-1.5 text-sm text-ink-soft @2xl:grid-cols-2">
      {weightKg !== null && (
        <Mark sign="%TDI">
          how much of EFSA’s tolerable daily intake one serving a day uses, at a body weight of{' '}
          {weightKg} kg
        </Mark>
      )}
      {weightKg !== null && (
        <Mark sign={NO_TDI}>EFSA has set no tolerable daily intake for this chemical</Mark>
      )}
      <Mark sign={FOUND_BELOW_DECIMAL}>detected, but less than 0.1 in this unit</Mark>
      <Mark sign={BELOW_LOQ}>less than the laboratory can measure, possibly none</Mark>
      <Mark sign=">">above the range that was measured; how much above is unknown</Mark>
      <Mark sign={NOT_TESTED_DASH}>not tested</Mark>
    </dl>
  );
}

function Mark({ sign, children }: { sign: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-16 shrink-0 font-mono text-ink">{sign}</dt>
      <dd>{children}</dd>
    </div>
  );
}
