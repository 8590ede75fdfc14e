import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startOwnDatabase, type OwnDatabase } from '#test/support/own-database.ts';
import { startProgram, type Program } from '#test/support/program.ts';
import { MISSED } from './goal.ts';
import { catalogueFolder, growCatalogue } from './many-products.ts';
import { median } from './median.ts';

type Say = (line: string) => void;

const PRODUCTS = 1_000_000;
const ROUNDS = 3;
const PAUSE_GOAL_MS = 50;
const MEMORY_GOAL_MB = 50;
/** For so long the site is looked at while nobody asks for anything: what the machine itself does. */
const REST_MS = 5_000;
/** Pages asked for before, so that memory is what a running site holds. */
const WARM_UP = 600;
const LOOK_MS = 100;

interface Round {
  /** The longest that the event loop was held up at rest. */
  restMs: number;
  /** The longest that the site's event loop was held up. */
  pauseMs: number;
  /** What the site held at most, above what it held before. */
  memoryMb: number;
  seconds: number;
  addresses: number;
}

/**
 * The whole sitemap of a million products, as a search engine asks for it, of a site that has not
 * written it yet: how long the site pauses for it and how much memory it takes, by its own metrics.
 */
export async function benchSitemap(say: Say): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  const database = await startOwnDatabase(catalogueFolder(folder, PRODUCTS), true);
  try {
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      rounds.push(await readSitemap(database, say));
      say(`round ${round} of ${ROUNDS}: ${JSON.stringify(rounds.at(-1))}`);
    }
    const listed = await countListed(database.ownerUrl);
    const fewest = Math.min(...rounds.map(({ addresses }) => addresses));
    const of = (key: keyof Round) => median(rounds.map((round) => round[key]));
    return [
      `products that can be found: ${listed}, in the sitemap ${fewest}${fewest === listed ? '' : `, ${MISSED}`}`,
      `the whole sitemap took ${of('seconds').toFixed(1)} s`,
      withLimit(
        `longest pause, at rest ${of('restMs').toFixed(0)} ms`,
        of('pauseMs'),
        PAUSE_GOAL_MS,
        'ms',
      ),
      withLimit('more memory', of('memoryMb'), MEMORY_GOAL_MB, 'MB'),
    ];
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readSitemap(database: OwnDatabase, say: Say): Promise<Round> {
  // Without jobs: the books of made-up products do not add up, and a job of the night says so.
  const site = await startProgram({ DATABASE_URL: database.url, JOBS: '0' });
  try {
    await growCatalogue(database.ownerUrl, PRODUCTS, say);
    for (let count = 0; count < WARM_UP; count += 1) {
      await (await fetch(`${site.url}/?sort=id&page=${1 + count}`)).arrayBuffer();
    }
    await lookAt(site);
    await sleep(REST_MS);
    const before = await lookAt(site);
    const began = performance.now();
    const found = readAll(site.url);
    const looks = [await lookAt(site)];
    for (let isDone = false; !isDone;) {
      isDone = await Promise.race([found.then(() => true), sleep(LOOK_MS, false)]);
      looks.push(await lookAt(site));
    }
    return {
      restMs: before.pauseMs,
      pauseMs: Math.max(...looks.map(({ pauseMs }) => pauseMs)),
      memoryMb: Math.max(...looks.map(({ memoryMb }) => memoryMb)) - before.memoryMb,
      seconds: (performance.now() - began) / 1_000,
      addresses: await found,
    };
  } finally {
    await site.stop();
  }
}

/** How many different products the files name together. */
async function readAll(url: string): Promise<number> {
  const addressesOf = async (address: string) => {
    const response = await fetch(address);
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    return [...(await response.text()).matchAll(/<loc>([^<]+)/g)].map(([, at]) => at ?? '');
  };
  const products = new Set<string>();
  for (const file of await addressesOf(`${url}/sitemap.xml`)) {
    for (const address of await addressesOf(url + new URL(file).pathname)) {
      if (address.includes('/product/')) products.add(address);
    }
  }
  return products.size;
}

/** The longest pause since the last look, and the memory now. */
async function lookAt({ url }: Program): Promise<{ pauseMs: number; memoryMb: number }> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  return {
    pauseMs: value('nodejs_eventloop_lag_max_seconds') * 1_000,
    memoryMb: value('process_resident_memory_bytes') / 1024 ** 2,
  };
}

async function countListed(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from products
    where not is_demo and removed_at is null and hidden_at is null and unreviewed_since is null`);
  await client.end();
  return rows[0].count;
}

function withLimit(text: string, value: number, most: number, unit: string): string {
  const missed = value > most ? `, ${MISSED}` : '';
  return `${text}: ${value.toFixed(0)} ${unit}, goal ${most} or less${missed}`;
}
