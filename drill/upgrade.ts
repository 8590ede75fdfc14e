import { mkdtempSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ownVersion } from '#app/platform/database/schema-version.server.ts';
import { startEmbeddedPostgres } from '#app/platform/database/embedded-postgres.server.ts';
import { buildIfStale } from '#cli/build.ts';
import { twoFreePorts } from '#test/chaos/ports.ts';
import {
  SANDBOX_KEY,
  startSandboxProcess,
  WEBHOOK_SECRET,
  type SandboxProcess,
} from '#test/chaos/sandbox-process.ts';
import { PLAIN_START, startProgram, type Program } from '#test/support/program.ts';
import { readRows } from '#test/support/version-rows.ts';
import { missingPayments, wrongBooks } from './books.ts';
import { neediest, payOddly, startBuyers, type Buyers } from './buyers.ts';
import type { Drilled } from './drill.ts';
import { commitBefore, takeOut } from './older-program.ts';

const BUYERS = 8;
/** Nobody waits longer for an answer, whatever is being migrated. */
const LONGEST_MS = 10_000;
const SETTLED_MS = 60_000;

type Say = (line: string) => void;

/** The site's two places on one database, and one payment provider that tells both. */
interface Place {
  folder: string;
  databaseUrl: string;
  ownerUrl: string;
  sandbox: SandboxProcess;
  ports: [number, number];
  env: Record<string, string>;
}

/**
 * `npm run drill -- upgrade [--from COMMIT] [--seconds N] [--keep FILE]`: the version before sells on a
 * database of its own; this one is started beside it and migrates; then each of them alone, and the
 * older one started anew on what the newer one made. Buyers buy all the time, from one to the other.
 * Nobody is refused, and the books are right. `--keep` writes the older version's rows for the tests.
 */
export async function drillUpgrade(args: string[], say: Say): Promise<Drilled> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      seconds: { type: 'string', default: '15' },
      keep: { type: 'string' },
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-drill-'));
  // Started as root, the database runs as another user, who has to get in.
  chmodSync(folder, 0o711);
  try {
    const commit = values.from ?? commitBefore();
    say(`the version before is that of ${commit}`);
    const older = takeOut(commit, path.join(folder, 'older'), say);
    buildIfStale(say);
    return await onAPlace(folder, (place) =>
      play(place, older, { seconds: Number(values.seconds), keep: values.keep }, say),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onAPlace(folder: string, work: (place: Place) => Promise<Drilled>) {
  const database = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    maxConnections: 120,
  });
  const ports = await twoFreePorts();
  const sandbox = await startSandboxProcess(
    path.join(folder, 'sandbox.sqlite'),
    ports.map((port) => `http://127.0.0.1:${port}/api/stripe/webhook`),
  );
  try {
    const env = {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: sandbox.url,
      SITE_URL: `http://127.0.0.1:${ports[0]}`,
      AUTH_SECRET: 'what both versions sign their cookies with',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Buyers who never rest look like hoarders.
      SHARES_PER_ADDRESS: '10000',
      LOG_LEVEL: 'warn',
    };
    const { url: databaseUrl, ownerUrl } = database;
    return await work({ folder, databaseUrl, ownerUrl, sandbox, ports, env });
  } finally {
    await sandbox.stop();
    await database.stop();
  }
}

async function play(
  place: Place,
  older: ReturnType<typeof takeOut>,
  { seconds, keep }: { seconds: number; keep: string | undefined },
  say: Say,
): Promise<Drilled> {
  const found: string[] = [];
  const failures: string[] = [];
  const open = new Map<string, Program>();
  const names = {
    old: `version ${older.version} (${older.commit})`,
    new: `version ${ownVersion()}`,
  };
  const up = async (which: 'old' | 'new') => {
    const began = performance.now();
    open.set(which, await start(place, which, older.folder));
    return `${names[which]} is ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`;
  };
  const down = async (which: 'old' | 'new') => {
    const program = open.get(which);
    open.delete(which); // nobody new is sent there
    await sleep(300);
    await program
      ?.stop()
      .catch((error: Error) => failures.push(`${names[which]}: ${error.message}`));
  };
  const urls = () => [...open.values()].map(({ url }) => url);
  let buyers: Buyers | undefined;
  const step = async (what: string, does: () => Promise<string | void>) => {
    const before = buyers?.told.paid.length ?? 0;
    if (buyers) buyers.told.longestMs = 0;
    const said = await does();
    await sleep(seconds * 1_000);
    const { paid, longestMs } = buyers?.told ?? { paid: [], longestMs: 0 };
    const line = `${what}: ${paid.length - before} payments, longest answer ${Math.round(longestMs)} ms${said ? `; ${said}` : ''}`;
    say(line);
    found.push(line);
    if (longestMs > LONGEST_MS)
      failures.push(`${what}: an answer took ${Math.round(longestMs)} ms`);
  };
  try {
    say(await up('old'));
    const products = await neediest(urls()[0]!);
    const shop = { open: urls, sandboxUrl: place.sandbox.url };
    await payOddly(shop, place.sandbox.control, products[0]!);
    buyers = startBuyers(BUYERS, shop, products);
    await step('the version before alone', async () => {});
    if (keep) {
      writeFileSync(keep, await readRows(place.ownerUrl));
      say(`the rows of the version before are in ${keep}`);
    }
    await step('this one started beside it, which migrates', () => up('new'));
    await step('the version before started anew on the new tables', async () => {
      await down('old');
      return up('old');
    });
    await step('back to the version before alone', () => down('new'));
    await step('this one again, alone', async () => {
      const said = await up('new');
      await down('old');
      return said;
    });
    await buyers.stop();
    const { paid, seen, faults, answers } = buyers.told;
    say('the last payments are recorded');
    const missing = await settled(place, paid);
    failures.push(...missing, ...(await wrongBooks(place.env)));
    for (const [fault, count] of faults) failures.push(`${count} times ${fault}`);
    if (paid.length === 0) failures.push('nobody has paid');
    found.push(
      `${answers} answers, ${paid.length} payments acknowledged, ${seen.length} seen on the success page, ${missing.length === 0 ? 'each on the books once, with one receipt' : 'not all on the books'}`,
    );
    return { found, failures };
  } finally {
    await buyers?.stop();
    for (const which of ['old', 'new'] as const) await down(which);
  }
}

function start(place: Place, which: 'old' | 'new', olderFolder: string): Promise<Program> {
  const [dataDir, port] = [
    path.join(place.folder, `data-${which}`),
    place.ports[which === 'old' ? 0 : 1],
  ];
  mkdirSync(dataDir, { recursive: true });
  const cwd = which === 'old' ? { cwd: olderFolder } : {};
  return startProgram(
    { ...place.env, DATA_DIR: dataDir, PORT: String(port) },
    { ...PLAIN_START, ...cwd },
  );
}

/** Waits until all is recorded, as the jobs do it; what is missing at the end. */
async function settled({ ownerUrl }: Place, paid: string[]): Promise<string[]> {
  for (const end = Date.now() + SETTLED_MS; ; await sleep(1_000)) {
    const missing = await missingPayments(ownerUrl, paid);
    if (missing.length === 0 || Date.now() > end) return missing;
  }
}
