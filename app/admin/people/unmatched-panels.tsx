import { href } from 'react-router';
import { AllocateForm, Why, type UnmatchedDesk } from './allocate-form.tsx';
import { Folded, RestoredForm, type RefusedForm } from '#app/desk/desk-form.tsx';
import { Details, ListPanel } from '#app/desk/list-panel.tsx';
import { minuteText, dayText } from '#app/kit/day-text.ts';
import type { AllocatedListed, OpenListed } from './unmatched-list.server.ts';
import { forText, payerText } from './whose-words.ts';
import { formatDollars } from '#app/kit/money.ts';

const ALLOCATED_TO: Record<string, string> = {
  refund: 'was a refund',
  donation: 'was a donation',
  loss: 'is covered by the project',
  outside: 'was paid outside Stripe',
};

const HAPPENED = {
  payment: 'paid',
  refund: 'refunded at Stripe',
  dispute: 'taken back by a bank',
};

/** Money that fits no order, share or refund, each with the form that says what it is. */
export function UnmatchedPanel({
  shown,
  total,
  ...desk
}: UnmatchedDesk & { shown: OpenListed[]; total: number }) {
  return (
    <ListPanel
      id="unmatched"
      title="Unmatched money"
      lead="Money at Stripe that fits no order, contribution, or refund exactly, or fits more than one. The audit lists it until you say what it is. Write only about the payment, without names."
      command="unmatched list"
      {...{ shown, total }}
    >
      {({ id, formId, kind, amount, whole, order, payment, happenedAt, choices }) => (
        <>
          <p className="wrap-anywhere">
            {formatDollars(Math.abs(amount))}
            <span>{amount !== whole && ` of ${formatDollars(Math.abs(whole))}`}</span>{' '}
            {HAPPENED[kind]}
            <span>{!order && ', of no order on this site'}</span>
            <span>{order && `, ${payerText(order.email)} for ${forText(order.products)}`}</span>
            <span>{amount > 0 && order?.note && `: ${order.note}`}</span>
          </p>
          <Details
            of={[
              id,
              `USD, ${minuteText(happenedAt)}`,
              payment !== id && payment,
              order && `order ${order.id}`,
            ]}
          />
          <AllocateForm
            {...{ id, formId, choices }}
            payer={order?.email}
            amount={Math.abs(amount)}
            {...desk}
          />
        </>
      )}
    </ListPanel>
  );
}

/** What was allocated, each with the form that takes it back. */
export function AllocatedPanel({
  refused,
  ...list
}: {
  shown: AllocatedListed[];
  total: number;
  refused: RefusedForm | undefined;
}) {
  return (
    <ListPanel id="allocated" title="Allocated money" command="unmatched list" {...list}>
      {(one) => {
        const { id, goesTo, paidOn, reference, reason, subject, refundId, notedAt } = one;
        const name = `undo-${id}`;
        const dollars = formatDollars(one.amount);
        const details = [paidOn && `on ${dayText(paidOn)}`, reference].filter(Boolean).join(', ');
        const summary = `Undo this for ${dollars}`;
        return (
          <>
            <p className="wrap-anywhere">
              {dollars} {ALLOCATED_TO[goesTo]} {details}
              <span>{reason && `: ${reason}`}</span>
            </p>
            <Details
              of={[subject, refundId !== subject && refundId, `recorded ${minuteText(notedAt)}`]}
            />
            <Folded summary={summary} about={subject} isOpen={refused?.form === name}>
              <p className="mt-2 text-ink-soft">{undoText(dollars, one.unmatchedId === null)}</p>
              <RestoredForm
                to={href('/admin/people')}
                name={name}
                intent="undo-allocation"
                submit="Undo"
                about={subject}
                hidden={{ allocation: id }}
                refused={refused}
              >
                <Why />
              </RestoredForm>
            </Folded>
          </>
        );
      }}
    </ListPanel>
  );
}

function undoText(dollars: string, isRefund: boolean): string {
  return `Undoing this moves no money. The ${dollars} is ${isRefund ? 'a refund that we owe again, and its payer is told' : 'unmatched again'}.`;
}
