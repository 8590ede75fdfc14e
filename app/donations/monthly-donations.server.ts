import { emailOfLink } from './manage-link.server.ts';
import * as messages from './messages.ts';
import { purposesOffered } from './purposes.server.ts';
import type { MonthlyDonation } from './amount-body.ts';
import { subscriptionsOf, type Subscription } from './store.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse, type Visitor } from '#app/http/call.ts';
import { noteProven } from '#app/mail/tokens.server.ts';

/** The monthly donations that a mailed link opens. It changes nothing of them, however often it is asked. */
export async function monthlyDonations(token: string, { browserHash }: Visitor) {
  const email = await emailOfLink(token);
  if (!email) return refuse(403, messages.LINK_INVALID);
  await noteProven(email, browserHash);
  const donations = (await subscriptionsOf(email)).map(shown);
  const own = donations.map(({ purpose }) => purpose);
  return answer(200, { donations, purposes: await purposesOffered(own) });
}

function shown(row: Subscription): MonthlyDonation {
  return {
    id: row.id,
    customerId: row.customerId,
    purpose: row.purpose,
    amount: dollarsFromCents(row.amountCents),
    status: row.status,
    isEnding: row.cancelAtPeriodEnd,
    periodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
