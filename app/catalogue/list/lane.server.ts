import { inArray } from 'drizzle-orm';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { formatCents, samples } from '#app/kit/money.ts';
import { ordinal } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import { products } from '#db/schema.ts';

const SHOWN = 3;

/** A product of the lane, in the words that it is shown by. */
export interface LaneItem {
  id: number;
  name: string;
  /** `$40 to go`. */
  toGo: string;
  /** What that money does. */
  outcome: string;
}

/** What stands above the list: of what is closest to being tested, what somebody has given to. */
export async function readLane(): Promise<LaneItem[]> {
  const closest = await closestToFund(SHOWN);
  if (closest.length === 0) return [];
  const { id, name, raisedCents, reservedCents, targetCents, levels } = products;
  const rows = await db()
    .select({ id, name, raisedCents, reservedCents, targetCents, levels })
    .from(products)
    .where(
      inArray(
        id,
        closest.map((one) => one.id),
      ),
    );
  return closest.flatMap((one) => {
    const row = rows.find((other) => other.id === one.id);
    if (!row || row.raisedCents === 0) return [];
    const toGo = `${formatCents(one.missingCents)} to go`;
    return [{ id: row.id, name: row.name, toGo, outcome: outcomeOf(row) }];
  });
}

function outcomeOf(of: {
  raisedCents: number;
  reservedCents: number;
  targetCents: number;
  levels: number;
}): string {
  const stands = of.raisedCents + of.reservedCents;
  const next = Math.floor((stands * of.levels) / of.targetCents) + 1;
  return next >= of.levels
    ? 'Then testing begins.'
    : `Then its ${ordinal(next)} of ${samples(of.levels)} is paid for.`;
}
