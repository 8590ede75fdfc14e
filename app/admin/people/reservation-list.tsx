import { RestoredForm, WhyField } from '#app/admin-ui/desk-form.tsx';
import { Details, ListPanel } from '#app/admin-ui/list-panel.tsx';
import { minuteText } from '#app/kit/day-text.ts';
import type { Reservations } from './reservations.server.ts';
import { formatDollars } from '#app/kit/money.ts';

/** Unfinished checkouts, each with what it holds and the form that ends it. */
export function ReservationList({ reservations }: { reservations: Reservations }) {
  return (
    <ListPanel
      id="reservations"
      title="Unfinished checkouts"
      lead="Amounts held for visitors who are on the payment page or have left it. Ending a checkout frees its amount right away. If it was paid in the meantime, the payment is recorded instead."
      command="reservations"
      {...reservations}
    >
      {({ id, kind, amount, products, hasSession, placedAt, endsAt }) => (
        <>
          <p className="wrap-anywhere">
            {formatDollars(amount)} for {products ?? `a ${kind}`}
            <span>{!hasSession && ', no payment page made yet'}</span>
          </p>
          <Details
            of={[
              `placed ${minuteText(placedAt)}`,
              `ends automatically ${minuteText(endsAt)}`,
              `order ${id}`,
            ]}
          />
          <RestoredForm
            name={`end-${id}`}
            intent="end-reservation"
            summary={`End it now, ${formatDollars(amount)}`}
            submit={products ? `End it and free ${formatDollars(amount)}` : 'End it'}
            about={id}
            hidden={{ order: id }}
          >
            <WhyField label="Why it is ended" />
          </RestoredForm>
        </>
      )}
    </ListPanel>
  );
}
