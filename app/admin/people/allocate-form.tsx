import { href } from 'react-router';
import { Day } from '#app/desk/day-field.tsx';
import { Folded, RestoredForm, type RefusedForm } from '#app/desk/desk-form.tsx';
import type { AllocateChoice } from './unmatched-list.server.ts';
import { sendText } from './whose-words.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Input, Select } from '#app/ui/field.tsx';

/** What a page has that takes allocations. */
export interface UnmatchedDesk {
  /** By the server, as `2026-11-21`. */
  today: string;
  refused: RefusedForm | undefined;
}

/** Says what unmatched money is, or that a refund which failed was paid outside Stripe. */
export function AllocateForm({
  id,
  formId,
  amount,
  choices,
  wentBack = 0,
  payer,
  today,
  refused,
}: UnmatchedDesk & {
  /** The unmatched object's, or the refund's. */
  id: string;
  formId: string;
  /** In dollars. */
  amount: number;
  /** None for a refund: it can only have been paid outside Stripe. */
  choices?: AllocateChoice[];
  /** Dollars of the same payment that its payer has already. */
  wentBack?: number;
  /** Whom it would be refunded to. */
  payer?: string | null | undefined;
}) {
  const name = `allocate-${id}`;
  const dollars = formatDollars(amount);
  const summary = choices ? `Say what the ${dollars} is` : `${dollars} was paid another way`;
  return (
    <Folded summary={summary} about={id} isOpen={refused?.form === name}>
      <p className="mt-2 wrap-anywhere text-ink-soft">
        {choices
          ? leadOf(choices, sendText(amount, payer))
          : 'Use this only after it has been paid in full. It is then no longer owed, and its payer is told the day and the number.'}
      </p>
      <RestoredForm
        to={href('/admin/people')}
        name={name}
        intent="allocate"
        submit={choices ? `Allocate ${dollars}` : `Record that ${dollars} is paid`}
        about={id}
        hidden={{ subject: id, id: formId, ...(choices ? {} : { to: 'outside' }) }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            {choices && (
              <Select
                label="What it is"
                name="to"
                required
                defaultValue={valueOf('to')}
                className="sm:col-span-2"
              >
                <option value="">Choose what it is</option>
                {choices.map(({ to, text }) => (
                  <option key={to} value={to}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
            <Day label="Paid on" today={today} value={valueOf('day')} />
            <Input
              label="Number of the payment"
              name="reference"
              required={!choices}
              maxLength={100}
              autoComplete="off"
              hint={`${choices ? 'Only for a payment outside Stripe, as is the day. ' : ''}As shown on our bank statement. No account numbers or names.`}
              defaultValue={valueOf('reference')}
            />
            <Why label={choices ? 'Why' : 'Why not through Stripe'} />
            <PayAnyway wentBack={wentBack} />
          </>
        )}
      </RestoredForm>
    </Folded>
  );
}

/** Asks whether all is paid, although its payer has so many dollars of the same payment already. */
export function PayAnyway({ wentBack }: { wentBack: number }) {
  return wentBack > 0 ? (
    <label className="flex items-center gap-3 sm:col-span-2">
      <input type="checkbox" name="anyway" value="yes" className="size-5" />
      Pay all of it, although {formatDollars(wentBack)} of this payment was refunded at Stripe
    </label>
  ) : null;
}

function leadOf(choices: AllocateChoice[], send: string): string {
  if (!choices.some(({ to }) => to === 'refund'))
    return 'Saying what it is moves no money. You can undo it under Allocated money.';
  return `${send}? Choose to refund it: that starts right away and cannot be undone. The other choices move no money, and can be undone.`;
}

/** The reason that something is done for. */
export function Why({ label = 'Why' }: { label?: string }) {
  return (
    <Input
      label={label}
      name="reason"
      required
      maxLength={300}
      autoComplete="off"
      className="sm:col-span-2"
      hint="The trail keeps it permanently. No names, please."
    />
  );
}
