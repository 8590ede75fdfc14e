import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { startProgram } from '#test/support/program.ts';
import { catalogueWords, growCatalogue } from './many-products.ts';
import { ratesOf, startServer, type Addresses, type Server } from './rates.ts';
import { slowestReads } from './slowest-reads.ts';

type Say = (line: string) => void;

const FEW = 10_000;
const MANY = 1_000_000;

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
  const thin = await startServer('thin-endpoint.ts', { DATABASE_URL: database.url });
  stops.push(() => thin.stop());
  return { site, thin };
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

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
