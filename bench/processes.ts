import { availableParallelism } from 'node:os';
import { startProgram, type Program } from '#test/support/program.ts';
import { withGoal } from './goal.ts';
import { median } from './median.ts';
import { cpuMsOfParts } from './proc.ts';
import { rateOf } from './rates.ts';

type Say = (line: string) => void;

const ROUNDS = 3;
const GOAL = 0.8;

/** Pages a second, and the processor time of a second that each had: shares of all cores. */
interface Round {
  rate: number;
  site: number;
  /** The database, the payment sandbox, and this load generator. */
  others: number;
}

/**
 * What a second process adds, by pages drawn afresh: how much of the processor time that database and
 * load generator leave the site's processes use. With more cores than two, it is as many processes
 * as there are cores.
 */
export async function benchProcesses(say: Say): Promise<string[]> {
  const cores = availableParallelism();
  const counts = [1, Math.max(2, cores)];
  const programs = await Promise.all(
    counts.map((count) => startProgram({ PROCESSES: String(count) })),
  );
  try {
    const rounds: Round[][] = counts.map(() => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, program] of programs.entries()) {
        const measured = await measure(program, cores);
        say(`${counts[at]} processes, round ${round} of ${ROUNDS}: ${shown(measured)}`);
        if (round > 0) rounds[at]?.push(measured); // the first is cold
      }
    }
    const [one, several] = rounds.map(middle) as [Round, Round];
    const used = several.site / (1 - several.others);
    return [
      `pages afresh, 1 process: ${shown(one)}`,
      `pages afresh, ${counts[1]} processes: ${shown(several)}; ${(several.rate / one.rate).toFixed(2)} times the rate of one`,
      withGoal(
        `used of the processor time that the others leave, ${counts[1]} processes`,
        used,
        GOAL,
      ),
    ];
  } finally {
    for (const program of programs) await program.stop();
  }
}

async function measure({ url, pid }: Program, cores: number): Promise<Round> {
  const [before, ownBefore, began] = [cpuMsOfParts(pid), process.cpuUsage(), performance.now()];
  const rate = await rateOf(url, nextAfresh, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
  const own = process.cpuUsage(ownBefore);
  const all = (performance.now() - began) * cores;
  const after = cpuMsOfParts(pid);
  const besides = after.database - before.database + after.sandbox - before.sandbox;
  return {
    rate,
    site: (after.site - before.site) / all,
    others: (besides + (own.user + own.system) / 1_000) / all,
  };
}

let count = 0;

/** The home page, under an address that it was never asked for under: nothing made before is used. */
function nextAfresh(): string {
  count += 1;
  return `/?search=${'!'.repeat(1 + (count % 150))}&page=${1 + Math.floor(count / 150)}`;
}

function middle(rounds: Round[]): Round {
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]));
  return { rate: of('rate'), site: of('site'), others: of('others') };
}

function shown({ rate, site, others }: Round): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return `${Math.round(rate)} a second; of all cores, ${percent(site)} went to the site, ${percent(others)} to database and load generator, ${percent(1 - others)} were left to it`;
}
