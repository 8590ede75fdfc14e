import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startProgram, type Program } from '#test/support/program.ts';
import { withMost } from './goal.ts';
import { median } from './median.ts';
import type { Done, Load } from './neighbour-load.ts';
import { ask, keptConnections } from './rates.ts';

type Say = (line: string) => void;

const PROCESSES = 2;
const ROUNDS = 3;
const ROUND_MS = 12_000;
/** Home pages asked for in a second, whatever becomes of those before. */
const HOMES_PER_SECOND = 25;
const ORDERS_PER_SECOND = 30;
const READERS = 4;
const GOAL_TIMES = 3;
/** After so many, hardly a process is left that was never asked for one. */
const PASSES = 2 * PROCESSES;

/** One machine buys for them all. */
const UNLIMITED = {
  TRUSTED_PROXIES: '127.0.0.1,::1',
  CHECKOUTS_PER_ADDRESS: '100000',
  RESERVATIONS_PER_ADDRESS: '100000',
  SHARES_PER_ADDRESS: '100000',
};

/**
 * How long home pages take that are drawn afresh, while orders arrive at a fixed rate and others read
 * reports as fast as they come; beside the same pages alone, by turns, in one run.
 */
export async function benchNeighbours(say: Say): Promise<string[]> {
  const site = await startProgram({ PROCESSES: String(PROCESSES), ...UNLIMITED });
  try {
    const load = await loadOf(site);
    say('every report is read once by each process, as in life');
    await readEverywhere(load);
    const alone: number[] = [];
    const beside: number[] = [];
    const middle = { alone: [] as number[], beside: [] as number[] };
    let done: Done = { orders: 0, reports: 0 };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const quiet = await homes(site);
      const worker = new Worker(new URL('./neighbour-load.ts', import.meta.url), {
        workerData: load,
      });
      const busy = await homes(site);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage('stop');
      [done] = (await once(worker, 'message')) as [Done];
      say(
        `round ${round}: p99 alone ${shown(quiet, 0.99)}, beside ${done.orders} orders and ${done.reports} reports ${shown(busy, 0.99)}`,
      );
      if (round === 0) continue; // everything is cold
      alone.push(quantile(quiet, 0.99));
      beside.push(quantile(busy, 0.99));
      middle.alone.push(quantile(quiet, 0.5));
      middle.beside.push(quantile(busy, 0.5));
    }
    const times = median(beside) / median(alone);
    return [
      `home afresh, alone: median ${median(middle.alone).toFixed(1)} ms, p99 ${median(alone).toFixed(1)} ms`,
      `home afresh, beside ${ORDERS_PER_SECOND} orders a second and ${READERS} who read reports (${Math.round((done.reports * 1_000) / ROUND_MS)} a second): median ${median(middle.beside).toFixed(1)} ms, p99 ${median(beside).toFixed(1)} ms`,
      withMost(`p99 beside them: ${times.toFixed(2)} times that alone`, times, GOAL_TIMES, 'times'),
    ];
  } finally {
    await site.stop();
  }
}

async function loadOf({ url, sandboxUrl }: Program): Promise<Load> {
  const products = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((page) => idsOf(`${url}/api/products?sort=id&page=${page}`, 'id')),
  );
  return {
    url,
    sandboxUrl,
    products: products.flat(),
    tested: await idsOf(`${url}/api/risk-levels`, 'product_id'),
    ordersPerSecond: ORDERS_PER_SECOND,
    readers: READERS,
  };
}

/** Reports are kept for as long as nothing is published: each process has those that it was asked for. */
async function readEverywhere({ url, tested }: Load): Promise<void> {
  for (let time = 0; time < PASSES; time += 1) {
    for (const id of tested) {
      // Over connections of their own, each of which may come to another process.
      const headers = { Connection: 'close', 'Accept-Encoding': 'gzip, br' };
      await (await fetch(`${url}/plasticlist/${id}`, { headers })).arrayBuffer();
    }
  }
}

async function idsOf(address: string, key: string): Promise<number[]> {
  const { items } = (await (await fetch(address)).json()) as { items: Record<string, number>[] };
  return items.flatMap((item) => item[key] ?? []);
}

let asked = 0;
const visitors = keptConnections(HOMES_PER_SECOND);

/** Milliseconds of each home page, from the moment at which it was to be asked for. */
async function homes({ url }: Program): Promise<number[]> {
  const began = performance.now();
  const all: Promise<number>[] = [];
  for (let at = 0; at < (ROUND_MS * HOMES_PER_SECOND) / 1_000; at += 1) {
    const due = began + (at * 1_000) / HOMES_PER_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    all.push(home(url, due));
  }
  return Promise.all(all);
}

/** One under an address that it was never asked for under. */
async function home(url: string, dueMs: number): Promise<number> {
  asked += 1;
  const address = `${url}/?search=${'!'.repeat(1 + (asked % 150))}&page=${1 + Math.floor(asked / 150)}`;
  await ask(address, visitors, { 'Accept-Encoding': 'gzip, br' });
  return performance.now() - dueMs;
}

function shown(times: number[], share: number): string {
  return `${quantile(times, share).toFixed(1)} ms`;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
