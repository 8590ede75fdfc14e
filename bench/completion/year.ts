import { closeMatches } from '#app/funding/matching/close-matches.server.ts';
import { settleMatches } from '#app/funding/matching/settle-matches.server.ts';
import { spendPools } from '#app/funding/pools/spend-pools.server.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { advanceClock, offsetMs, resetClock } from '#app/platform/clock.server.ts';
import type { OwnDatabase } from '#test/support/own-database.ts';
import { choose, type Scenario } from './choose.ts';
import { DAYS, type World } from './model.ts';
import {
  giveSponsorsSum,
  holdToTheBooks,
  makePools,
  onNewDatabase,
  pay,
  standing,
  sweep,
} from './till.ts';
import type { Standing } from './till.ts';

const DAY_MS = 86_400_000;

/** What came of a scenario with one seed. */
export interface Outcome {
  /** What visitors came with, and what of it they gave, in cents; a sponsor’s sum is in neither. */
  arrivedCents: number;
  givenCents: number;
  /** After the year of visitors. */
  year: Standing;
  /** After as much again without any, in which all that is unfinished goes back. */
  end: Standing;
  /** Products that had their goal at the end of each day of the year. */
  completeByDay: number[];
}

/**
 * Lets the visitors of a year come to a site as a scenario has it, and the year after it go by. Says
 * every hundred days how far it is.
 */
export async function liveYear(
  own: Pick<OwnDatabase, 'url' | 'ownerUrl'>,
  world: World,
  scenario: Scenario,
  say: (day: number) => void,
): Promise<Outcome> {
  try {
    return await onNewDatabase(own, world.products, () => live(world, scenario, say));
  } finally {
    resetClock();
  }
}

async function live(
  { visits }: World,
  scenario: Scenario,
  say: (day: number) => void,
): Promise<Outcome> {
  if (scenario.pools) await makePools();
  const sponsoredCents = scenario.sponsor ? await giveSponsorsSum(scenario.sponsor) : 0;
  let givenCents = 0;
  const completeByDay: number[] = [];
  const byDay = Map.groupBy(visits, ({ day }) => Math.floor(day));
  // From here on the clock stands where the world's days say, however long a step takes.
  const beganAt = Date.now();
  for (let day = 0; day < DAYS; day += 1) {
    for (const visit of byDay.get(day) ?? []) {
      goTo(visit.day, beganAt);
      const cart = await choose(visit, scenario);
      if (cart.length > 0) givenCents += await pay(cart, visit.number);
    }
    goTo(day + 1, beganAt);
    if (scenario.sponsor === 'match') await keepMatches();
    if (scenario.pools) await spendPools();
    if (day + 1 >= REFUND_DAYS - REFUND_WARNING_DAYS) await sweep();
    completeByDay.push((await standing()).complete);
    if ((day + 1) % 100 === 0) say(day + 1);
  }
  const year = await standing();
  for (let day = DAYS + 1; day <= DAYS + REFUND_DAYS + 1; day += 1) {
    goTo(day, beganAt);
    await sweep();
    if (scenario.sponsor === 'match') await keepMatches();
    if (day % 100 === 0) say(day);
  }
  await holdToTheBooks(givenCents + sponsoredCents);
  const arrivedCents = visits.reduce((sum, { dollars }) => sum + dollars * 100, 0);
  return { arrivedCents, givenCents, year, end: await standing(), completeByDay };
}

/** What jobs do with matches by the clock. */
async function keepMatches(): Promise<void> {
  await settleMatches();
  await closeMatches();
}

/** Stands the clock so many days after the beginning; never back. */
function goTo(day: number, beganAt: number): void {
  const missingMs = beganAt + day * DAY_MS - (Date.now() + offsetMs());
  if (missingMs > 0) advanceClock(missingMs);
}
