import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { jobs } from '#app/jobs.ts';
import { db, disconnect } from '#app/platform/database/db.server.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#app/platform/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/platform/database/migrate.server.ts';
import { startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
import { startReplicas, stopReplicas } from '#app/platform/database/replicas.server.ts';
import { registry } from '#app/platform/registry.server.ts';
import { importSamples } from '#app/publishing/import-samples.server.ts';
import { onServer } from '#test/support/global-setup.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { startReplica, type StreamingReplica } from '#test/support/replica.ts';
import { silentProxy, type SilentProxy } from '#test/support/silent-proxy.ts';
import { aProduct, environmentNow, eventually, productNow, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

/*
 * A site on a primary and one replica that streams from it: both of their own, since the replica of a
 * server has all of its databases. Between site and replica stands a network that can go dead.
 */

const LAG_SECONDS = 4;

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-replica-'));
// Started as root, the databases run as another user, who has to get in.
chmodSync(folder, 0o711);
let primary: EmbeddedPostgres;
let replica: StreamingReplica;
let network: SilentProxy;

beforeAll(async () => {
  primary = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'primary'),
    fsync: false,
    maxConnections: 60,
  });
  await prepareDatabase(primary);
  // Nothing is acknowledged before it is in the replica's memory.
  await onServer(
    primary.ownerUrl,
    `alter role openassay_site set synchronous_commit = remote_write`,
  );
  replica = await startReplica(primary, folder);
  await onServer(primary.ownerUrl, `alter system set synchronous_standby_names = 'replica'`);
  await onServer(primary.ownerUrl, 'select pg_reload_conf()');
  network = await silentProxy(() => replica.url);
});

// After the story itself: hooks run the other way round at the end.
afterAll(async () => {
  await stopReplicas();
  await disconnect();
  await network?.close();
  await replica?.kill();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const story = useStory(
  {
    // Read when both are there.
    get DATABASE_URL() {
      return primary.url;
    },
    get DATABASE_REPLICA_URLS() {
      return network.through(replica.url);
    },
    DATABASE_REPLICA_LAG_SECONDS: String(LAG_SECONDS),
  },
  uncompiledPages,
);

beforeAll(async () => {
  startReplicas();
  await inUse();
});
afterEach(async () => {
  network.speak();
  await onReplica('select pg_wal_replay_resume() where pg_is_in_recovery()');
});

const inUse = () => eventually(trouble, (said) => said === null);

async function trouble(): Promise<string | null> {
  return (await (await fetch(`${story.url}/readyz`)).json()).replicas.warning;
}

/** Reads so far, of the replica and of the primary, for answers that are the same for everybody. */
async function reads(): Promise<{ replica: number; primary: number }> {
  const metric = await registry.getSingleMetric('openassay_public_reads_total')!.get();
  const of = (isPrimary: boolean) =>
    metric.values
      .filter(({ labels }) => (labels.server === 'primary') === isPrimary)
      .reduce((sum, { value }) => sum + value, 0);
  return { replica: of(false), primary: of(true) };
}

async function onReplica(statement: string): Promise<void> {
  await onServer(replica.ownerUrl, statement);
}

/** The product's name as the call tells a stranger, or this visitor. */
async function nameOf(id: number, who?: Visitor): Promise<string> {
  const visitor = who ?? new Visitor(story);
  return (await visitor.get(`/api/products/${id}`)).body.name;
}

/** Waits until a stranger is told this name. */
async function shows(id: number, name: string, who?: Visitor): Promise<void> {
  await eventually(
    () => nameOf(id, who),
    (told) => told === name,
  );
}

async function rename(id: number, name: string): Promise<void> {
  await db().execute(sql`update products set name = ${name} where id = ${id}`);
}

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
const tea = dataset.filter((line, at) => at === 0 || line.split('\t')[1] === '79').join('\n');

it('what everybody may have is read from the replica alone, and nothing of it is written', async () => {
  const { id } = await aProduct('Soup');
  await importSamples(tea);
  // What was written last; what is asked for below is not kept from now.
  const last = await aProduct('Salt');
  await shows(last.id, 'Salt');
  const before = await reads();
  const addresses = [
    '/',
    '/?search=soup',
    '/?sort=id&page=2',
    `/product/${id}`,
    '/api/books',
    '/transparency',
    '/plasticlist',
    '/plasticlist/79',
    '/plasticlist/compare?ids=79',
    '/risk-methodology',
    '/search?q=soup',
    '/plasticlist.data',
    `/product/${id}.data`,
    '/api/products',
    '/api/products?search=so',
    `/api/products/${id}`,
    ...['lab-samples', 'testing'].map((of) => `/api/products/${id}/${of}`),
    '/api/risk-levels',
    '/api/plasticlist/79',
    '/api/published/samples',
    `/api/oembed?url=${encodeURIComponent(`${story.url}/plasticlist/79`)}`,
    '/feed.xml',
    '/sitemap.xml',
    '/plasticlist/79/report.png',
    `/product/${id}/funding.png`,
    `/embed/product/${id}`,
    '/embed/plasticlist/79/badge',
  ];
  for (const address of addresses) {
    const was = await reads();
    const { status } = await fetch(`${story.url}${address}`);
    expect([address, status]).toEqual([address, 200]);
    const now = await reads();
    expect(now.replica, address).toBeGreaterThan(was.replica);
  }
  expect((await reads()).primary).toBe(before.primary);
  // It makes a key the first time, and so is asked of the primary.
  expect((await fetch(`${story.url}/.well-known/jwks.json`)).status).toBe(200);
});

it('whoever changed something sees it at once; a stranger what the replica has, which is behind by the bound at most', async () => {
  const { id } = await aProduct('Oats');
  const [writer, stranger] = [new Visitor(story), new Visitor(story)];
  await shows(id, 'Oats');
  const drawn = async (who: Visitor) => (await who.page('/plasticlist/79')).body;
  const early = await drawn(stranger);
  expect(early).not.toContain('A digit was misread');
  await onReplica('select pg_wal_replay_pause()');

  await rename(id, 'Rolled oats');
  const writtenMs = performance.now();
  await importSamples(tea.replaceAll(/^(7090411\t.*)<\d+/gm, '$1900'), {
    reason: 'A digit was misread.',
  });
  await writer.post('/api/validate-cart', { cart: [{ productId: id, amount: 10 }] });
  expect(writer.cookieOf('openassay_wrote')).toBeDefined();
  expect(await nameOf(id, writer)).toBe('Rolled oats');
  expect(await drawn(writer)).toContain('A digit was misread');
  expect(await nameOf(id, stranger)).toBe('Oats');
  expect(await drawn(stranger)).not.toContain('A digit was misread');
  await shows(id, 'Rolled oats', stranger);
  // An answer is kept for a second.
  expect(performance.now() - writtenMs).toBeLessThan((LAG_SECONDS + 1.5) * 1000);
  // Kept of the replica's state: it is not taken for the primary's, now that everybody reads there.
  expect(await drawn(stranger)).toContain('A digit was misread');
  expect(await trouble()).toMatch(/^No replica is read from: .* seconds behind\./);

  await onReplica('select pg_wal_replay_resume()');
  await inUse();
  const before = await reads();
  expect(await drawn(stranger)).toContain('A digit was misread');
  expect((await reads()).replica).toBeGreaterThan(before.replica);
});

it('a replica that goes silent, or dies, keeps nobody waiting, and is used again when it is back', async () => {
  const { id } = await aProduct('Beans');
  network.fallSilent();
  const silentMs = performance.now();
  expect((await fetch(`${story.url}/api/products?search=beans`)).status).toBe(200);
  expect(performance.now() - silentMs).toBeLessThan(5_000);
  expect(await nameOf(id)).toBe('Beans');
  network.speak();
  await inUse();

  await replica.kill();
  const page = await fetch(`${story.url}/product/${id}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Beans');
  // Nothing can be committed without it here, and reading goes on.
  await eventually(trouble, (said) => said !== null);
  await replica.start();
  await inUse();
});

it('the primary dies: pages are still read; the replica is promoted, and no acknowledged payment is lost', async () => {
  const { id } = await aProduct('Lentils');
  const visitor = new Visitor(story);
  await visitor.fund([id, 25]);
  await eventually(
    () => productNow(id),
    ({ raisedCents }) => raisedCents === 2_500,
  );
  await eventually(
    async () => (await new Visitor(story).get(`/api/products/${id}`)).body.current_amount,
    (raised) => raised === 25,
  );
  process.kill(primary.pid, 'SIGKILL');
  await primary.stop(); // or it would be started again
  // Longer than the bound: the primary has not written since, and nobody could have missed anything.
  await sleep((LAG_SECONDS + 1) * 1000);
  const still = await fetch(`${story.url}/product/${id}`);
  expect(still.status).toBe(200);
  expect(await still.text()).toContain('Lentils');

  await onReplica(`alter system set synchronous_standby_names = ''`);
  await onReplica('select pg_promote()');
  const before = environmentNow();
  await stopReplicas();
  configure({ ...before, DATABASE_URL: replica.url, DATABASE_REPLICA_URLS: undefined });
  await stopQueue();
  await disconnect();
  await startQueue(
    jobs.filter((job) => !job.cron),
    true,
  );
  expect((await productNow(id)).raisedCents).toBe(2_500);
  await visitor.fund([id, 30]);
  await eventually(
    () => productNow(id),
    ({ raisedCents }) => raisedCents === 5_500,
  );
});
