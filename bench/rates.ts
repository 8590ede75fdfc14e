import { Agent, get } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { saidBy } from '#cli/child-process.ts';
import { median } from './median.ts';

type Say = (line: string) => void;

const ROUNDS = 5;
const ROUND_MS = 1_500;
const AT_ONCE = 16;

/** A server that is asked, and what stops it. */
export interface Server {
  url: string;
  stop(): Promise<void>;
}

/** The path of the request with this number. */
export type Addresses = (count: number) => string;

/** Starts a file of this folder as a server of its own, which prints `ready ADDRESS` and ends with its parent. */
export async function startServer(file: string, env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [`bench/${file}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  const exit = once(child, 'exit');
  const [, url = ''] = await saidBy(child, /ready (\S+)/, (code) => `${file} ended (${code}).`);
  const stop = async () => {
    child.stdin.end();
    await exit;
  };
  return { url, stop };
}

/** The median of each server's rates, in answers a second; all are asked by turns. */
export async function ratesOf<Name extends string>(
  name: string,
  servers: Record<Name, Pick<Server, 'url'>>,
  addresses: Addresses,
  say: Say,
  headers: Record<string, string> = {},
  rounds = ROUNDS,
): Promise<Record<Name, number>> {
  const names = Object.keys(servers) as Name[];
  const rates = Object.fromEntries(names.map((one) => [one, [] as number[]])) as Record<
    Name,
    number[]
  >;
  let count = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of names) {
      const rate = await rateOf(servers[one].url, () => addresses(count++), headers);
      if (round > 0) rates[one].push(rate); // the first is cold
    }
    say(`${name}, round ${round} of ${rounds}`);
  }
  return Object.fromEntries(names.map((one) => [one, median(rates[one])])) as Record<Name, number>;
}

/** Answers a second of one round; whoever is answered asks for the next at once. */
export async function rateOf(
  url: string,
  next: () => string,
  headers: Record<string, string>,
): Promise<number> {
  const agent = keepAliveAgent(AT_ONCE);
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

/** What is idle for so long is closed here, and not by the server while something is being sent. */
const IDLE_MS = 2_000;

/** So many, which are used again. */
export function keepAliveAgent(atOnce: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: atOnce, timeout: IDLE_MS });
}

/** Throws where there is no page. */
export function ask(address: string, agent: Agent, headers: Record<string, string>): Promise<void> {
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
