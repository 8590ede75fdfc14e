import { useToday } from '#app/admin-ui/day-field.tsx';
import { DeskForm, IntentButton, useRefused } from '#app/admin-ui/desk-form.tsx';
import { decisionDueAt } from '#app/funding/decision-due.ts';
import type { OpenRequest } from './refund-list.server.ts';
import { feeText, payerText, sendText } from './whose-words.ts';
import { dayText, minuteText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { WrongField } from '#app/ui/wrong-field.ts';

/** What contributors ask to have back: granted, or declined with words that they are sent. */
export function RequestList({ requests }: { requests: OpenRequest[] }) {
  return (
    <TitledPanel id="requests" title="Refund requests" note={String(requests.length)}>
      {requests.length === 0 && <p className="mt-3 text-sm text-ink-soft">None is open.</p>}
      <ul className="mt-3">
        {requests.map((request) => (
          <li key={request.id} className="border-b border-line py-3">
            <Request {...request} />
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}

function Request({ id, askedAt, email, amount, reason, product, payment }: OpenRequest) {
  const refused = useRefused();
  const about = `the request of ${payerText(email)}`;
  const due = decisionDueAt(askedAt);
  const isOverdue = due.toISOString().slice(0, 10) < useToday();
  return (
    <>
      <p className="wrap-anywhere">
        {formatDollars(amount)}{' '}
        {product ? `for ${paddedId(product.id)} ${product.name}` : 'given to the project'},{' '}
        {payerText(email)}
      </p>
      <p className="mt-1 font-mono text-xs text-ink-soft">
        asked {minuteText(askedAt)}, {isOverdue ? 'was to be decided' : 'to be decided'} by{' '}
        {dayText(due)}
      </p>
      {reason && <blockquote className="mt-2 text-sm wrap-anywhere">“{reason}”</blockquote>}
      <DeskForm className="mt-3 flex flex-col gap-3" fields={{ request: id, form: id }}>
        <WrongField value={refused?.form === id ? refused : {}}>
          <Input
            label="What the contributor is told"
            name="note"
            maxLength={500}
            autoComplete="off"
            hint="Required to decline."
          />
        </WrongField>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {sendText(amount, email)}?{' '}
          <span>
            {product &&
              `It stops counting for ${paddedId(product.id)} ${product.name} right away. `}
          </span>
          {feeText(amount, payment)} Declining sends your words, and no money.
        </p>
        <div className="flex flex-wrap gap-3">
          <IntentButton intent="grant-refund" about={about}>
            Grant and send {formatDollars(amount)}
          </IntentButton>
          <IntentButton intent="decline-refund" about={about}>
            Decline
          </IntentButton>
        </div>
      </DeskForm>
    </>
  );
}
