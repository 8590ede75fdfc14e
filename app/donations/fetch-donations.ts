import * as messages from './messages.ts';
import type { MonthlyDonation } from './monthly-donation.ts';

export type DonationsOutcome =
  | { kind: 'donations'; donations: MonthlyDonation[] }
  /** The link is unknown or has expired: a new one is needed. */
  | { kind: 'invalid'; sentence: string }
  | { kind: 'failed'; sentence: string };

/** The monthly donations that a mailed link opens. */
export async function fetchDonations(token: string, ask: typeof fetch): Promise<DonationsOutcome> {
  if (token === '') return { kind: 'invalid', sentence: messages.LINK_INVALID };
  let response: Response;
  try {
    response = await ask('/api/monthly-donations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  } catch {
    return { kind: 'failed', sentence: messages.DONATIONS_FAILED };
  }
  const answered = (await response.json().catch(() => undefined)) as
    | { donations?: unknown; error?: unknown }
    | null
    | undefined;
  if (response.ok && Array.isArray(answered?.donations)) {
    return { kind: 'donations', donations: answered.donations as MonthlyDonation[] };
  }
  if (response.status === 403 || response.status === 400) {
    return { kind: 'invalid', sentence: messages.LINK_INVALID };
  }
  const error = answered?.error;
  const sentence = typeof error === 'string' && error !== '' ? error : messages.DONATIONS_FAILED;
  return { kind: 'failed', sentence };
}
