import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfStale } from '#cli/build.ts';
import { readOptions } from '#cli/long-run.ts';
import { PLAIN_START, startProgram } from '#test/support/program.ts';
import { missingPayments, openassay, wrongBooks } from './books.ts';
import { neediest, payOddly, startBuyers } from './buyers.ts';
import type { Drilled } from './drill.ts';
import { onAPlace, type Place } from './place.ts';

/**
 * `npm run drill -- restore [--points N] [--seconds N]`: a site sells, is backed up meanwhile, sells
 * on, is stopped, and becomes a site in another folder, with other settings of its database. Every
 * payment that the provider has is then on the books once, and the audit finds nothing.
 */
export async function drillRestore(args: string[], say: (line: string) => void): Promise<Drilled> {
  const { points, seconds } = readOptions(args, { points: 5, seconds: 5 });
  buildIfStale(say);
  return onAPlace(async (place) => {
    const drilled: Drilled = { found: [], failures: [] };
    const paid: string[] = [];
    for (let point = 1; point <= points; point += 1) {
      const line = await playPoint(place, point, seconds * 1_000, paid, drilled);
      say(line);
      drilled.found.push(line);
      if (drilled.failures.length > 0) break;
    }
    return drilled;
  });
}

/** From one data directory to the next one; what was paid so far is in `paid`. */
async function playPoint(
  { folder, sandbox, ports, env: shared }: Place,
  point: number,
  sellMs: number,
  paid: string[],
  { failures }: Drilled,
): Promise<string> {
  const siteIn = (number: number) => ({
    ...shared,
    DATA_DIR: path.join(folder, `data-${number}`),
    PORT: String(ports[0]),
    DATABASE_POOL_SIZE: number % 2 === 1 ? '60' : '5',
  });
  const mustRun = async (env: Record<string, string>, ...command: string[]) => {
    const { code, sentence } = await openassay(env, ...command);
    if (code !== 0) failures.push(`${command[0]} ended with ${code}: ${sentence.slice(-1_000)}`);
    return sentence;
  };
  const [env, next] = [siteIn(point), siteIn(point + 1)];
  const backups = path.join(folder, 'backups');
  mkdirSync(env.DATA_DIR, { recursive: true });
  const program = await startProgram(env, PLAIN_START);
  const products = await neediest(program.url);
  const shop = { open: () => [program.url], sandboxUrl: sandbox.url };
  const buyers = startBuyers(6, shop, products);
  paid.push(...(await payOddly(shop, sandbox.control, products[0]!)));
  await sleep(sellMs);
  // The log's entries are no part of what is restored: nothing is sealed after the backup.
  await mustRun(env, 'release');
  await mustRun(env, 'backup', backups);
  await sleep(sellMs);
  await buyers.stop();
  paid.push(...buyers.told.paid);
  for (const [fault, count] of buyers.told.faults) failures.push(`${count} times ${fault}`);
  await program.stop();
  const began = performance.now();
  const sentence = await mustRun(next, 'restore', backups);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  // As docs/backup.md says: neither is in a backup.
  for (const name of ['log-key', 'log-checkpoint']) {
    copyFileSync(path.join(env.DATA_DIR, name), path.join(next.DATA_DIR, name));
  }
  failures.push(...(await wrongBooks(next)));
  const again = await startProgram(next, PLAIN_START);
  const running = readFileSync(path.join(next.DATA_DIR, 'running.json'), 'utf8');
  failures.push(...(await missingPayments(JSON.parse(running).DATABASE_URL, paid)));
  await again.stop();
  rmSync(env.DATA_DIR, { recursive: true });
  const lost = /(\d+) lost orders? written anew/.exec(sentence)?.[1] ?? '0';
  return `point ${point}: restored in ${seconds} s; of ${paid.length} payments ${lost} came after the backup`;
}
