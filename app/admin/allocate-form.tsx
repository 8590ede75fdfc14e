import { href } from 'react-router';
import { Day } from '#app/admin/day-field.tsx';
import { Folded, KeptForm, type Refused } from '#app/admin/desk-form.tsx';
import type { Choice } from '#app/admin/unmatched-list.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { Input, Select } from '#app/ui/field.tsx';

/** What a page has that takes allocations. */
export interface Desk {
  /** By the server, as `2026-11-21`. */
  today: string;
  refused: Refused | undefined;
}

/** Says what unmatched money is, or that a refund which failed was paid outside Stripe. */
export function AllocateForm({
  subject,
  formId,
  summary,
  submit,
  lead,
  choices,
  wentBack = 0,
  today,
  refused,
}: Desk & {
  /** The unmatched object, or the refund. */
  subject: string;
  formId: string;
  summary: string;
  submit: string;
  lead?: string;
  /** Where there is one only, nothing is to choose. */
  choices: Choice[];
  /** Dollars of the same payment that its payer has already. */
  wentBack?: number;
}) {
  const name = `allocate-${subject}`;
  const [only] = choices.length === 1 ? choices : [];
  const isOutside = only?.to === 'outside';
  return (
    <Folded summary={summary} about={subject} isOpen={refused?.form === name}>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <KeptForm
        to={href('/admin/people')}
        name={name}
        intent="allocate"
        submit={submit}
        about={subject}
        hidden={{ subject, id: formId, ...(only ? { to: only.to } : {}) }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            {!only && (
              <Select
                label="What it is"
                name="to"
                defaultValue={valueOf('to')}
                className="sm:col-span-2"
              >
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
              required={isOutside}
              maxLength={100}
              autoComplete="off"
              hint={`${isOutside ? '' : 'For a payment outside Stripe, like its day. '}As our bank names it; no account, no name.`}
              defaultValue={valueOf('reference')}
            />
            <Input
              label={isOutside ? 'Why not through Stripe' : 'Why'}
              name="reason"
              required
              maxLength={300}
              autoComplete="off"
              className="sm:col-span-2"
              defaultValue={valueOf('reason')}
            />
            {wentBack > 0 && (
              <label className="flex items-center gap-3 sm:col-span-2">
                <input type="checkbox" name="anyway" value="yes" className="size-5" />
                Pay all of it, although {formatDollars(wentBack)} of this payment went back at
                Stripe
              </label>
            )}
          </>
        )}
      </KeptForm>
    </Folded>
  );
}
