import type { MonthlyDonation, PurposeOffered } from './amount-body.ts';
import * as messages from './messages.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/field.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { useSentForm } from '#app/ui/use-sent-form.ts';

/** What the payments to come of one monthly donation are for, to be changed. */
export function PurposeForm({
  donation: { id, amount, purpose },
  purposes,
  sent,
}: {
  donation: MonthlyDonation;
  purposes: PurposeOffered[];
  sent: FormOutcome | undefined;
}) {
  const { button, isBusy, outcome, sendInPlace } = useSentForm<FormOutcome>({
    sent,
    failed: messages.PURPOSE_FAILED,
  });

  return (
    <form method="post" onSubmit={sendInPlace} className="pb-3">
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
