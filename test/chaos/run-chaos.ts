import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { requeueRefund, sendRefund } from '#app/funding/refunds/send-refund.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { checkEverything, type Figures } from './checks.ts';
import { closeWorld, openWorld, type ChaosOptions } from './open-world.ts';
import type { Killed, Pair } from './pair.ts';
import type { Plan } from './plan.ts';
import { openKills, type Goals } from './report.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { bearLosses } from './elsewhere.ts';
import { settle } from './settle.ts';
import { runVisitors } from './visitors.ts';
import { clearUp, FAULT_KINDS, letItStorm, type Faults } from './weather.ts';
import type { Tally, World } from './world.ts';
import { refunds } from '#db/schema.ts';

export interface ChaosResult {
  plan: Plan;
  tally: Tally;
  faults: Faults;
  kills: Killed[];
  figures: Figures | undefined;
  /** Empty where the books came out right. */
  problems: string[];
}

const DAY_S = 86_400;
const RECONCILE_EVERY_MS = 12_000;
/** Longer than a stretch of weather, and than a request is repeated. */
const CALM_MS = 2_500;

/**
 * Sixteen visitors, two processes of the site that are killed again and again, and a payment
 * provider that fails in every way it can; then a month goes by, the weather clears, and the books
 * are held against what the provider says.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const world = await openWorld(options);
  try {
    return await play(world, options);
  } finally {
    await closeWorld(world);
  }
}

async function play(world: World, options: ChaosOptions): Promise<ChaosResult> {
  const { plan, pair, sandbox, tally, problems } = world;
  const { say } = options;
  const began = Date.now();
  let phase: 'visitors' | 'calm' | 'fallout' | 'over' = 'visitors';
  const isLate = async () =>
    Date.now() - began > options.seconds * 1000 &&
    (!options.goals || (await hasReached(world, options.goals)));
  await sandbox.control('webhooks', { seed: plan.faultSeed });
  const reporting = setInterval(() => say(progress(world, began)), 5_000);
  const background = Promise.all([
    letItStorm(
      sandbox,
      plan.weathers,
      () => phase === 'over',
      () => phase === 'calm',
    ),
    keepKilling(pair, plan, () => phase === 'over'),
    keepHouse(() => phase !== 'visitors'),
  ]);
  try {
    await Promise.race([runVisitors(world, isLate), background]);
    // A request that is repeated must not meet a key that has run out in between: no real one takes
    // a month.
    phase = 'calm';
    await sleep(CALM_MS);
    await clearUp(sandbox);
    await sleep(CALM_MS);
    say(`${progress(world, began)}; a month goes by`);
    await letAMonthPass(world);
    phase = 'fallout';
    await sleep(options.falloutMs);
  } finally {
    phase = 'over';
    clearInterval(reporting);
    await background;
  }
  await clearUp(sandbox);
  await pair.settled();
  say('the weather clears; the books come to rest');
  const rest = await settle(sandbox, say);
  problems.push(...rest.problems, ...pair.crashes);
  const blunders = [...new Set(pair.blunders)];
  problems.push(...blunders.map((path) => `${path} was answered with a 500`));
  const faults = await faultsOf(sandbox);
  problems.push(...FAULT_KINDS.filter((kind) => !faults[kind]).map((kind) => `never ${kind}`));
  await bearLosses();
  const checked = await checkEverything();
  problems.push(...checked.problems);
  return { plan, tally, faults, kills: pair.kills, figures: checked.figures, problems };
}

/** Whether every kind of fault has struck, too. */
async function hasReached({ tally, pair, sandbox }: World, goals: Goals): Promise<boolean> {
  if (tally.total('succeeded') < goals.succeeded || openKills(pair) < goals.openKills) return false;
  const faults = await faultsOf(sandbox);
  return FAULT_KINDS.every((kind) => faults[kind]);
}

async function faultsOf(sandbox: SandboxProcess): Promise<Faults> {
  return (await sandbox.control<{ faults: Faults }>('state')).faults;
}

async function keepKilling(pair: Pair, plan: Plan, isOver: () => boolean): Promise<void> {
  for (const { afterMs, victim } of plan.kills) {
    await pair.settled(); // on a slow machine too, the site is mostly up
    for (const end = Date.now() + afterMs; Date.now() < end; await sleep(50)) {
      if (isOver()) return;
    }
    await Promise.all((victim === 'both' ? [0, 1] : [victim]).map((which) => pair.kill(which)));
  }
}

/** What the clock does each hour, and an administrator each day, in a hurry. */
async function keepHouse(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await reconcile().catch(() => {}); // tried again by the next one, as by the clock
    const failed = await db()
      .select({ id: refunds.id })
      .from(refunds)
      .where(eq(refunds.status, 'failed'))
      .limit(3);
    for (const { id } of failed)
      await requeueRefund(id, true)
        .then(() => sendRefund(id))
        .catch(() => {});
    for (const end = Date.now() + RECONCILE_EVERY_MS; Date.now() < end; await sleep(100)) {
      if (isOver()) return;
    }
  }
}

/**
 * Every session that is still open expires, every subscription renews, all at once. Stripe shows
 * events for 30 days, so what is known until now is taken in before.
 */
async function letAMonthPass({ sandbox }: World): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const done = await reconcile().catch(() => undefined);
    if (done?.failedEvents === 0) break;
  }
  await sandbox.advance(31 * DAY_S);
  advanceClock(31 * DAY_S * 1000);
}

function progress({ tally, pair }: World, began: number): string {
  const seconds = Math.round((Date.now() - began) / 1000);
  const [succeeded, refused, failed] = (['succeeded', 'refused', 'failed'] as const).map((one) =>
    tally.total(one),
  );
  return `${seconds} s: ${succeeded} done, ${refused} refused, ${failed} failed, ${pair.kills.length} kills`;
}
