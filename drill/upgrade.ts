import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ownVersion } from '#app/database/schema-version.server.ts';
import { startEmbeddedPostgres } from '#app/database/embedded-postgres.server.ts';
import { buildIfStale } from '#cli/build.ts';
import { PLAIN_START, startProgram, type Program } from '#test/support/program.ts';
import { readRows } from '#test/support/version-rows.ts';
import { missingAtTheEnd, wrongBooks } from './books.ts';
import { neediest, payOddly, startBuyers } from './buyers.ts';
import type { Drilled } from './drill.ts';
import { takeOut, versionBefore, type OlderProgram } from './older-program.ts';
import { onAPlace, type Place } from './place.ts';

/** Nobody waits longer for an answer, whatever is being migrated. */
const LONGEST_MS = 10_000;

type Say = (line: string) => void;
type Which = 'old' | 'new';

/**
 * `npm run drill -- upgrade [--from COMMIT] [--seconds N] [--keep FILE]`: the version before sells on a
 * database of its own; this one is started beside it and migrates; then each of them alone, and the
 * older one started anew on what the newer one made. Buyers buy all the time, from one to the other.
 * Nobody is refused, each version records what is paid while it runs, and the books are right. `--keep`
 * writes the older version's rows for the tests.
 */
export async function drillUpgrade(args: string[], say: Say): Promise<Drilled> {
  const text = { type: 'string' as const };
  const options = { from: text, seconds: { ...text, default: '15' }, keep: text };
  const { from = versionBefore(), seconds, keep } = parseArgs({ args, options }).values;
  return onAPlace(async (place) => {
    say(`the version before is that of ${from}`);
    const older = takeOut(from, path.join(place.folder, 'older'), say);
    buildIfStale(say);
    const dataDir = path.join(place.folder, 'postgres');
    const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, maxConnections: 120 });
    const env = { ...place.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
    try {
      return await play({ ...place, env }, older, Number(seconds) * 1_000, keep, say);
    } finally {
      await stop();
    }
  });
}

async function play(
  place: Place,
  older: OlderProgram,
  stepMs: number,
  keep: string | undefined,
  say: Say,
): Promise<Drilled> {
  const { env, sandbox } = place;
  const ownerUrl = env.DATABASE_OWNER_URL!;
  const drilled: Drilled = { found: [], failures: [] };
  const open = new Map<Which, Program>();
  const up = async (which: Which) => {
    open.set(which, await start(place, which, older.folder));
  };
  const down = async (which: Which) => {
    const program = open.get(which);
    open.delete(which); // nobody new is sent there
    await sleep(300);
    await program?.stop().catch((error: Error) => drilled.failures.push(error.message));
  };
  try {
    await up('old');
    const shop = { open: () => [...open.values()].map(({ url }) => url), sandboxUrl: sandbox.url };
    const products = await neediest(shop.open()[0]!);
    const buyers = startBuyers(8, shop, products);
    const { told } = buyers;
    const step = async (what: string, ...does: (() => Promise<void>)[]) => {
      const before = told.paid.length;
      told.longestMs = 0;
      for (const one of does) await one();
      told.paid.push(...(await payOddly(shop, sandbox.control, products[0]!)));
      await sleep(stepMs);
      // By those that run now.
      const missing = await missingAtTheEnd(ownerUrl, [...told.paid]);
      drilled.failures.push(...missing.map((one) => `${what}: ${one}`));
      const longest = `longest answer ${Math.round(told.longestMs)} ms`;
      const line = `${what}: ${told.paid.length - before} payments, ${longest}`;
      say(line);
      drilled.found.push(line);
      if (told.longestMs > LONGEST_MS) drilled.failures.push(line);
    };
    await step(`version ${older.version} (${older.commit}) alone`);
    if (keep) writeFileSync(keep, await readRows(ownerUrl));
    await step(`version ${ownVersion()} started beside it, which migrates`, () => up('new'));
    await step(
      'the version before started anew on the new tables',
      () => down('old'),
      () => up('old'),
    );
    await step('back to the version before alone', () => down('new'));
    await step(
      'this one again, alone',
      () => up('new'),
      () => down('old'),
    );
    await buyers.stop();
    drilled.failures.push(...(await missingAtTheEnd(ownerUrl, told.paid)));
    drilled.failures.push(...(await wrongBooks(env)));
    for (const [fault, count] of told.faults) drilled.failures.push(`${count} times ${fault}`);
    if (told.paid.length === 0) drilled.failures.push('nobody has paid');
    drilled.found.push(`${told.answers} answers, ${told.paid.length} payments acknowledged`);
    return drilled;
  } finally {
    for (const which of open.keys()) await down(which);
  }
}

function start({ folder, ports, env }: Place, which: Which, olderFolder: string): Promise<Program> {
  const dataDir = path.join(folder, `data-${which}`);
  mkdirSync(dataDir, { recursive: true });
  const port = String(ports[which === 'old' ? 0 : 1]);
  const where = which === 'old' ? { ...PLAIN_START, cwd: olderFolder } : PLAIN_START;
  return startProgram({ ...env, DATA_DIR: dataDir, PORT: port }, where);
}
