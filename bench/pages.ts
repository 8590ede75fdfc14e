import { startProgram, type Program } from '#test/support/program.ts';
import { withGoal } from './goal.ts';
import { ratesOf, startServer, type Addresses } from './rates.ts';

type Say = (line: string) => void;

/** As browsers ask, and as older programs do. */
const ACCEPTED = { br: 'gzip, deflate, br, zstd', gzip: 'gzip, deflate' };

/**
 * How fast shared pages are sent, compressed as browsers ask: as a ratio to a bare server of Node
 * that sends the same bytes from memory. One report is the same page for all who ask; all reports by
 * turns are as many pages as there are.
 */
export async function benchPages(say: Say): Promise<string[]> {
  const site = await startProgram();
  const bare = await startServer('bare-server.ts', { SITE_URL: site.url });
  try {
    const cases = await casesOf(site);
    const results: string[] = [];
    for (const [name, addresses] of Object.entries(cases)) {
      for (const [encoding, accepted] of Object.entries(ACCEPTED)) {
        const full = `${name}, ${encoding}`;
        const headers = { 'Accept-Encoding': accepted };
        const rates = await ratesOf(full, { site, bare }, addresses, say, headers);
        const goal = name === ALL_REPORTS ? 0.4 : 0.5;
        const text = `${full}: ${Math.round(rates.site)} a second, the bare server ${Math.round(rates.bare)}`;
        results.push(withGoal(text, rates.site / rates.bare, goal));
      }
    }
    return results;
  } finally {
    await bare.stop();
    await site.stop();
  }
}

const ALL_REPORTS = 'reports of all tested products by turns';

async function casesOf({ url }: Program): Promise<Record<string, Addresses>> {
  const products = await idsOf(`${url}/api/products`, 'id');
  const tested = await idsOf(`${url}/api/risk-levels?page_size=500`, 'product_id');
  return {
    home: () => '/',
    'tested list': () => '/plasticlist',
    'product to fund': () => `/product/${products[0]}`,
    'one report': () => `/plasticlist/${tested[0]}`,
    [ALL_REPORTS]: (count) => `/plasticlist/${tested[(count * 7) % tested.length]}`,
  };
}

async function idsOf(address: string, key: string): Promise<number[]> {
  const { items } = (await (await fetch(address)).json()) as { items: Record<string, number>[] };
  return items.flatMap((item) => item[key] ?? []);
}
