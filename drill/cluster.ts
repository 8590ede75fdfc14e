import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BLOWS } from '#drill/cluster/blows.ts';
import { Cluster } from '#drill/cluster/cluster.ts';
import { portsFrom } from '#drill/cluster/cluster-files.ts';
import { whatIsMissing } from '#drill/cluster/machine.ts';
import { failuresOfBlows, tableOfBlows, type Blown } from '#drill/cluster/report.ts';
import { runRound } from '#drill/cluster/round.ts';
import { secretOf, Sites } from '#drill/cluster/sites.ts';
import type { Drilled } from './drill.ts';

const MOST_MINUTES = 40;

/**
 * `npm run drill -- cluster [--blows 100] [--minutes 40] [--rounds 4] [--orders 4] [--only TEXT]
 * [--dir FOLDER] [--port 4400]`: two processes of the site on three PostgreSQL nodes, sixteen buyers,
 * and everything that can be lost is lost, one after the other. `--blows` is how many the folder is to
 * have in the end: what it has of earlier rounds counts, and another run goes on. A round takes
 * `--minutes` at most; `--orders` are those of a second. Takes a hundred ports from `--port` on.
 */
export async function drillCluster(args: string[], say: (line: string) => void): Promise<Drilled> {
  const missing = whatIsMissing();
  if (missing.length > 0) return { found: [], failures: missing };
  const { values } = parseArgs({
    args,
    options: {
      blows: { type: 'string', default: '100' },
      minutes: { type: 'string', default: String(MOST_MINUTES) },
      rounds: { type: 'string', default: '4' },
      orders: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      dir: { type: 'string', default: path.join(tmpdir(), 'openassay-drill-cluster') },
      port: { type: 'string', default: '4400' },
    },
  });
  const folder = path.resolve(values.dir);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711); // PostgreSQL runs as another user than root
  const cluster = new Cluster(
    folder,
    portsFrom(whole('port', values.port)),
    secretOf(path.join(folder, 'password')),
  );
  const sites = new Sites(folder, cluster);
  const down = async () => {
    await sites.down();
    await cluster.down();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void down().finally(() => process.exit(1)));
  }
  const kinds = BLOWS.filter(({ name }) => name.includes(values.only));
  const blows = whole('blows', values.blows);
  const file = path.join(folder, 'blows.jsonl');
  const failures: string[] = [];
  for (let round = 0; round < whole('rounds', values.rounds); round += 1) {
    const before = blownIn(file);
    if (round > 0 && before.length >= blows) break;
    say(`a round from blow ${before.length + 1} on, in ${folder}`);
    try {
      const problems = await runRound({
        cluster,
        sites,
        folder,
        kinds,
        before,
        most: Math.max(0, blows - before.length),
        minutes: Math.min(MOST_MINUTES, whole('minutes', values.minutes)),
        ordersPerSecond: whole('orders', values.orders),
        note: (blown) => appendFileSync(file, `${JSON.stringify(blown)}\n`),
        say,
      });
      failures.push(...problems);
    } finally {
      await down();
    }
    if (failures.length > 0) break;
  }
  const all = blownIn(file);
  const left = BLOWS.filter(({ name }) => !all.some(({ blow }) => blow === name));
  return {
    found: [
      ...tableOfBlows(all),
      ...left.map(({ name }) => `Not among them: ${name}.`),
      ...(all.length < blows ? [`${all.length} of ${blows} blows: run it again to go on.`] : []),
    ],
    failures: [...failures, ...failuresOfBlows(all)],
  };
}

function blownIn(file: string): Blown[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Blown);
}

function whole(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number`);
  return Number(text);
}
