import { useState, type FormEvent } from 'react';
import type { MonthlyDonation, PurposeOffered } from './amount-body.ts';
import * as messages from './messages.ts';
import { ask, type FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/field.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/** What the payments to come of one monthly donation are for, to be changed; without scripts, by the page. */
export function PurposeForm({
  donation: { id, amount, purpose },
  purposes,
  token,
  sent,
}: {
  donation: MonthlyDonation;
  purposes: PurposeOffered[];
  token: string;
  sent: FormOutcome | undefined;
}) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(sent);
  const button = useFocusKept(isBusy);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const chosen = new FormData(event.currentTarget).get('purpose');
    setBusy(true);
    setOutcome(undefined);
    const found = await ask('post /api/monthly-purpose', {
      body: { token, subscriptionId: id, purpose: typeof chosen === 'string' ? chosen : '' },
      failed: messages.PURPOSE_FAILED,
    });
    setOutcome({ typed: {}, ...(found.ok ? { ok: true, sentence: found.body.message } : found) });
    setBusy(false);
  }

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="pb-3">
      <input type="hidden" name="intent" value="purpose" />
      <input type="hidden" name="subscription" value={id} />
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <Select
          label={messages.PURPOSE_LABEL}
          name="purpose"
          className="min-w-0 flex-1"
          defaultValue={purpose}
          aria-label={`${messages.PURPOSE_LABEL}, $${amount}`}
        >
          {purposes.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
        <Button ref={button} type="submit" busy={isBusy}>
          {isBusy ? messages.CHANGING : messages.CHANGE}
        </Button>
      </div>
      <p className="mt-2 text-sm text-ink-soft">{messages.PURPOSE_HINT}</p>
      <FormNotice outcome={outcome} />
    </form>
  );
}
