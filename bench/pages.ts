import { startProgram, type Program } from '#test/support/program.ts';
import { withGoal } from './goal.ts';
import { median } from './median.ts';
import { cpuMs } from './proc.ts';
import { ask, keptConnections, ratesOf, startServer, type Addresses } from './rates.ts';

type Say = (line: string) => void;

/** As browsers ask, and as older programs do. */
const ACCEPTED = { br: 'gzip, deflate, br, zstd', gzip: 'gzip, deflate' };

/** What is asked for afresh, one page at a time, in each of so many rounds. */
const AFRESH = 100;
const AFRESH_ROUNDS = 3;
/** Before that, so that what is measured has been compiled. */
const WARM_UP = 300;

/**
 * How fast shared pages are sent, compressed as browsers ask: as a ratio to a bare server of Node
 * that sends the same bytes from memory. One report is the same page for all who ask; all reports by
 * turns are as many pages as there are. Then what pages cost that are drawn afresh, with nothing of
 * any earlier request: processor time of the site's own process.
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
    return [...results, ...(await benchAfresh(say))];
  } finally {
    await bare.stop();
    await site.stop();
  }
}

async function benchAfresh(say: Say): Promise<string[]> {
  const site = await startProgram({ NODE_OPTIONS: '--import ./bench/keep-nothing.ts' });
  try {
    const { 'one report': _, ...cases } = await casesOf(site);
    const results: string[] = [];
    for (const [name, addresses] of Object.entries(cases)) {
      for (const [encoding, accepted] of Object.entries(ACCEPTED)) {
        const full = `${name}, ${encoding}, afresh`;
        const cost = await costOf(site, addresses, { 'Accept-Encoding': accepted });
        say(full);
        results.push(`${full}: ${cost.toFixed(1)} ms of processor time each`);
      }
    }
    return results;
  } finally {
    await site.stop();
  }
}

/** The median of the rounds, in milliseconds a page. */
async function costOf(
  { url, pid }: Program,
  addresses: Addresses,
  headers: Record<string, string>,
): Promise<number> {
  const agent = keptConnections(1);
  let count = 0;
  const draw = async (pages: number) => {
    for (const last = count + pages; count < last; count += 1) {
      await ask(url + addresses(count), agent, headers);
    }
  };
  await draw(WARM_UP);
  const costs: number[] = [];
  for (let round = 0; round < AFRESH_ROUNDS; round += 1) {
    const begun = cpuMs(pid);
    await draw(AFRESH);
    costs.push((cpuMs(pid) - begun) / AFRESH);
  }
  agent.destroy();
  return median(costs);
}

const ALL_REPORTS = 'reports of all tested products by turns';

async function casesOf({ url }: Program): Promise<Record<string, Addresses>> {
  const products = await idsOf(`${url}/api/products`, 'id');
  const tested = await idsOf(`${url}/api/risk-levels?page_size=500`, 'product_id');
  return {
    home: () => '/',
    'second page of the list': () => '/?page=2',
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
