import type { MonthlyDonation, PurposeOffered } from './amount-body.ts';
import { PortalButton } from './portal-button.tsx';
import { PurposeForm } from './purpose-form.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';

const tones = { good: 'text-accent-ink', warn: 'text-warn', plain: 'text-ink-soft' };

/** What a form of one donation, or of one customer, has brought about. */
export type DonationSent = FormOutcome & {
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
  const { text, tone } = donationState(donation);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2">
      <span className="font-mono text-lg font-semibold tabular">
        {formatDollars(donation.amount)}{' '}
        <span className="text-sm font-normal text-ink-soft">each month</span>
      </span>
      <span className={`text-sm ${tones[tone]}`}>{text}</span>
    </p>
  );
}

/** The state of a monthly donation in words. */
function donationState(donation: MonthlyDonation): { text: string; tone: keyof typeof tones } {
  const { status, isEnding, periodEnd, endedAt } = donation;
  if (endedAt) return { text: `Ended on ${dayText(endedAt)}`, tone: 'plain' };
  if (status === 'past_due' || status === 'unpaid') {
    return { text: 'The last payment failed', tone: 'warn' };
  }
  if (isEnding) {
    return { text: periodEnd ? `Ends on ${dayText(periodEnd)}` : 'Ends soon', tone: 'warn' };
  }
  return { text: periodEnd ? `Next payment on ${dayText(periodEnd)}` : 'Active', tone: 'good' };
}
