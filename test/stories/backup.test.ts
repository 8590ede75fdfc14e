import { spawn } from 'node:child_process';
import {
  cpSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve, type ServerType } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { keepPhoto, placePicture } from '#app/catalogue/images/uploaded-photos.server.ts';
import { configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { jobs } from '#app/jobs.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { erasePerson } from '#app/my-data/personal-data.ts';
import { db, disconnect } from '#app/platform/database/db.server.ts';
import { freePort } from '#app/platform/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/platform/database/migrate.server.ts';
import { startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
import { takeInImage } from '#app/platform/images/take-in-image.server.ts';
import { runBackup, runRestore } from '#cli/backup/run-backup.ts';
import { startServices, type Services } from '#cli/services.ts';
import { startStandInStore, type StandInStore } from '#test/support/object-store.ts';
import { picture } from '#test/support/pictures.ts';
import { aProduct, eventually } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { productPhotos } from '#db/schema.ts';

/*
 * A site on its embedded database, with a place for backups: it sells while it is backed up and after
 * that, and goes back to a moment in between.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-backup-'));
// Started as root, the database runs as another user, who has to get in.
chmodSync(folder, 0o711);
const dataDir = path.join(folder, 'data');
const place = path.join(folder, 'backups');
const KEY = 'a key that only this story knows';
const before = { ...process.env };

interface Site {
  url: string;
  services: Services;
  stop(): Promise<void>;
}

let site: Site;
let store: StandInStore;
let productId: number;
let moment: Date;
let whileBackedUp: string[];
let readyBefore: unknown;
const [early, between, late, erased] = ['early', 'between', 'late', 'erased'].map(
  (name) => `${name}@example.org`,
) as [string, string, string, string];

beforeAll(async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  store = await startStandInStore();
  process.env = {
    ...before,
    ...store.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    BACKUP_DIR: place,
    BACKUP_KEY: KEY,
    TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
  };
  site = await startSite();
  productId = (await aProduct('A product that is backed up')).id;
  await keepsAPhoto();
  await buys(early, 25);
  await buys(erased, 20);
  whileBackedUp = await backUpWhileSelling();
  await buys(between, 30);
  moment = await databaseNow();
  readyBefore = await readiness();
  await sleep(20);
  await buys(late, 40);
  expect(await erasePerson(erased, '')).toBe('erased');
  await site.stop();
});

afterAll(async () => {
  await site?.stop().catch(() => {});
  await store?.close();
  process.env = before;
  rmSync(folder, { recursive: true, force: true });
});

/** The site with its database, the payment sandbox, and its jobs, on the data directory. */
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
    services,
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

/** In the object store, for the product. */
async function keepsAPhoto(): Promise<void> {
  const taken = await takeInImage(await picture());
  const place = await placePicture(taken);
  await db().transaction((tx) => keepPhoto(tx, productId, taken, place));
}

/** The environment as it was before services were found: a command is a process of its own. */
function forgetServices(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(DATABASE_URL|AUTH_SECRET|STRIPE_)/.test(name)) delete process.env[name];
  }
  configure(process.env);
}

/** Pays, and waits until that is on the books. */
async function buys(email: string, dollars: number): Promise<void> {
  const sandbox = { url: site.services.sandboxUrl } as ConstructorParameters<
    typeof Visitor
  >[0]['sandbox'];
  const visitor = new Visitor({ url: site.url, sandbox });
  const committed = await visitor.commit([productId, dollars]);
  if (committed.status !== 200) throw new Error(JSON.stringify(committed.body));
  await visitor.payOnHostedPage(committed.body.sessionId, undefined, { email });
  await eventually(givers, (found) => found.includes(email));
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

async function databaseNow(): Promise<Date> {
  const { rows } = await db().execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]!.now);
}

/** Runs the command beside the site, and buys until it has ended; who has bought by then. */
async function backUpWhileSelling(): Promise<string[]> {
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(DATABASE_URL|AUTH_SECRET|STRIPE_)/.test(name),
  );
  const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', 'backup'], {
    env: Object.fromEntries(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const bought: string[] = [];
  const closed = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null) {
    const email = `buyer-${bought.length}@example.org`;
    await buys(email, 1);
    bought.push(email);
  }
  expect(await closed, said.join('')).toBe(0);
  expect(said.join('')).toMatch(/encrypted\. It can be restored to /);
  return bought;
}

/** Runs a command in this process; its exit code and what it printed. */
async function command(
  run: typeof runBackup,
  ...args: string[]
): Promise<{ code: number | undefined; said: string }> {
  const said: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      said.push(chunk.toString());
      done();
    },
  });
  configure(process.env);
  const code = await run(args, sink, new Writable({ write: (_, __, done) => done() }));
  forgetServices();
  return { code, said: said.join('') };
}

/** A copy of the place in which one byte of one file is another. */
function flipped(file: string): string {
  const copy = mkdtempSync(path.join(folder, 'flipped-'));
  cpSync(place, copy, { recursive: true });
  const bytes = readFileSync(path.join(copy, file));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path.join(copy, file), bytes);
  return copy;
}

describe('a backup of the embedded database', () => {
  it('is taken while visitors pay, and holds its log to the end', async () => {
    expect(whileBackedUp.length).toBeGreaterThan(0);
    expect(readyBefore).toEqual({
      verified_until: null,
      warning: 'No backup has been verified yet.',
    });
    const { code, said } = await command(runBackup, 'verify');
    expect([code, said]).toEqual([0, expect.stringContaining('The books in it are right.')]);
    // All that were sold: those at the end as well, which only the log knows.
    expect(said).toContain(`payments  ${4 + whileBackedUp.length}, the last at`);
    expect(said).toContain('photos    1 photo in the object store, 1 of them in the backup');
    expect(said).toMatch(/encrypted\nsize {6}\d+ MB, .* of log/);
  });

  it('is found to be damaged where a byte of it or of its log is flipped', async () => {
    const [backup] = readdirSync(place).filter((name) => /^\d{4}-.*Z$/.test(name));
    // The first ones may be from before the backup, which needs none of them.
    const last = readdirSync(path.join(place, 'log')).toSorted().at(-1);
    for (const file of [`${backup}/base.tar.gz`, `log/${last}`]) {
      const { code, said } = await command(runBackup, 'verify', flipped(file));
      expect([code, said]).toEqual([1, expect.stringContaining('is damaged')]);
    }
  });

  it('is refused with a sentence, and changes nothing, where it cannot be restored', async () => {
    const untouched = readdirSync(dataDir).toSorted();
    const far = new Date(Date.now() + 3_600_000).toISOString();
    const never = new Date(Date.now() - 500).toISOString();
    for (const [args, sentence] of [
      [[folder], /is no backup, and holds none/],
      [['--to', 'yesterday'], /give a moment with its zone/],
      [['--to', '2026-01-01T00:00:00Z'], /is before the oldest backup there/],
      [['--to', far], /is yet to come/],
      [['--to', never], /ends before .*its last transaction was at/],
    ] as const) {
      const { code, said } = await command(runRestore, ...args);
      expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
    }
    process.env.BACKUP_KEY = 'another key that nothing was sealed with';
    const { code, said } = await command(runRestore);
    process.env.BACKUP_KEY = KEY;
    expect([code, said]).toEqual([1, expect.stringMatching(/encrypted with another key/)]);
    expect(readdirSync(dataDir).toSorted()).toEqual(untouched);
  });
});

describe('a restore to a moment', () => {
  it('refuses while the site runs', async () => {
    const { lockDataDir } = await import('#cli/data-lock.ts');
    const unlock = lockDataDir(dataDir);
    const { code, said } = await command(runRestore);
    unlock?.();
    expect([code, said]).toEqual([1, expect.stringMatching(/in use by a running site. Stop it/)]);
  });

  it('brings back what was there, says what is missing, and asks Stripe for it', async () => {
    const [[key, photo]] = [...store.objects] as [[string, Buffer]];
    store.objects.clear(); // the store was lost, too
    const { code, said } = await command(runRestore, '--to', moment.toISOString());
    expect(code, said).toBe(0);
    expect(said).toContain(`to ${moment.toISOString()} in ${dataDir}`);
    expect(said).toContain(`What happened after ${moment.toISOString()} is not in it.`);
    expect(said).toContain('1 photo that the object store no longer gives is in the database');
    expect(said).toContain('1 person who had been erased since was erased again.');
    const aside = /What was there is kept: (\S+)\./.exec(said)?.[1] ?? '';
    expect(existsSync(path.join(aside, 'PG_VERSION'))).toBe(true);

    site = await startSite();
    const photos = await db().select().from(productPhotos);
    expect(photos).toMatchObject([{ productId, bytes: photo, objectKey: null }]);
    expect(key).toContain(photos[0]!.version);
    // What was verified before; the restored site has its backups where it had them.
    const mark = JSON.parse(readFileSync(path.join(place, 'verified.json'), 'utf8')).mark;
    expect(await readiness()).toEqual({ verified_until: mark, warning: null });
    const found = await givers();
    expect(found).toEqual(expect.arrayContaining([early, between, ...whileBackedUp]));
    expect(found).not.toContain(erased);
    expect(await checkLedger()).toEqual([]);
    // What Stripe has is on the books, as it was: the late payment too.
    expect(said).toContain('1 lost order written anew from what Stripe has');
    const { balance, solvency } = await audit(undefined, 0);
    expect(balance.discrepancy, JSON.stringify(solvency)).toBe(0);
    const { rows } = await db().execute<{ cents: number; open: number }>(sql`
      select (select sum(amount_cents) from contributions where email_normalised = ${late})::int as cents,
        (select count(*) from unmatched)::int as open`);
    expect(rows).toEqual([{ cents: 4_000, open: 0 }]);
    expect(await withoutOneReceipt()).toEqual([]);
    await buys('afterwards@example.org', 10);
    moment = await databaseNow();
    await sleep(20);
    await buys('last@example.org', 15);
    await site.stop();
  });

  it('is followed by another one, for the log of what came after follows on the same backup', async () => {
    const { code, said } = await command(runRestore, '--to', moment.toISOString());
    expect(code, said).toBe(0);
    expect(said).toContain('1 lost order written anew from what Stripe has');
    site = await startSite();
    const found = await givers();
    const all = [early, between, late, 'afterwards@example.org', 'last@example.org'];
    expect(found.filter((email) => all.includes(email)).toSorted()).toEqual(all.toSorted());
    expect(await checkLedger()).toEqual([]);
    expect((await audit(undefined, 0)).balance.discrepancy).toBe(0);
    expect(await withoutOneReceipt()).toEqual([]);
  });
});
