import type { MonthlyDonation, PurposeOffered } from './amount-body.ts';
import { PortalButton } from './portal-button.tsx';
import * as messages from './messages.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/field.tsx';
import { FormNotice, Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { useSentForm } from '#app/ui/use-sent-form.ts';

/** What a form of one donation, or of one customer, has brought about. */
type DonationSent = FormOutcome & {
  subscription?: string | undefined;
  customer?: string | undefined;
};

/** A person's monthly donations, each with the way to its customer's portal. */
export function DonationList({
  donations,
  purposes,
  sent,
}: {
  donations: MonthlyDonation[];
  /** What the payments to come may be for. */
  purposes: PurposeOffered[];
  /** What came of a form on it that no script sent. */
  sent?: DonationSent | undefined;
}) {
  if (donations.length === 0) return <Notice>No monthly donation belongs to this address.</Notice>;
  const customers = Map.groupBy(donations, (donation) => donation.customerId);
  return (
    <ul className="flex flex-col gap-5">
      {[...customers].map(([customerId, own], index) => (
        <Panel as="li" key={customerId} className="flex flex-col gap-4 shadow-raised">
          <ul id={`donations-${index}`} className="divide-y divide-line">
            {own.map((donation, at) => (
              <li key={at}>
                <Line donation={donation} />
                {!donation.endedAt && (
                  <PurposeForm
                    donation={donation}
                    purposes={purposes}
                    sent={sent?.subscription === donation.id ? sent : undefined}
                  />
                )}
              </li>
            ))}
          </ul>
          <PortalButton
            customerId={customerId}
            describedBy={`donations-${index}`}
            sent={sent?.customer === customerId ? sent : undefined}
          />
        </Panel>
      ))}
    </ul>
  );
}

function Line({ donation }: { donation: MonthlyDonation }) {
  const [text, look] = donationState(donation);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2">
      <span className="font-mono text-lg font-semibold tabular">
        {formatDollars(donation.amount)}{' '}
        <span className="text-sm font-normal text-ink-soft">each month</span>
      </span>
      <span className={`text-sm ${look}`}>{text}</span>
    </p>
  );
}

/** The state of a monthly donation in words, and how they look. */
function donationState(donation: MonthlyDonation): [text: string, look: string] {
  const { status, isEnding, periodEnd, endedAt } = donation;
  if (endedAt) return [`Ended on ${dayText(endedAt)}`, 'text-ink-soft'];
  if (status === 'past_due' || status === 'unpaid') return ['The last payment failed', 'text-warn'];
  if (isEnding) return [periodEnd ? `Ends on ${dayText(periodEnd)}` : 'Ends soon', 'text-warn'];
  return [periodEnd ? `Next payment on ${dayText(periodEnd)}` : 'Active', 'text-accent-ink'];
}

/** What the payments to come of one monthly donation are for, to be changed. */
function PurposeForm({
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
