import { href } from 'react-router';
import { AllocateForm, type Desk } from '#app/admin/allocate-form.tsx';
import { Folded, KeptForm, type Refused } from '#app/admin/desk-form.tsx';
import { ALLOCATED_TO, UNMATCHED_LEAD } from '#app/admin/messages.ts';
import { minuteText } from '#app/admin/moment-text.ts';
import type { AllocatedListed, OpenListed } from '#app/admin/unmatched-list.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Money that fits no order, share or refund, each with the form that says what it is. */
export function UnmatchedPanel({
  open,
  total,
  ...desk
}: Desk & { open: (OpenListed & { formId: string })[]; total: number }) {
  return (
    <Panel aria-labelledby="unmatched">
      <RuleLabel id="unmatched" note={String(total)}>
        Unmatched money
      </RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">{total === 0 ? 'None.' : UNMATCHED_LEAD}</p>
      <ul className="mt-3">
        {open.map((one) => (
          <li key={one.id} className="border-b border-line py-2 text-sm">
            <Open one={one} {...desk} />
          </li>
        ))}
      </ul>
      <More count={total - open.length} />
    </Panel>
  );
}

function Open({ one, ...desk }: Desk & { one: OpenListed & { formId: string } }) {
  const { id, formId, amount, whole, order, payment, happenedAt, choices } = one;
  const dollars = formatDollars(Math.abs(amount));
  const ofWhole = amount === whole ? '' : ` of ${formatDollars(Math.abs(whole))}`;
  return (
    <>
      <p className="wrap-anywhere">
        {dollars}
        {ofWhole} {amount < 0 ? 'refunded at Stripe' : 'paid'}
        {!order && ', of no order of ours'}
        {amount > 0 && order?.note && `: ${order.note}`}
      </p>
      <p className="font-mono text-xs wrap-anywhere text-ink-soft">
        {[
          id,
          `USD, ${minuteText(happenedAt)}`,
          payment === id ? '' : payment,
          order && `order ${order.id}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <AllocateForm
        subject={id}
        formId={formId}
        summary={`Say what the ${dollars} is`}
        submit={`Allocate ${dollars}`}
        choices={choices}
        {...desk}
      />
    </>
  );
}

/** What was allocated, each with the form that takes it back. */
export function AllocatedPanel({
  allocated,
  total,
  refused,
}: {
  allocated: AllocatedListed[];
  total: number;
  refused: Refused | undefined;
}) {
  return (
    <Panel aria-labelledby="allocated">
      <RuleLabel id="allocated" note={String(total)}>
        Allocated money
      </RuleLabel>
      {total === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
      <ul className="mt-3">
        {allocated.map((one) => (
          <li key={one.id} className="border-b border-line py-2 text-sm">
            <Allocated one={one} refused={refused} />
          </li>
        ))}
      </ul>
      <More count={total - allocated.length} />
    </Panel>
  );
}

function Allocated({ one, refused }: { one: AllocatedListed; refused: Refused | undefined }) {
  const { id, amount, goesTo, paidOn, reference, reason, subject, refundId, notedAt } = one;
  const name = `undo-${id}`;
  const dollars = formatDollars(amount);
  const details = [paidOn && `on ${dayText(paidOn)}`, reference].filter(Boolean).join(', ');
  return (
    <>
      <p className="wrap-anywhere">
        {dollars} {ALLOCATED_TO[goesTo as keyof typeof ALLOCATED_TO]} {details}
        {reason && `: ${reason}`}
      </p>
      <p className="font-mono text-xs wrap-anywhere text-ink-soft">
        {[subject, refundId !== subject && refundId, `noted ${minuteText(notedAt)}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Folded summary={`Undo: ${dollars} was not`} about={subject} isOpen={refused?.form === name}>
        <KeptForm
          to={href('/admin/people')}
          name={name}
          intent="undo-allocation"
          submit="Undo it"
          about={subject}
          hidden={{ allocation: id }}
          refused={refused}
        >
          {(valueOf) => (
            <Input
              label="Why"
              name="reason"
              required
              maxLength={300}
              autoComplete="off"
              className="sm:col-span-2"
              defaultValue={valueOf('reason')}
            />
          )}
        </KeptForm>
      </Folded>
    </>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-soft">
      and {count} more: <code className="font-mono">openassay unmatched list</code>
    </p>
  );
}
