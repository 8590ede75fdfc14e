import { Press, RestoredForm } from '#app/admin-ui/desk-form.tsx';
import { Details, ListPanel } from '#app/admin-ui/list-panel.tsx';
import { minuteText } from '#app/kit/day-text.ts';
import type { OpenListed } from './unmatched.server.ts';
import { forText, payerText } from './whose-words.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Input } from '#app/ui/field.tsx';

const HAPPENED = {
  payment: 'paid',
  refund: 'refunded at Stripe',
  dispute: 'taken back by a bank',
};

/** Money that fits no order, contribution or refund, each with its note and the button that keeps it. */
export function UnmatchedPanel(list: { shown: OpenListed[]; total: number }) {
  return (
    <ListPanel
      id="unmatched"
      title="Unmatched money"
      lead="Money at Stripe that fits no order, contribution, or refund, or more than is left of one. Refund a payment at Stripe, and it leaves this list by itself. Keep what stays; until then, the audit lists it."
      command="unmatched list"
      {...list}
    >
      {({ id, kind, amount, whole, note, order, payment, happenedAt }) => (
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
          {note && <p className="mt-1 wrap-anywhere">Note: {note}</p>}
          <RestoredForm
            name={`note-${id}`}
            intent="note-unmatched"
            summary={note ? 'Change the note' : 'Write a note'}
            submit="Save the note"
            about={id}
            hidden={{ unmatched: id }}
          >
            <Input
              label="Note"
              name="note"
              maxLength={500}
              autoComplete="off"
              className="sm:col-span-2"
              hint="About the payment alone, without names."
              defaultValue={note}
            />
          </RestoredForm>
          <Press intent="keep-unmatched" fields={{ unmatched: id }} about={id}>
            {amount > 0 ? 'Keep as a donation' : 'Let the project cover it'}
          </Press>
        </>
      )}
    </ListPanel>
  );
}
