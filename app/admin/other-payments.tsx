import { href } from 'react-router';
import { Folded, KeptForm, type Refused } from '#app/admin/desk-form.tsx';
import { STRAYS_LEAD } from '#app/admin/messages.ts';
import { minuteText } from '#app/admin/moment-text.ts';
import type { ListedStray, OtherPaymentListed } from '#app/admin/refund-list.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** Refunds that were paid by other means, each with the form that takes that back. */
export function OtherPayments({
  payments,
  total,
  refused,
}: {
  payments: OtherPaymentListed[];
  /** How many stand; older ones are for the command line. */
  total: number;
  refused: Refused | undefined;
}) {
  return (
    <Panel aria-labelledby="other-payments">
      <RuleLabel id="other-payments" note={String(total)}>
        Refunds paid another way
      </RuleLabel>
      {payments.length === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
      <ul className="mt-3">
        {payments.map((payment) => (
          <li key={payment.id} className="border-b border-line py-2 text-sm">
            <OtherPayment payment={payment} refused={refused} />
          </li>
        ))}
      </ul>
      <More count={total - payments.length} command="openassay refunds paid" />
    </Panel>
  );
}

function OtherPayment({
  payment: { id, refund, amount, paidOn, reference, reason, notedAt, isTwice },
  refused,
}: {
  payment: OtherPaymentListed;
  refused: Refused | undefined;
}) {
  const name = `withdraw-${id}`;
  return (
    <>
      <p className="wrap-anywhere">
        {formatDollars(amount)} on {dayText(paidOn)}
        {reference && `, ${reference}`}
        {reason && `: ${reason}`} {isTwice && <Tag tone="danger">refunded by Stripe, too</Tag>}
      </p>
      <p className="font-mono text-xs wrap-anywhere text-ink-soft">
        {refund} · noted {minuteText(notedAt)}
      </p>
      <Folded
        summary={`${formatDollars(amount)} was not paid after all`}
        about={refund}
        isOpen={refused?.form === name}
      >
        <ReasonForm
          name={name}
          intent="withdraw-payment"
          submit="Take it back"
          about={refund}
          hidden={{ payment: id }}
          label="Why it was not paid"
          refused={refused}
        />
      </Folded>
    </>
  );
}

/** Refunds that left Stripe's balance for nothing we know, each with the form by which we bear it. */
export function Strays({
  strays,
  total,
  refused,
}: {
  strays: ListedStray[];
  total: number;
  refused: Refused | undefined;
}) {
  return (
    <Panel aria-labelledby="strays">
      <RuleLabel id="strays" note={String(total)}>
        Refunds for nothing we know
      </RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">{STRAYS_LEAD}</p>
      <ul className="mt-3">
        {strays.map(({ id, amount, bookedAt, paidTwice }) => (
          <li key={id} className="border-b border-line py-2 text-sm">
            <p>
              {formatDollars(amount)}, {paidTwice ? 'paid another way before' : 'fits no share'}
            </p>
            <p className="font-mono text-xs wrap-anywhere text-ink-soft">
              {[id, paidTwice, `booked ${minuteText(bookedAt)}`].filter(Boolean).join(' · ')}
            </p>
            <Folded
              summary={`The project bears ${formatDollars(amount)}`}
              about={id}
              isOpen={refused?.form === `bear-${id}`}
            >
              <ReasonForm
                name={`bear-${id}`}
                intent="bear-refund"
                submit={`Bear ${formatDollars(amount)}`}
                about={id}
                hidden={{ refund: id }}
                label="Why the project bears it"
                hint="The trail keeps it for good; no names."
                refused={refused}
              />
            </Folded>
          </li>
        ))}
      </ul>
      <More count={total - strays.length} command="openassay refunds strays" />
    </Panel>
  );
}

function More({ count, command }: { count: number; command: string }) {
  if (count <= 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-soft">
      and {count} more: <code className="font-mono">{command}</code>
    </p>
  );
}

function ReasonForm({
  label,
  hint,
  ...form
}: {
  name: string;
  intent: string;
  submit: string;
  about: string;
  hidden: Record<string, string>;
  label: string;
  hint?: string;
  refused: Refused | undefined;
}) {
  return (
    <KeptForm to={href('/admin/people')} {...form}>
      {(valueOf) => (
        <Input
          label={label}
          name="reason"
          required
          maxLength={300}
          autoComplete="off"
          className="sm:col-span-2"
          hint={hint}
          defaultValue={valueOf('reason')}
        />
      )}
    </KeptForm>
  );
}
