import { inOwnFolder } from '#cli/long-run.ts';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { startProgram } from '#test/support/program.ts';
import { withGoal } from './goal.ts';
import { catalogueFolder, growCatalogue } from './many-products.ts';
import { ratesOf, startServer, type Addresses, type Server } from './rates.ts';
import { slowestReads } from './slowest-reads.ts';

type Say = (line: string) => void;

const FEW = 10_000;
const MANY = 100_000;
/** Least part of the thin endpoint's rate, and of the rate at ten thousand products that is left at more. */
const OF_THIN = 0.5;
const OF_FEW = 1 / 1.25;
const ROUNDS = 3;

const SORTS = ['current_amount', 'contributor_count', 'id'];

/** The same list under many addresses, by signs that a search leaves out; so many pages from one on. */
function listFrom(first: number, pages: number): Addresses {
  return (count) => {
    const signs = '!'.repeat(1 + (Math.floor(count / (SORTS.length * pages)) % 190));
    const page = first + (Math.floor(count / SORTS.length) % pages);
    return `/api/products?sort=${SORTS[count % SORTS.length]}&page=${page}&search=${signs}`;
  };
}

/** No address comes twice within the second for which the site shares an answer. */
const CASES: Record<string, Addresses> = {
  'list with total': listFrom(1, 40),
  detail: (count) => `/api/products/${10_001 + ((count * 7) % 9_000)}`,
};

/**
 * How fast lists and details are answered with ten thousand and a hundred thousand products, by the
 * whole site and by a thin endpoint that does the same statements by hand: four servers by turns on
 * one machine, so that the ratios of their median rates mean something. Then the slowest questions
 * that the site accepts, one at a time.
 */
export async function benchReads(say: Say): Promise<string[]> {
  return inOwnFolder('bench', async (folder, afterwards) => {
    const few = await startPair(folder, FEW, afterwards, say);
    const many = await startPair(folder, MANY, afterwards, say);
    const results: string[] = [];
    for (const [name, addresses] of Object.entries(CASES)) {
      const asked = { few: few.site, fewThin: few.thin, many: many.site, manyThin: many.thin };
      const rates = await ratesOf(name, asked, addresses, say, {}, ROUNDS);
      const of = (site: number, thin: number) =>
        `${Math.round(site)} a second, the thin endpoint ${Math.round(thin)}`;
      results.push(
        withGoal(
          `${name}, ${shown(FEW)} products: ${of(rates.few, rates.fewThin)}`,
          rates.few / rates.fewThin,
          OF_THIN,
        ),
        withGoal(
          `${name}, ${shown(MANY)} products: ${of(rates.many, rates.manyThin)}`,
          rates.many / rates.manyThin,
          OF_THIN,
        ),
        withGoal(
          `${name}, ${shown(MANY)} products as fast as ${shown(FEW)}`,
          rates.many / rates.few,
          OF_FEW,
        ),
      );
    }
    results.push(...(await slowestReads(many.site.url, say)));
    return results;
  });
}

/** The site and the thin endpoint over one database of so many products. */
async function startPair(
  folder: string,
  products: number,
  afterwards: (stop: () => unknown) => void,
  say: Say,
): Promise<{ site: Server; thin: Server }> {
  const database = await startOwnDatabase(catalogueFolder(folder, products), true);
  afterwards(() => database.stop());
  // Without jobs: the books of made-up products do not add up, and a job of the night says so.
  const site = await startProgram({ DATABASE_URL: database.url, JOBS: '0' });
  afterwards(() => site.stop());
  await growCatalogue(database.ownerUrl, products, say);
  const thin = await startServer('thin-endpoint.ts', { DATABASE_URL: database.url });
  afterwards(() => thin.stop());
  return { site, thin };
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
