import type { MonthlyDonation } from './amount-body.ts';

interface DonationState {
  text: string;
  tone: 'good' | 'warn' | 'plain';
}

/** The state of a monthly donation in words. */
export function donationState(donation: MonthlyDonation): DonationState {
  const { status, isEnding, periodEnd, endedAt } = donation;
  if (endedAt) return { text: `Ended on ${dateText(endedAt)}`, tone: 'plain' };
  if (status === 'past_due' || status === 'unpaid') {
    return { text: 'The last payment failed', tone: 'warn' };
  }
  if (isEnding) {
    return { text: periodEnd ? `Ends on ${dateText(periodEnd)}` : 'Ends soon', tone: 'warn' };
  }
  return { text: periodEnd ? `Next payment on ${dateText(periodEnd)}` : 'Active', tone: 'good' };
}

/** "May 4, 2027", by the calendar of UTC, so that everybody reads the same day. */
function dateText(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
