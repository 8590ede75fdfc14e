import { href } from 'react-router';
import { Folded, KeptForm, type Refused } from '#app/admin/desk-form.tsx';
import { RESERVATION_REASON_MOST, RESERVATIONS_LEAD } from '#app/admin/messages.ts';
import { minuteText } from '#app/admin/moment-text.ts';
import type { Reservations } from '#app/admin/reservations.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Unfinished checkouts, each with what it holds and the form that ends it. */
export function ReservationList({
  reservations: { shown, total },
  refused,
}: {
  reservations: Reservations;
  refused: Refused | undefined;
}) {
  return (
    <Panel aria-labelledby="reservations">
      <RuleLabel id="reservations" note={String(total)}>
        Unfinished checkouts
      </RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">{RESERVATIONS_LEAD}</p>
      <ul className="mt-3">
        {shown.map(({ id, kind, amount, products, hasSession, placedAt, endsAt }) => (
          <li key={id} className="border-b border-line py-2 text-sm">
            <p className="wrap-anywhere">
              {formatDollars(amount)} for {products ?? `a ${kind}`}
              {!hasSession && ', no payment page made yet'}
            </p>
            <p className="font-mono text-xs wrap-anywhere text-ink-soft">
              placed {minuteText(placedAt)} · ends by itself {minuteText(endsAt)} · order {id}
            </p>
            <Folded
              summary={`End it now, ${formatDollars(amount)}`}
              about={id}
              isOpen={refused?.form === `end-${id}`}
            >
              <KeptForm
                to={href('/admin/people')}
                name={`end-${id}`}
                intent="end-reservation"
                submit="End this checkout"
                about={id}
                hidden={{ order: id }}
                refused={refused}
              >
                {(valueOf) => (
                  <Input
                    label="Why it is ended"
                    name="reason"
                    required
                    maxLength={RESERVATION_REASON_MOST}
                    autoComplete="off"
                    className="sm:col-span-2"
                    hint="The trail keeps it for good; no names."
                    defaultValue={valueOf('reason')}
                  />
                )}
              </KeptForm>
            </Folded>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-2 text-sm text-ink-soft">
          and {total - shown.length} more: <code className="font-mono">openassay reservations</code>
        </p>
      )}
    </Panel>
  );
}
