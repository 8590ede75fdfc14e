import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { startOwnDatabase, type OwnDatabase } from '#test/support/own-database.ts';
import type { Scenario } from '#bench/completion/choose.ts';
import { DAYS } from '#bench/completion/model.ts';
import { drawPicture } from '#bench/completion/picture.ts';
import { otherwise, scenarios } from '#bench/completion/scenarios.ts';
import type { Outcome } from '#bench/completion/year.ts';

const SEEDS = [1, 2, 3];
/** Years that are lived at the same time; each also keeps its database busy. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism()));
const PICTURE = 'docs/completion.svg';

interface Run {
  seed: number;
  scenario: Scenario;
}

interface Done extends Run {
  outcome: Outcome;
}

/**
 * How many of 500 products reach their goal within a year, and what goes back, under what the site
 * shows and by how visitors answer it: the site's own lists, checkout, books, pools, and 365-day rule,
 * with the clock jumped and the same visitors for each scenario (docs/completion.md). Draws the
 * picture beside that text. Throws where the books of any run are wrong.
 */
export async function benchCompletion(say: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  const own = await startOwnDatabase(folder, false);
  const cleanUp = async () => {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  try {
    const runs: Run[] = [
      ...SEEDS.flatMap((seed) => scenarios.map((scenario) => ({ seed, scenario }))),
      ...otherwise.map((scenario) => ({ seed: SEEDS[0]!, scenario })),
    ];
    const done = await liveAll(own, runs, say);
    const lines = scenarios.map((scenario) => {
      const outcomes = outcomesOf(done, scenario);
      const byDay = Array.from({ length: DAYS }, (_, day) =>
        mean(outcomes.map(({ completeByDay }) => completeByDay[day] ?? 0)),
      );
      return { name: scenario.name, byDay };
    });
    writeFileSync(PICTURE, drawPicture(lines));
    say(`${PICTURE} is drawn`);
    return table(done);
  } finally {
    await cleanUp();
  }
}

async function liveAll(own: OwnDatabase, runs: Run[], say: (line: string) => void) {
  const done: Done[] = [];
  const waiting = [...runs];
  const thread = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      const name = `seed ${run.seed}, ${run.scenario.name}`;
      const outcome = await live(own, run, (day) => say(`${name}: day ${day}`));
      done.push({ ...run, outcome });
      say(`${name}: ${outcome.year.complete} products (${done.length} of ${runs.length} runs)`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, thread));
  return done;
}

function live({ url, ownerUrl }: OwnDatabase, run: Run, onDay: (day: number) => void) {
  return new Promise<Outcome>((resolve, reject) => {
    const workerData = { own: { url, ownerUrl }, ...run };
    const worker = new Worker(new URL('./completion/worker.ts', import.meta.url), { workerData });
    worker.on('message', (said: { day: number } | { outcome: Outcome }) => {
      if ('day' in said) onDay(said.day);
      else resolve(said.outcome);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`a year of ${run.scenario.name} came to no end`)));
  });
}

function outcomesOf(done: Done[], scenario: Scenario): Outcome[] {
  return done.filter((one) => one.scenario === scenario).map(({ outcome }) => outcome);
}

function table(done: Done[]): string[] {
  const [first] = SEEDS;
  const all = scenarios.map((scenario) => row(scenario.name, outcomesOf(done, scenario)));
  const ofFirst = done.filter(({ seed }) => seed === first);
  const single = [...scenarios, ...otherwise].flatMap((scenario) =>
    ofFirst
      .filter((one) => one.scenario === scenario)
      .map(({ outcome }) => row(scenario.name, [outcome])),
  );
  return [
    `means of seeds ${SEEDS.join(', ')}, and in brackets each`,
    HEAD,
    ...all,
    `seed ${first} alone, and under other assumptions`,
    HEAD,
    ...single,
  ];
}

const HEAD = [
  'scenario',
  'products at $1,275',
  'samples paid for',
  'brought',
  'given',
  'on products to be tested',
  'returned',
  'card fees of that',
].join('\t');

function row(name: string, outcomes: Outcome[]): string {
  const counts = (read: (outcome: Outcome) => number) => {
    const each = outcomes.map(read);
    return each.length > 1 ? `${Math.round(mean(each))} (${each.join(', ')})` : String(each[0]);
  };
  const dollars = (read: (outcome: Outcome) => number) =>
    `$${Math.round(mean(outcomes.map(read)) / 100).toLocaleString('en-US')}`;
  return [
    name,
    counts(({ year }) => year.complete),
    counts(({ year }) => year.samples),
    dollars(({ arrivedCents }) => arrivedCents),
    dollars(({ givenCents }) => givenCents),
    dollars(({ end }) => end.completeCents),
    dollars(({ end }) => end.returnedCents),
    dollars(({ end }) => end.lostFeesCents),
  ].join('\t');
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
