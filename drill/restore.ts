import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfStale } from '#cli/build.ts';
import { twoFreePorts } from '#test/chaos/ports.ts';
import { startMailServer, type MailServer } from '#test/support/mail-server.ts';
import { PLAIN_START, startProgram, type Program } from '#test/support/program.ts';
import { missingPayments, openassay, unsentMails, wrongBooks } from './books.ts';
import { neediest, payOddly, startBuyers, type Shop } from './buyers.ts';
import type { Drilled } from './drill.ts';

const BUYERS = 6;
/** A new backup after so many points, so that the log that is played on is short and long. */
const BACKUP_EVERY = 5;
const MAILED_MS = 90_000;

type Say = (line: string) => void;

/** A site on its embedded database, whose backups are continuous, and a mail server. */
interface Place {
  env: Record<string, string>;
  mailServer: MailServer;
  /** Sessions that Stripe has as paid, with their payers' addresses. */
  paid: Map<string, string>;
  say: Say;
}

/**
 * `npm run drill -- restore [--points N] [--seconds N]`: at each point a site sells for some seconds, is
 * stopped, and is restored to a random moment of them. Afterwards every payment that Stripe has is on
 * the books once, every payer has had a receipt and none more than one again, and the audit finds
 * nothing.
 */
export async function drillRestore(args: string[], say: Say): Promise<Drilled> {
  const { values } = parseArgs({
    args,
    options: {
      points: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '5' },
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-drill-'));
  // Started as root, the database runs as another user, who has to get in.
  chmodSync(folder, 0o711);
  const mailServer = await startMailServer();
  try {
    buildIfStale(say);
    const dataDir = path.join(folder, 'data');
    mkdirSync(dataDir);
    const [port, sandboxPort] = await twoFreePorts();
    const env = {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      BACKUP_DIR: path.join(folder, 'backups'),
      BACKUP_KEY: 'a key that this drill alone knows',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SMTP_URL: mailServer.url,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Buyers who never rest look like hoarders.
      SHARES_PER_ADDRESS: '10000',
      LOG_LEVEL: 'warn',
    };
    const place = { env, mailServer, paid: new Map<string, string>(), say };
    return await play(place, Number(values.points), Number(values.seconds));
  } finally {
    await mailServer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(place: Place, points: number, seconds: number): Promise<Drilled> {
  const { env, say, paid } = place;
  const failures: string[] = [];
  const times: number[] = [];
  let [program, lost, repeats] = [await start(env), 0, 0];
  try {
    const products = await neediest(program.url);
    for (let point = 1; point <= points && failures.length === 0; point += 1) {
      const where = `point ${point} of ${points}`;
      if (point % BACKUP_EVERY === 1) await mustRun(env, 'backup');
      const { from, until, faults } = await sell(place, program, products, seconds);
      failures.push(...faults.map((fault) => `${where}: ${fault}`));
      await program.stop();
      const mailed = receiptsOf(place.mailServer);
      const moment = new Date(from + Math.random() * (until - from));
      const began = performance.now();
      const restored = await openassay(env, 'restore', '--to', moment.toISOString());
      times.push((performance.now() - began) / 1_000);
      if (restored.code !== 0) failures.push(`${where}: ${restored.said.slice(-1_000)}`);
      forgetAside(env.DATA_DIR!);
      const adopted = Number(/(\d+) lost orders? written anew/.exec(restored.said)?.[1] ?? 0);
      lost += adopted;
      failures.push(...(await wrongBooks(env)).map((wrong) => `${where}: ${wrong}`));
      program = await start(env);
      const again = await mailedAgain(place, mailed);
      repeats += again.repeats;
      failures.push(...again.failures.map((failure) => `${where}: ${failure}`));
      const missing = await missingPayments(databaseOf(env), [...paid.keys()]);
      failures.push(...missing.map((kind) => `${where}: ${kind}`));
      say(
        `${where}: back by ${((until - moment.getTime()) / 1_000).toFixed(1)} s in ${times.at(-1)!.toFixed(1)} s; of ${paid.size} payments ${adopted} were lost and are back; ${mailed.size} had their receipt before, ${again.repeats} of them once more`,
      );
    }
  } finally {
    await program.stop().catch((error: Error) => failures.push(error.message));
  }
  const [shortest, longest] = [Math.min(...times), Math.max(...times)];
  return {
    found: [
      `${times.length} restores, ${shortest.toFixed(1)} to ${longest.toFixed(1)} s each with reconcile`,
      `${paid.size} payments at the provider; ${lost} orders were lost at some point and written anew`,
      `${repeats} receipts were sent once more, none of them twice for one restore`,
      ...(failures.length === 0
        ? ['every payment is on the books once; audit and ledger agree']
        : []),
    ],
    failures,
  };
}

function start(env: Record<string, string>): Promise<Program> {
  return startProgram(env, PLAIN_START);
}

/** Sells for some seconds; from when until when what was sold can be restored to, by the clock. */
async function sell({ env, paid }: Place, { url }: Program, products: number[], seconds: number) {
  const secrets = readFileSync(path.join(env.DATA_DIR!, 'sandbox-secrets.json'), 'utf8');
  const { key } = JSON.parse(secrets) as { key: string };
  const sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`;
  const shop: Shop = { open: () => [url], sandboxUrl };
  const control = async (what: string, body: object) => {
    const answered = await fetch(`${sandboxUrl}/_sandbox/${what}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answered.ok) throw new Error(`${what}: ${await answered.text()}`);
    return answered.json();
  };
  const from = Date.now();
  const buyers = startBuyers(BUYERS, shop, products);
  const odd = await payOddly(shop, control, products[0]!);
  await sleep(seconds * 1_000);
  const until = Date.now();
  await buyers.stop();
  for (const [session, payer] of [...odd, ...buyers.told.payers]) paid.set(session, payer);
  const faults = [...buyers.told.faults].map(([fault, count]) => `${count} times ${fault}`);
  return { from, until, faults };
}

/** How many emails each address has had. */
function receiptsOf({ delivered }: MailServer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const to of delivered.flatMap((mail) => mail.to)) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

/**
 * Waits until nothing is left to send; how many had one before the
 * restore and have had another since, and what must not be.
 */
async function mailedAgain(place: Place, before: Map<string, number>) {
  const payers = [...place.paid.values()];
  for (const end = Date.now() + MAILED_MS; Date.now() < end; await sleep(500)) {
    if ((await unsentMails(databaseOf(place.env))) === 0) break;
  }
  const now = receiptsOf(place.mailServer);
  const more = payers.map((payer) =>
    before.has(payer) ? now.get(payer)! - before.get(payer)! : 0,
  );
  const without = payers.filter((payer) => !now.has(payer)).length;
  const twice = more.filter((count) => count > 1).length;
  return {
    repeats: more.filter((count) => count > 0).length,
    failures: [
      ...(without > 0 ? [`${without} payers have no receipt`] : []),
      ...(twice > 0 ? [`${twice} payers had more than one receipt again`] : []),
    ],
  };
}

async function mustRun(env: Record<string, string>, ...args: string[]): Promise<void> {
  const { code, said } = await openassay(env, ...args);
  if (code !== 0) throw new Error(`openassay ${args.join(' ')} ended with ${code}: ${said}`);
}

/** The running site's own address of its database. */
function databaseOf({ DATA_DIR }: Record<string, string>): string {
  return JSON.parse(readFileSync(path.join(DATA_DIR!, 'running.json'), 'utf8')).DATABASE_URL;
}

/** What each restore keeps of the one before, which twenty of them would fill a disk with. */
function forgetAside(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.includes('.before-')) rmSync(path.join(dataDir, name), { recursive: true });
  }
}
