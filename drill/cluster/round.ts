import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ask, Buyers, cartOf, from } from './buyers.ts';
import type { Blow } from './blows.ts';
import { checkBooks, checkLetters, checkRecord } from './checks.ts';
import type { Cluster } from './cluster.ts';
import type { Blown } from './report.ts';
import { SITES, type SiteNumber, type Sites } from './sites.ts';
import { Writes } from './writes.ts';

interface Round {
  cluster: Cluster;
  sites: Sites;
  folder: string;
  kinds: Blow[];
  /** Those of earlier rounds. */
  before: Blown[];
  most: number;
  minutes: number;
  ordersPerSecond: number;
  note(blown: Blown): void;
  say(line: string): void;
}

const BUYERS = 16;
/** More than any cluster takes; then it is said that it never came back. */
const LATE_MS = 150_000;
/** Steady for so long, it is back. */
const STEADY_MS = 5_000;

/** Everybody's writes: the cluster's, each process's, and visitors'. */
interface Watched {
  cluster: Writes;
  sites: Record<string, Writes>;
}

/**
 * Brings all up, has buyers buy, strikes, and checks at the end what came of it: a sentence for each
 * promise that did not hold.
 */
export async function runRound(round: Round): Promise<string[]> {
  const { cluster, sites, folder, say } = round;
  const began = new Date();
  await cluster.up();
  say('the cluster is whole');
  await sites.up();
  const record = path.join(folder, 'acknowledged.jsonl');
  const products = await productsOf(cluster);
  const watched = watch(cluster, sites, products);
  const pauseMs = (BUYERS * 1_000) / round.ordersPerSecond;
  const buyers = new Buyers(sites, record, products, pauseMs, watched.sites['visitors']!);
  buyers.start();
  say(`both sites are up; ${BUYERS} buyers buy`);
  await sleep(STEADY_MS * 2);
  const endMs = Date.now() + round.minutes * 60_000;
  const all = [...round.before];
  const kinds = round.kinds.filter(({ isPossible }) => isPossible?.(cluster) ?? true);
  while (all.length - round.before.length < round.most && Date.now() < endMs) {
    const blow = nextOf(kinds, all);
    const blown = await strike(blow, { ...round, watched, all });
    all.push(blown);
    round.note(blown);
    say(`${all.length}: ${told(blown)}`);
  }
  await buyers.stop();
  for (const writes of [watched.cluster, ...Object.values(watched.sites)]) writes.stop();
  for (const [odd, times] of buyers.oddAnswers) say(`told visitors ${times} times: ${odd}`);
  return [
    ...sites.crashes.splice(0),
    ...(await checkRecord(cluster, record, say)),
    ...(await checkLetters(cluster, began, say)),
    ...(await checkBooks(sites, say)),
  ];
}

/** Each kind once before any comes again, in an order that chance draws. */
function nextOf(kinds: Blow[], all: Blown[]): Blow {
  const times = (blow: Blow) => all.filter((one) => one.blow === blow.name).length;
  const fewest = Math.min(...kinds.map(times));
  const open = kinds.filter((blow) => times(blow) === fewest);
  return open[Math.floor(Math.random() * open.length)]!;
}

async function strike(
  blow: Blow,
  { cluster, sites, watched, all }: Round & { watched: Watched; all: Blown[] },
): Promise<Blown> {
  const at = new Date().toISOString();
  const count = all.filter((one) => one.blow === blow.name).length;
  let sinceMs = performance.now();
  const struck = await blow.strike({ cluster, sites, writes: watched.cluster, count });
  if (blow.isCountedFromEnd) sinceMs = performance.now();
  await sleep(blow.watchedSeconds * 1_000);
  const name = (site: SiteNumber) => `site ${site + 1}`;
  const others = Object.entries(watched.sites).filter(
    ([own]) => struck.site === undefined || own !== name(struck.site),
  );
  const everyone = [watched.cluster, ...others.map(([, writes]) => writes)];
  await steady(everyone, sinceMs);
  const seconds = (writes: Writes) => {
    const backMs = writes.backSince(sinceMs);
    return backMs === undefined ? null : Math.max(0, backMs - sinceMs) / 1_000;
  };
  const clusterSeconds = seconds(watched.cluster);
  const siteSeconds = Object.fromEntries(others.map(([own, writes]) => [own, seconds(writes)]));
  const endedMs = performance.now();
  await struck.end?.();
  await cluster.whole();
  for (const site of SITES) await sites.ready(site);
  await steady(everyone, endedMs);
  const again = everyone.map((writes) => (writes.backSince(endedMs) ?? Infinity) - endedMs);
  return {
    blow: blow.name,
    at,
    whom: struck.whom,
    clusterSeconds,
    siteSeconds,
    againSeconds: Math.max(0, ...again) / 1_000,
    ...(struck.broken ? { broken: struck.broken } : {}),
  };
}

/** Resolves when everyone has written for a while, or after long. */
async function steady(everyone: Writes[], sinceMs: number): Promise<void> {
  const isSteady = (writes: Writes) => {
    const backMs = writes.backSince(sinceMs);
    return backMs !== undefined && performance.now() - backMs > STEADY_MS;
  };
  const lateMs = performance.now() + LATE_MS;
  while (!everyone.every(isSteady) && performance.now() < lateMs) await sleep(250);
}

function watch(cluster: Cluster, sites: Sites, products: number[]): Watched {
  const ofCluster = new Writes(1_500);
  void ofCluster.probe(250, () => writeTo(cluster.probeUrl));
  const ofSites = SITES.map((site): [string, Writes] => {
    const writes = new Writes(3_000);
    void writes.probe(1_000, async () => {
      const headers = { 'Content-Type': 'application/json', ...from(100 + site) };
      const question = { headers, body: cartOf(products) };
      const { status } = await ask(`${sites.url(site)}/api/create-checkout`, question, 10_000);
      return status === 200;
    });
    return [`site ${site + 1}`, writes];
  });
  return {
    cluster: ofCluster,
    sites: { ...Object.fromEntries(ofSites), visitors: new Writes(3_000) },
  };
}

/** A row that is committed, on a connection of its own. */
async function writeTo(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
    // Only the wait ends: a statement that the server ends while it waits for a replica is done.
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('insert into probes values (now())');
    return true;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Products that a few dollars fit in, a thousand times. */
async function productsOf(cluster: Cluster): Promise<number[]> {
  const client = new pg.Client({ connectionString: cluster.url('openassay_owner') });
  await client.connect();
  const { rows } = await client
    .query<{ id: number }>(
      `select id from products where not is_demo and removed_at is null
       and target_cents - raised_cents > 20000 and id >= 1000 order by id`,
    )
    .finally(() => client.end());
  return rows.map(({ id }) => id);
}

function told({ blow, whom, clusterSeconds, siteSeconds, againSeconds }: Blown): string {
  const shown = (seconds: number | null) => seconds?.toFixed(1) ?? 'NEVER';
  const sites = Object.entries(siteSeconds).map(([name, own]) => `${name} ${shown(own)}`);
  const again = againSeconds > 0 ? `; once more ${againSeconds.toFixed(1)}` : '';
  return `${blow} (${whom}): cluster ${shown(clusterSeconds)} s, ${sites.join(', ')}${again}`;
}
