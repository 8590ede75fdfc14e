import { startProgram, type Program } from '#test/support/program.ts';
import { withGoal } from './goal.ts';
import { ratesOf, startServer, type Addresses } from './rates.ts';

/** As browsers ask. */
const HEADERS = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const GOAL = 0.5;

/**
 * How fast shared pages and reports are sent, compressed as browsers ask: as a ratio to a bare server
 * of Node that sends the same bytes from memory.
 */
export async function benchPages(say: (line: string) => void): Promise<string[]> {
  const site = await startProgram();
  const bare = await startServer('bare-server.ts', { SITE_URL: site.url });
  try {
    const results: string[] = [];
    for (const [name, addresses] of Object.entries(await casesOf(site))) {
      const rates = await ratesOf(name, { site, bare }, addresses, say, HEADERS);
      const text = `${name}: ${Math.round(rates.site)} a second, the bare server ${Math.round(rates.bare)}`;
      results.push(withGoal(text, rates.site / rates.bare, GOAL));
    }
    return results;
  } finally {
    await bare.stop();
    await site.stop();
  }
}

async function casesOf({ url }: Program): Promise<Record<string, Addresses>> {
  const products = await idsOf(`${url}/api/products`, 'id');
  const tested = await idsOf(`${url}/api/risk-levels`, 'product_id');
  return {
    home: () => '/',
    'tested list': () => '/plasticlist',
    'product to fund': () => `/product/${products[0]}`,
    'one report': () => `/plasticlist/${tested[0]}`,
    'reports by turns': (count) => `/plasticlist/${tested[count % tested.length]}`,
  };
}

/** The ids of the first page of a list. */
export async function idsOf(address: string, key: string): Promise<number[]> {
  const { items } = (await (await fetch(address)).json()) as { items: Record<string, number>[] };
  return items.flatMap((item) => item[key] ?? []);
}
