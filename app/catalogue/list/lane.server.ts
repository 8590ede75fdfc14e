import { inArray } from 'drizzle-orm';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { cardOffer, offerFor, type MatchOffer } from '#app/catalogue/match-offer.ts';
import { dollarsFromCents, formatCents, samples } from '#app/kit/money.ts';
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
  /** That gifts to it are matched. */
  offer?: string;
}

/**
 * What stands above the list: of what is closest to being tested, what somebody has given to; and which
 * of it `matches` are for.
 */
export async function readLane(matches: readonly MatchOffer[] = []): Promise<LaneItem[]> {
  const closest = await closestToFund(SHOWN);
  if (closest.length === 0) return [];
  const { id, name, raisedCents, reservedCents, targetCents, levels, brand, category } = products;
  const rows = await db()
    .select({ id, name, raisedCents, reservedCents, targetCents, levels, brand, category })
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
    const offer = offerOf(row, matches);
    const words = { toGo, outcome: outcomeOf(row) };
    return [{ id: row.id, name: row.name, ...words, ...(offer && { offer: cardOffer(offer) }) }];
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

/** What a rule may choose is listed, untested, and was looked at. */
function offerOf(
  row: Pick<
    typeof products.$inferSelect,
    'name' | 'brand' | 'category' | 'raisedCents' | 'reservedCents' | 'targetCents'
  >,
  matches: readonly MatchOffer[],
): MatchOffer | undefined {
  const { name, brand, category } = row;
  const amounts = {
    current_amount: dollarsFromCents(row.raisedCents),
    reserved_amount: dollarsFromCents(row.reservedCents),
    target_amount: dollarsFromCents(row.targetCents),
  };
  const open = { testing_status: 'Untested', removed_reason: null, awaits_review: false };
  return offerFor({ name, brand, category, ...amounts, ...open }, matches);
}
