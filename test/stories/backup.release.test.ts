import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { serve, type ServerType } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetCached } from '#app/cache/cache.server.ts';
import { seal } from '#app/log/seal.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { audit } from '#app/admin/audit/audit.server.ts';
import { configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { jobs } from '#app/jobs.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { erasePerson } from '#app/contributions/my-data/personal-data.ts';
import { db, disconnect, inTransaction } from '#app/database/db.server.ts';
import { freePort } from '#app/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
import { printAudit } from '#cli/audit.ts';
import { runRestore } from '#cli/backup/restore.ts';
import { runBackup } from '#cli/backup/take-backup.ts';
import { lockDataDir } from '#cli/data-lock.ts';
import { startServices } from '#cli/services.ts';
import {
  SANDBOX_KEY,
  startSandboxProcess,
  WEBHOOK_SECRET,
  type SandboxProcess,
} from '#test/chaos/sandbox-process.ts';
import { aProduct, eventually } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

/*
 * A site on its embedded database sells while it is backed up and after that. The backup becomes a site
 * again in another folder, whose settings are smaller; the provider has gone on.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-backup-'));
// Started as root, the database runs as another user, who has to get in.
chmodSync(folder, 0o711);
const place = path.join(folder, 'backups');
const before = { ...process.env };

interface Site {
  url: string;
  stop(): Promise<void>;
}

let site: Site;
let sandbox: SandboxProcess;
let productId: number;
let whileBackedUp: string[];
let readyBefore: unknown;

beforeAll(async () => {
  const port = await freePort();
  sandbox = await startSandboxProcess(path.join(folder, 'sandbox.sqlite'), [
    `http://127.0.0.1:${port}/api/stripe/webhook`,
  ]);
  process.env = {
    ...before,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: place,
    TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(port),
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: sandbox.url,
    // So many connections that its settings are larger than those of the site that is made of it.
    DATABASE_POOL_SIZE: '100',
  };
  site = await startSite();
  productId = (await aProduct('A product that is backed up')).id;
  readyBefore = await readiness();
  const ended = { product: productId, day: '2026-01-02', reason: 'none left' };
  await inTransaction((tx) => seal(tx, 'ended', ended));
  expect(await signCheckpoint()).toMatchObject({ ok: true });
  await buys('early', 25);
  await buys('erased', 20);
  await buys('returned', 30);
  whileBackedUp = await backUpWhileSelling();
  await buys('returned', 7);
  await erases('returned@example.org');
  const erasedAtMs = Date.now();
  await buys('late', 40);
  await erases('erased@example.org');
  // Stripe tells time in seconds.
  await eventually(
    async () => Date.now() - erasedAtMs,
    (ms) => ms > 1_000,
  );
  await buys('returned', 5);
});

afterAll(async () => {
  await site?.stop().catch(() => {});
  await sandbox?.stop();
  process.env = before;
  rmSync(folder, { recursive: true, force: true });
});

/** The site with its database and its jobs, on the data directory that is set. */
async function startSite(): Promise<Site> {
  configure(process.env);
  const services = await startServices();
  const { DATABASE_URL: url = '' } = process.env;
  await prepareDatabase({ url, ownerUrl: services.ownerUrl });
  await startQueue(
    jobs.filter((job) => !job.cron),
    true,
  );
  const app = await createApp();
  const port = Number(process.env.PORT);
  const server = await new Promise<ServerType>((resolve) => {
    const made = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(made));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await stopQueue();
      await disconnect();
      await services.stop();
      forgetServices();
    },
  };
}

/** The environment as it was before services were found: a command is a process of its own. */
function forgetServices(): void {
  delete process.env.DATABASE_URL;
  delete process.env.AUTH_SECRET;
  if (process.env.SANDBOX_PORT) delete process.env.STRIPE_SECRET_KEY; // and so its own is started
  configure(process.env);
}

/** Pays, and waits until that is on the books. */
async function buys(name: string, dollars: number): Promise<void> {
  const email = `${name}@example.org`;
  const countOf = async () => (await givers()).filter((one) => one === email).length;
  const before = await countOf();
  const at = { url: process.env.STRIPE_API_BASE } as ConstructorParameters<
    typeof Visitor
  >[0]['sandbox'];
  const visitor = new Visitor({ url: site.url, sandbox: at });
  const committed = await visitor.commit([productId, dollars]);
  if (committed.status !== 200) throw new Error(JSON.stringify(committed.body));
  await visitor.payOnHostedPage(committed.body.sessionId, undefined, { email });
  await eventually(countOf, (count) => count === before + 1);
}

/** Once what Stripe has told of them is worked on. */
async function erases(email: string): Promise<void> {
  await eventually(
    () => erasePerson(email, ''),
    (outcome) => outcome === 'erased',
  );
}

async function givers(): Promise<string[]> {
  const { rows } = await db().execute<{ email: string }>(
    sql`select email_normalised as email from contributions order by created_at`,
  );
  return rows.map(({ email }) => email);
}

/** Paid orders that have no receipt, or two; but for whoever was erased. */
async function withoutOneReceipt(): Promise<unknown[]> {
  const { rows } = await db().execute(sql`
    select o.id, count(m.id)::int as receipts from orders o
    left join mails m on m.dedupe_key = 'receipt:' || o.id
    where o.status = 'paid' and o.email like '%@example.org' group by 1 having count(m.id) <> 1`);
  return rows;
}

/** What `/readyz` says of backups. */
async function readiness(): Promise<unknown> {
  const answered = await fetch(`${site.url}/readyz`);
  return ((await answered.json()) as { backups: unknown }).backups;
}

/** Runs the command beside the site, and buys until it has ended; who has bought by then. */
async function backUpWhileSelling(): Promise<string[]> {
  const { DATABASE_URL: _, AUTH_SECRET: __, ...env } = process.env;
  const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', 'backup'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  const bought: string[] = [];
  const closed = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null) {
    const name = `buyer-${bought.length}`;
    await buys(name, 1);
    bought.push(`${name}@example.org`);
  }
  expect(await closed, text.join('')).toBe(0);
  expect(text.join('')).toMatch(
    /tar\.gz: \d+ bytes\. A copy of it started, and its books are right\./,
  );
  return bought;
}

/** Runs a command in this process; its exit code and what it printed, or what it threw. */
async function command(run: typeof runBackup, dir: string): Promise<[code: number, said: string]> {
  const text: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      text.push(chunk.toString());
      done();
    },
  });
  configure(process.env);
  const code = await run(dir, sink).catch((error: Error) => text.push(error.message) && 1);
  forgetServices();
  return [code, text.join('')];
}

const backups = () => readdirSync(place).filter((name) => !name.startsWith('erasures'));

describe('a backup of the embedded database', () => {
  it('is taken while visitors pay, and nothing is left beside it', async () => {
    expect(whileBackedUp.length).toBeGreaterThan(0);
    expect(readyBefore).toEqual({ verified_until: null, warning: 'There is no backup yet.' });
    expect(await readiness()).toEqual({ verified_until: expect.any(String), warning: null });
    expect(backups()).toEqual([expect.stringMatching(/^[\d-]+T[\d.]+Z\.tar\.gz$/)]);
  });

  it('is none where the books in it are wrong', async () => {
    await db().execute(sql`update products set reserved_cents = reserved_cents + 100`);
    await site.stop();
    const [code, text] = await command(runBackup, place);
    expect([code, text]).toEqual([1, expect.stringContaining('books in the backup are not right')]);
    expect(backups()).toHaveLength(1);
  });
});

describe('a restore', () => {
  it('is refused with a sentence where it cannot be made, and leaves nothing behind', async () => {
    const dataDir = process.env.DATA_DIR!;
    expect(await command(runRestore, folder)).toEqual([
      1,
      expect.stringContaining('is no backup, and holds none'),
    ]);
    expect(await command(runRestore, place)).toEqual([1, expect.stringContaining('is not empty')]);
    process.env.DATA_DIR = path.join(folder, 'restored');
    const unlock = lockDataDir(process.env.DATA_DIR);
    expect(await command(runRestore, place)).toEqual([
      1,
      expect.stringContaining('is in use by a running site'),
    ]);
    unlock?.();
    const whole = readFileSync(path.join(place, backups()[0]!));
    const broken = Buffer.from(whole);
    broken[whole.length >> 1]! ^= 1;
    const elsewhere = mkdtempSync(path.join(folder, 'broken-'));
    for (const bytes of [broken, whole.subarray(0, whole.length - 1_000)]) {
      writeFileSync(path.join(elsewhere, backups()[0]!), bytes);
      expect(await command(runRestore, elsewhere)).toEqual([
        1,
        expect.stringContaining(`${backups()[0]} is not whole. Restore another`),
      ]);
      expect(readdirSync(process.env.DATA_DIR)).toEqual(['lock.sqlite']);
    }
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(true);
  });

  it('brings back what was there, what Stripe has since, and nobody who was erased', async () => {
    process.env.DATABASE_POOL_SIZE = '5';
    const [code, text] = await command(runRestore, place);
    expect(code, text).toBe(0);
    expect(text).toContain(`into ${process.env.DATA_DIR}.`);
    expect(text).toContain('2 people erased again.');
    expect(text).toMatch(/\d+ lost orders? written anew from what Stripe has/);
    // The key is in no backup: whoever restores one hears of it.
    const without = 'The log’s key is not here: nothing is signed.';
    expect(text.trim().split('\n').at(-1)).toContain(without);

    site = await startSite();
    const ofLog = async () =>
      ((await (await fetch(`${site.url}/readyz`)).json()) as { log: unknown }).log;
    expect(await ofLog()).toEqual({ warning: expect.stringContaining(without) });
    const audited = async () => {
      let said = '';
      const sink = () => new Writable({ write: (chunk, _, done) => ((said += chunk), done()) });
      await printAudit(sink(), new Writable({ write: (_, __, done) => done() }), 0);
      return said;
    };
    expect(await audited()).toContain(`NOT SIGNED: ${without}`);
    const keyOf = (dir: string) => path.join(dir, 'log-key');
    copyFileSync(keyOf(path.join(folder, 'data')), keyOf(process.env.DATA_DIR!));
    forgetCached();
    expect(await ofLog()).toEqual({ warning: null });
    expect(await audited()).not.toContain('NOT SIGNED');
    const found = await givers();
    for (const name of ['early', 'late']) expect(found).toContain(`${name}@example.org`);
    expect(found).toEqual(expect.arrayContaining(whileBackedUp));
    expect(found).not.toContain('erased@example.org');
    expect(await checkLedger()).toEqual([]);
    const { balance, solvency } = await audit(undefined, 0);
    expect(balance.discrepancy, JSON.stringify(solvency)).toBe(0);
    const { rows } = await db().execute<{ cents: number; open: number }>(sql`
      select (select sum(amount_cents) from contributions where email_normalised = 'late@example.org')::int as cents,
        (select count(*) from unmatched)::int as open`);
    expect(rows).toEqual([{ cents: 4_000, open: 0 }]);
    expect(await withoutOneReceipt()).toEqual([]);
    await buys('afterwards', 10);
  });

  it('brings nothing back from before an erasure of somebody who paid again after it, and keeps that payment', async () => {
    const { rows } = await db().execute<{ stored: unknown }>(sql`
      select json_build_object(
        'given', (select json_agg(amount_cents) from contributions
                  where email_normalised = 'returned@example.org'),
        'orders', (select count(*) from orders where lower(email) = 'returned@example.org'),
        'mails', (select json_agg(m.dedupe_key = 'receipt:' || o.id) from mails m
                  left join orders o on o.email = m.to_email
                  where m.to_email = 'returned@example.org')) as stored`);
    expect(rows).toEqual([{ stored: { given: [500], orders: 1, mails: [true] } }]);
    expect(await checkLedger()).toEqual([]);
    await site.stop();
  });

  it('brings the payment sandbox back as well where that stands in for Stripe', async () => {
    for (const name of Object.keys(process.env)) {
      if (name.startsWith('STRIPE_')) delete process.env[name];
    }
    process.env.SANDBOX_PORT = String(await freePort());
    process.env.DATA_DIR = path.join(folder, 'with-sandbox');
    process.env.BACKUP_DIR = path.join(folder, 'backups-of-that');
    mkdirSync(process.env.BACKUP_DIR);
    site = await startSite();
    productId = (await aProduct('A product of a trial')).id;
    await buys('tester', 15);
    await site.stop();
    const [old, half] = ['2026-01-01T000000.000Z.tar.gz', 'openassay-backup-1.part'];
    for (const name of [old, half]) {
      writeFileSync(path.join(process.env.BACKUP_DIR, name), '');
      utimesSync(path.join(process.env.BACKUP_DIR, name), 0, 0);
    }
    const [taken, took] = await command(runBackup, process.env.BACKUP_DIR);
    expect(taken, took).toBe(0);
    const left = readdirSync(process.env.BACKUP_DIR);
    expect(left, 'what is too old, or never became a backup, is deleted').toHaveLength(1);
    process.env.DATA_DIR = path.join(folder, 'with-sandbox-again');
    const [code, text] = await command(runRestore, process.env.BACKUP_DIR);
    expect(code, text).toBe(0);
    site = await startSite();
    expect(await givers()).toEqual(['tester@example.org']);
    expect(await checkLedger()).toEqual([]);
    expect((await audit(undefined, 0)).balance.discrepancy).toBe(0);
  });
});
