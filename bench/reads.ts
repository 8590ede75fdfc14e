import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { startProgram } from '#test/support/program.ts';
import { catalogueWords, growCatalogue } from './many-products.ts';
import { median } from './median.ts';
import { slowestReads } from './slowest-reads.ts';

type Say = (line: string) => void;

const FEW = 10_000;
const MANY = 1_000_000;
const ROUNDS = 5;
const ROUND_MS = 1_500;
const AT_ONCE = 16;

/** A server that is asked, and what stops it. */
interface Server {
  url: string;
  stop(): Promise<void>;
}

type Addresses = (count: number) => string;

/** No address comes twice within the second for which the site shares an answer. */
const CASES: Record<string, Addresses> = {
  // Of signs that a search leaves out: the same list, under another address.
  'list with total': (count) =>
    `/api/products?sort=${['current_amount', 'contributor_count', 'id'][count % 3]}&page=${1 + (count % 40)}&search=${'!'.repeat(1 + (Math.floor(count / 120) % 190))}`,
  detail: (count) => `/api/products/${10_001 + ((count * 7) % 9_000)}`,
  search: (count) => `/api/products?search=${words[(count * 7) % words.length]}`,
};
const words = catalogueWords();

/** Pages: drawn anew each, drawn once a second for all, and asked about by who has it already. */
const PAGES: Record<string, Addresses> = {
  'home page, drawn for each': (count) => `/?page=${1 + (count % 1_999)}&sort=id`,
  'home page, shared for a second': () => '/',
};

/**
 * How fast lists, details and searches are answered with ten thousand and a million products, by the
 * whole site and by a thin endpoint that does the same statements by hand: four servers by turns on
 * one machine, so that the ratios of their median rates mean something. Then the slowest questions
 * that the site accepts, one at a time.
 */
export async function benchReads(say: Say): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
    stops.length = 0;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  try {
    const few = await startPair(folder, FEW, stops, say);
    const many = await startPair(folder, MANY, stops, say);
    const results: string[] = [];
    for (const [name, addresses] of Object.entries(CASES)) {
      const asked = { few: few.site, fewThin: few.thin, many: many.site, manyThin: many.thin };
      const rates = await ratesOf(name, asked, addresses, say);
      results.push(
        `${name}: ${ratio(rates.few, rates.fewThin)} times the thin endpoint at ${shown(FEW)} products, ${ratio(rates.many, rates.manyThin)} at ${shown(MANY)}`,
        `${name}: ${shown(MANY)} products take ${ratio(rates.few, rates.many)} times as long as ${shown(FEW)}; the thin endpoint ${ratio(rates.fewThin, rates.manyThin)} times`,
      );
    }
    results.push(...(await pageResults(many.site, say)));
    results.push(...(await slowestReads(many.site.url, say)));
    return results;
  } finally {
    await stopAll();
  }
}

/** The site and the thin endpoint over one database of so many products. */
async function startPair(
  folder: string,
  products: number,
  stops: (() => Promise<void>)[],
  say: Say,
): Promise<{ site: Server; thin: Server }> {
  const own = mkdtempSync(path.join(folder, `${products}-`));
  const database = await startOwnDatabase(own, true);
  stops.push(() => database.stop());
  const site = await startProgram({ DATABASE_URL: database.url });
  stops.push(() => site.stop());
  await growCatalogue(database.ownerUrl, products, say);
  const thin = await startThin(database.url);
  stops.push(() => thin.stop());
  return { site, thin };
}

function startThin(databaseUrl: string): Promise<Server> {
  const child = spawn(process.execPath, ['bench/thin-endpoint.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The thin endpoint ended (${code}).`)));
    child.stdout.on('data', (said: Buffer) => {
      const url = /ready (http:\S+)/.exec(said.toString())?.[1];
      const stop = async () => {
        child.stdin.end();
        await exit;
      };
      if (url) resolve({ url, stop });
    });
  });
}

async function pageResults(site: Server, say: Say): Promise<string[]> {
  const rates: Record<string, number> = {};
  for (const [name, addresses] of Object.entries(PAGES)) {
    rates[name] = (await ratesOf(name, { site }, addresses, say)).site;
  }
  const [each = 1, shared = 1] = Object.values(rates);
  const { headers } = await fetch(site.url);
  const known = { 'If-None-Match': headers.get('etag') ?? '' };
  const same = (await ratesOf('home page, 304', { site }, () => '/', say, known)).site;
  return [
    `home page: shared for a second ${ratio(shared, each)} times the rate of one drawn for each, and ${ratio(same, each)} times where the visitor has it already (304)`,
  ];
}

/** The median of a server's rates, in answers a second; all are asked by turns. */
async function ratesOf<Name extends string>(
  name: string,
  servers: Record<Name, Server>,
  addresses: Addresses,
  say: Say,
  headers: Record<string, string> = {},
): Promise<Record<Name, number>> {
  const names = Object.keys(servers) as Name[];
  const rates = Object.fromEntries(names.map((one) => [one, [] as number[]])) as Record<
    Name,
    number[]
  >;
  let count = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const one of names) {
      const rate = await rateOf(servers[one], () => addresses(count++), headers);
      if (round > 0) rates[one].push(rate); // the first is cold
    }
    say(`${name}, round ${round} of ${ROUNDS}`);
  }
  return Object.fromEntries(names.map((one) => [one, median(rates[one])])) as Record<Name, number>;
}

async function rateOf(
  { url }: Server,
  next: () => string,
  headers: Record<string, string>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const began = performance.now();
  let answered = 0;
  const worker = async () => {
    while (performance.now() - began < ROUND_MS) {
      await ask(url + next(), agent, headers);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return answered / ((performance.now() - began) / 1000);
}

function ask(address: string, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200 || response.statusCode === 304) resolve();
        else reject(new Error(`${address} answered ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
