import { sql } from 'drizzle-orm';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { formatCents } from '#app/kit/money.ts';

const SHOWN = 3;

/** What stands above the list: of what somebody has given to, what is closest to its goal. */
export async function closestProducts() {
  const closest = await closestToFund(SHOWN, sql`raised_cents > 0`);
  return closest.map(({ id, name, missingCents }) => {
    /** `$40 to go`. */
    return { id, name, toGo: `${formatCents(missingCents)} to go` };
  });
}
