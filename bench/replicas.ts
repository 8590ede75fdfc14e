import { availableParallelism, tmpdir } from 'node:os';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#app/platform/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/platform/database/migrate.server.ts';
import { onServer } from '#test/support/global-setup.ts';
import { startProgram, type Program } from '#test/support/program.ts';
import { startReplica, type StreamingReplica } from '#test/support/replica.ts';
import { withGoal, withMost } from './goal.ts';
import { catalogueWords, growCatalogue } from './many-products.ts';
import { median } from './median.ts';
import { cpuMsOfAll } from './proc.ts';
import { rateOf } from './rates.ts';

type Say = (line: string) => void;

const PRODUCTS = 10_000;
const ROUNDS = 5;
const LAG_SECONDS = 2;
/** How long an answer is kept. */
const KEPT_SECONDS = 1;
const WITH = ['no replica', 'one replica', 'two replicas'] as const;

/** Answers a second, and the processor time of each database server for a thousand of them. */
interface Round {
  rate: number;
  primaryMs: number;
  replicaMs: number[];
}

/**
 * What replicas take off the primary, and what a second one takes off the first, by the processor time
 * of each database server: how much one server can carry follows from it, whatever machine they share
 * here. Then how far behind a visitor's answer is while writes come as fast as they can be made, and
 * replay stops now and then.
 */
export async function benchReplicas(say: Say): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  try {
    const dataDir = path.join(folder, 'primary');
    const primary = await startEmbeddedPostgres({ dataDir, maxConnections: 120 });
    stops.push(() => primary.stop());
    await prepareDatabase(primary);
    await growCatalogue(primary.ownerUrl, PRODUCTS, say);
    const replicas: StreamingReplica[] = [];
    for (const name of ['first', 'second']) {
      const replica = await startReplica(primary, folder, name);
      replicas.push(replica);
      stops.push(() => replica.kill());
    }
    const programs: Program[] = [];
    for (const [count] of WITH.entries()) {
      const urls = replicas.slice(0, count).map(({ url }) => url);
      const program = await startProgram({
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URLS: urls.join(' '),
        DATABASE_REPLICA_LAG_SECONDS: String(LAG_SECONDS),
      });
      stops.push(() => program.stop());
      programs.push(program);
    }
    await sleep(3_000); // until each was looked at
    const servers = [primary.pid, ...replicas.map(({ pid }) => pid)];
    const rounds: Round[][] = WITH.map(() => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, program] of programs.entries()) {
        const measured = await measure(program.url, servers);
        say(`${WITH[at]}, round ${round} of ${ROUNDS}: ${shown(measured)}`);
        if (round > 0) rounds[at]?.push(measured); // the first is cold
      }
    }
    const [none, one, two] = rounds.map(middle) as [Round, Round, Round];
    const lag = await lagUnderLoad(programs[2]!.url, primary.ownerUrl, replicas, say);
    return [
      ...WITH.map((name, at) => `${name}: ${shown([none, one, two][at]!)}`),
      withGoal(
        'readers that the primary can have, one replica beside none, by its processor time',
        none.primaryMs / one.primaryMs,
        5,
      ),
      withGoal(
        'readers, two replicas beside one, by the processor time of the busier one',
        Math.max(...one.replicaMs) / Math.max(...two.replicaMs),
        1.6,
      ),
      ratesTogether(one, two),
      lag,
    ];
  } finally {
    await stopAll();
  }
}

/** Servers that share two cores with the site cannot answer more together than one of them. */
function ratesTogether(one: Round, two: Round): string {
  const text = `answers a second, two replicas beside one: ${(two.rate / one.rate).toFixed(2)} times`;
  const cores = availableParallelism();
  return cores >= 8
    ? withGoal('answers a second, two replicas beside one', two.rate / one.rate, 1.3)
    : `${text}; no goal, since site, databases, and load generator share ${cores} cores`;
}

async function measure(url: string, servers: number[]): Promise<Round> {
  const before = servers.map(cpuMsOfAll);
  const began = performance.now();
  const rate = await rateOf(url, nextAddress, {});
  const thousands = (rate * (performance.now() - began)) / 1_000_000;
  const [primaryMs = 0, ...replicaMs] = servers.map(
    (pid, at) => (cpuMsOfAll(pid) - (before[at] ?? 0)) / thousands,
  );
  return { rate, primaryMs, replicaMs };
}

const words = catalogueWords();
let count = 0;

/** Lists, products, and searches by turns; none comes twice within the second that it is kept for. */
function nextAddress(): string {
  count += 1;
  const signs = '!'.repeat(1 + (Math.floor(count / 120) % 190));
  if (count % 3 === 0) return `/api/products?sort=id&page=${1 + (count % 40)}&search=${signs}`;
  if (count % 3 === 1) return `/api/products/${10_001 + ((count * 7) % 9_000)}`;
  return `/api/products?search=${words[(count * 7) % words.length]}`;
}

function middle(rounds: Round[]): Round {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    rate: of(({ rate }) => rate),
    primaryMs: of(({ primaryMs }) => primaryMs),
    replicaMs: [0, 1].map((at) => of(({ replicaMs }) => replicaMs[at] ?? 0)),
  };
}

function shown({ rate, primaryMs, replicaMs }: Round): string {
  const ms = [primaryMs, ...replicaMs].map((one) => `${Math.round(one)}`);
  return `${Math.round(rate)} a second; processor time for a thousand: primary ${ms[0]} ms, replicas ${ms.slice(1).join(' and ')} ms`;
}

/** How long the writes and the readers go on, and when replay is stopped at which replicas meanwhile. */
const LOAD_MS = 24_000;
const PAUSES = [
  { fromMs: 4_000, untilMs: 10_000, replicas: [0] },
  { fromMs: 13_000, untilMs: 19_000, replicas: [0, 1] },
];

/** The oldest answer that a visitor gets about a product that is written again all the time. */
async function lagUnderLoad(
  url: string,
  ownerUrl: string,
  replicas: StreamingReplica[],
  say: Say,
): Promise<string> {
  const end = performance.now() + LOAD_MS;
  const goesOn = () => performance.now() < end;
  const [probe, writer] = [ownerUrl, ownerUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([probe.connect(), writer.connect()]);
  const behindMs: number[] = [];
  let written = 0;
  const stamp = async () => {
    while (goesOn()) {
      await probe.query('update products set name = $1 where id = 10001', [
        `Made at ${Date.now()}`,
      ]);
      await sleep(20);
    }
  };
  const write = async () => {
    while (goesOn()) {
      const { rowCount } = await writer.query(
        `update products set upc = md5(random()::text) where id between $1 and $1 + 200`,
        [10_002 + Math.floor(Math.random() * 9_000)],
      );
      written += rowCount ?? 0;
    }
  };
  const look = async () => {
    while (goesOn()) {
      const answer = await fetch(`${url}/api/products/10001`);
      const { name } = (await answer.json()) as { name: string };
      const madeAt = Number(/^Made at (\d+)/.exec(name)?.[1]);
      if (madeAt) behindMs.push(Date.now() - madeAt);
      await sleep(50);
    }
  };
  const read = async () => {
    while (goesOn()) await rateOf(url, nextAddress, {});
  };
  const pause = async ({ fromMs, untilMs, replicas: which }: (typeof PAUSES)[number]) => {
    const all = (statement: string) =>
      Promise.all(which.map((at) => onServer(replicas[at]!.ownerUrl, `select ${statement}()`)));
    await sleep(fromMs);
    await all('pg_wal_replay_pause');
    say(`replay is stopped at ${which.length} of the replicas`);
    await sleep(untilMs - fromMs);
    await all('pg_wal_replay_resume');
  };
  await Promise.all([stamp(), write(), look(), read(), ...PAUSES.map(pause)]);
  await Promise.all([probe.end(), writer.end()]);
  const most = Math.max(...behindMs) / 1000;
  return withMost(
    `an answer under load (${Math.round(written / (LOAD_MS / 1000))} rows written a second, replay stopped twice for 6 s) was ${(median(behindMs) / 1000).toFixed(2)} s behind, ${most.toFixed(2)} s at most (${behindMs.length} answers)`,
    most,
    LAG_SECONDS + KEPT_SECONDS,
    's',
  );
}
