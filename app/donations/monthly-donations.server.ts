import { emailOfLink } from '#app/donations/manage-link.server.ts';
import * as messages from '#app/donations/messages.ts';
import type { MonthlyDonation } from '#app/donations/monthly-donation.ts';
import { subscriptionsOf, type Subscription } from '#app/donations/store.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse, type Answer } from '#app/platform/call.ts';

/** The monthly donations that a mailed link opens. It changes nothing, however often it is asked. */
export async function monthlyDonations(token: string): Promise<Answer> {
  const email = await emailOfLink(token);
  if (!email) return refuse(403, messages.LINK_INVALID);
  return answer(200, { donations: (await subscriptionsOf(email)).map(shown) });
}

function shown(row: Subscription): MonthlyDonation {
  return {
    customerId: row.customerId,
    amount: dollarsFromCents(row.amountCents),
    status: row.status,
    isEnding: row.cancelAtPeriodEnd,
    periodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
