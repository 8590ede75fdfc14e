import { Day } from '#app/desk/day-field.tsx';
import { DeskForm, Folded, type RefusedForm } from '#app/desk/desk-form.tsx';
import { Anyway, Price, ReceiptField } from './purchase-form.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { COST_KINDS, type CostKind } from '#app/testing/steps.ts';
import type { DeskCost } from '#app/testing/testing-desk.server.ts';
import { Input, Select } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

interface Desk {
  productId: number;
  today: string;
  refused: RefusedForm | undefined;
}

/** What was paid for a product's test, one cost after the other, and a form for the next. */
export function CostDesk({ costs, formId, ...desk }: Desk & { costs: DeskCost[]; formId: string }) {
  return (
    <TitledPanel id="costs" title="Costs">
      <ul className="mt-2">
        {costs.map((cost) => (
          <li key={cost.id} className="border-b border-line py-2">
            <CostLine cost={cost} />
            <CostCorrection {...desk} cost={cost} />
          </li>
        ))}
      </ul>
      <NewCost {...desk} formId={formId} />
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

function NewCost({ productId, today, refused, formId }: Desk & { formId: string }) {
  return (
    <DeskForm
      productId={productId}
      name="cost"
      intent="note-cost"
      submit="Record the cost"
      hidden={{ id: formId }}
      refused={refused}
    >
      {(valueOf) => (
        <>
          <Select label="For" name="kind" defaultValue={valueOf('kind', 'laboratory')}>
            <option value="laboratory">{COST_KINDS.laboratory}</option>
            <option value="shipping">{COST_KINDS.shipping}</option>
            <option value="other">{COST_KINDS.other}</option>
          </Select>
          <Price label="Amount" name="amount" value={valueOf('amount')} />
          <Day label="Paid on" today={today} value={valueOf('day')} />
          <Payee value={valueOf('payee')} />
          <ReceiptField value={valueOf('receipt')} />
          <Anyway refused={refused} why="cost_noted" />
        </>
      )}
    </DeskForm>
  );
}

function CostCorrection({ productId, today, refused, cost }: Desk & { cost: DeskCost }) {
  const name = `cost-${cost.id}`;
  return (
    <Folded summary="Correct" isOpen={refused?.form === name}>
      <DeskForm
        productId={productId}
        name={name}
        intent="correct-cost"
        submit="Correct it"
        hidden={{ cost: cost.id }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            <Price
              label="Amount (0: it was not paid)"
              name="amount"
              value={valueOf('amount', (cost.amountCents / 100).toFixed(2))}
            />
            <Day label="Paid on" today={today} value={valueOf('day', cost.paidOn)} />
            <Payee value={valueOf('payee', cost.payee)} />
            <ReceiptField value={valueOf('receipt', cost.receipt)} />
            <Input
              label="Reason for the correction"
              name="reason"
              required
              maxLength={200}
              defaultValue={valueOf('reason')}
            />
          </>
        )}
      </DeskForm>
    </Folded>
  );
}

function Payee({ value }: { value: string }) {
  return <Input label="Paid to" name="payee" required maxLength={100} defaultValue={value} />;
}

/** The books of a test that is done are closed: with what is left, or missing. */
export function SettleForm({
  productId,
  leftCents,
  refused,
}: {
  productId: number;
  leftCents: number;
  refused: RefusedForm | undefined;
}) {
  const amount = formatCents(Math.abs(leftCents));
  return (
    <TitledPanel id="settle" title="Close the books">
      <p className="mt-3 text-sm text-ink-soft">
        What is left goes to the reserve for tests that cost more than they raised. What is missing
        comes from that reserve, and then from the project’s own money, which is paid back first.
      </p>
      <DeskForm
        productId={productId}
        name="settle"
        intent="settle"
        submit={leftCents < 0 ? `Cover ${amount}` : `Pass on ${amount}`}
        hidden={{ left: String(leftCents) }}
        refused={refused}
      >
        {() => null}
      </DeskForm>
    </TitledPanel>
  );
}
