import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#app/database/embedded-postgres.server.ts';
import { buildIfStale } from '#cli/build.ts';
import { readOptions } from '#cli/long-run.ts';
import { startProgram, type Program } from '#test/support/program.ts';
import { missingAtTheEnd, wrongBooks } from './books.ts';
import { neediest, payOddly, startBuyers } from './buyers.ts';
import type { Drilled } from './drill.ts';
import { onAPlace } from './place.ts';

/** Nobody waits longer for an answer, whatever was killed. */
const LONGEST_MS = 30_000;

/**
 * `npm run drill -- kill [--kills N] [--seconds N]`: two programs, one of them of several processes,
 * sell on one database. So often, that database or one of the programs is killed in the middle of it,
 * as by a power cut, and comes back. No payment that was acknowledged is lost, and the books are right.
 */
export async function drillKill(args: string[], say: (line: string) => void): Promise<Drilled> {
  const { kills, seconds } = readOptions(args, { kills: 12, seconds: 5 });
  buildIfStale(say);
  return onAPlace(async ({ folder, sandbox, ports, env: shared }) => {
    const drilled: Drilled = { found: [], failures: [] };
    const dataDir = path.join(folder, 'postgres');
    const database = await startEmbeddedPostgres({ dataDir, maxConnections: 120 });
    const { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = database;
    const env = { ...shared, DATABASE_URL, DATABASE_OWNER_URL };
    const start = (which: 0 | 1): Promise<Program> => {
      const DATA_DIR = path.join(folder, `data-${which}`);
      mkdirSync(DATA_DIR, { recursive: true });
      const PORT = String(ports[which]);
      return startProgram({ ...env, DATA_DIR, PORT, PROCESSES: String(which + 1) });
    };
    const programs = [await start(0), await start(1)];
    try {
      const shop = { open: () => programs.map(({ url }) => url), sandboxUrl: sandbox.url };
      const products = await neediest(programs[0]!.url);
      const odd = await payOddly(shop, sandbox.control, products[0]!);
      const { told, stop } = startBuyers(8, shop, products);
      for (let count = 1; count <= kills; count += 1) {
        await sleep(seconds * 1_000 * (0.5 + Math.random()));
        const victim = count % 3;
        process.kill(victim === 2 ? database.pid : programs[victim]!.pid, 'SIGKILL');
        // Those that it started end with it, and let go of its port.
        if (victim !== 2) await sleep(1_000);
        if (victim !== 2) programs[victim] = await start(victim as 0 | 1);
        say(
          `${victim === 2 ? 'the database' : 'a program'} was killed; ${told.paid.length} payments`,
        );
      }
      await sleep(seconds * 1_000);
      await stop();
      const paid = [...odd, ...told.paid];
      drilled.failures.push(...(await missingAtTheEnd(DATABASE_OWNER_URL, paid)));
      drilled.failures.push(...(await wrongBooks(env)));
      const faults = [...told.faults.values()].reduce((sum, count) => sum + count, 0);
      const longest = Math.round(told.longestMs);
      if (longest > LONGEST_MS) drilled.failures.push(`an answer took ${longest} ms`);
      if (told.paid.length === 0) drilled.failures.push('nobody has paid');
      drilled.found.push(
        `${kills} kills, ${paid.length} payments acknowledged, ${told.answers} answers, ${faults} of them failures, the longest after ${longest} ms`,
      );
      return drilled;
    } finally {
      // What was killed beside them is in their logs.
      for (const program of programs) await program.stop().catch(() => {});
      await database.stop();
    }
  });
}
