import { sql, type SQL } from 'drizzle-orm';
import type { FundingState } from './funding-states.ts';
import { testEndings } from '#db/schema.ts';

/** What a list of one state holds: open is what somebody can still commit money to. */
const conditions: Record<FundingState, SQL> = {
  open: sql`testing_status = 'Untested' and raised_cents + reserved_cents < target_cents`,
  testing: sql`testing_status = 'Testing in Progress'
    and not exists (select from ${testEndings} where product_id = products.id)`,
  tested: sql`testing_status = 'Tested'`,
};

export function isIn(state: FundingState | undefined): SQL {
  return state ? conditions[state] : sql`true`;
}
