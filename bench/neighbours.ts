import { startProgram } from '#test/support/program.ts';
import { atRate, buyer, MANY_ADDRESSES } from './buyers.ts';
import { median, quantile } from './median.ts';
import { idsOf } from './pages.ts';
import { ask, keepAliveAgent } from './rates.ts';

const ROUNDS = 3;
const ROUND_MS = 10_000;
const HOMES_PER_SECOND = 15;
const ORDERS_PER_SECOND = 15;
const READERS = 2;
const HEADERS = { 'Accept-Encoding': 'gzip, br' };

/**
 * How long home pages take that are drawn for each visitor, while orders arrive at a fixed rate and
 * others read reports, beside the same pages alone: the 99th percentiles, by turns.
 */
export async function benchNeighbours(say: (line: string) => void): Promise<string[]> {
  const site = await startProgram(MANY_ADDRESSES);
  const agent = keepAliveAgent(HOMES_PER_SECOND);
  try {
    const tested = await idsOf(`${site.url}/api/risk-levels`, 'product_id');
    const buy = await buyer(site);
    let asked = 0;
    const home = async (dueMs: number) => {
      asked += 1;
      await ask(`${site.url}/?search=${'!'.repeat(asked % 150)}&page=${asked}`, agent, HEADERS);
      return performance.now() - dueMs;
    };
    const homes = async () => quantile(await atRate(HOMES_PER_SECOND, ROUND_MS, home), 0.99);
    const read = async (until: number) => {
      for (let at = 0; performance.now() < until; at += 1) {
        await ask(`${site.url}/plasticlist/${tested[at % tested.length]}`, agent, HEADERS);
      }
    };
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const quiet = await homes();
      const until = performance.now() + ROUND_MS;
      const readers = Array.from({ length: READERS }, () => read(until));
      const orders = atRate(ORDERS_PER_SECOND, ROUND_MS, buy);
      const [busy] = await Promise.all([homes(), orders, ...readers]);
      say(`round ${round}: p99 alone ${quiet.toFixed(0)} ms, beside them ${busy.toFixed(0)} ms`);
      if (round === 0) continue; // everything is cold
      alone.push(quiet);
      beside.push(busy);
    }
    const [one, other] = [median(alone), median(beside)];
    return [
      `home p99: alone ${one.toFixed(0)} ms, beside ${ORDERS_PER_SECOND} orders a second and ${READERS} readers ${other.toFixed(0)} ms, ${(other / one).toFixed(1)} times`,
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
}
