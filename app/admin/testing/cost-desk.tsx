import { ActForm } from './act-form.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { textsOf } from '#app/testing/standing.ts';
import type { Fields } from '#app/testing/read-input.ts';
import { COST_KINDS, type CostKind } from '#app/testing/steps.ts';
import type { DeskCost } from '#app/testing/testing-desk.server.ts';
import { TitledPanel } from '#app/ui/panel.tsx';

/** What was paid for a product's test, one cost after the other, and a form for the next. */
export function CostDesk({ costs, standing }: { costs: DeskCost[]; standing: Fields }) {
  return (
    <TitledPanel id="costs" title="Costs">
      <ul className="mt-2">
        {costs.map((cost) => (
          <li key={cost.id} className="border-b border-line py-2">
            <CostLine cost={cost} />
            <ActForm
              summary="Correct"
              act="correct-cost"
              form={`cost-${cost.id}`}
              submit="Correct it"
              standing={{ ...textsOf('correct-cost', { ...cost, reason: '' }), cost: cost.id }}
            />
          </li>
        ))}
      </ul>
      <ActForm act="note-cost" submit="Record the cost" standing={standing} />
    </TitledPanel>
  );
}

function CostLine({ cost }: { cost: DeskCost }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{COST_KINDS[cost.kind as CostKind]}</span>
        <span className="font-mono text-sm tabular">
          {cost.amountCents === 0 ? 'not paid' : formatCents(cost.amountCents)}
        </span>
      </p>
      <p className="font-mono text-xs wrap-anywhere text-ink-soft">
        {dayText(cost.paidOn)} · {cost.payee} · {cost.receipt}
      </p>
      {cost.reason && (
        <p className="font-mono text-xs wrap-anywhere text-ink-soft">corrected: {cost.reason}</p>
      )}
    </div>
  );
}
