import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { config, configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { jobs } from '#app/jobs.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { siteServer } from '#app/http/broken-requests.server.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import type { RenderPage } from '#app/http/serve-pages.server.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { secondsLeft } from '#app/http/limits/rate-limit.server.ts';
import { products } from '#db/schema.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/stripe/server.ts';
import { watchConformance } from './conformance.ts';
import { AUTH_SECRET, dataDirOf, useDatabase } from './database.ts';
import { PATIENT, startSiteProcess, type SiteProcess } from './processes.ts';

export const SANDBOX_KEY = 'sk_test_sandbox_story';
export const WEBHOOK_SECRET = 'whsec_story';

/** What real money takes, beside an https address. */
export const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_API_BASE: '',
  OPERATOR_NAME: 'Assay Foundation',
  OPERATOR_ADDRESS: '1 Main Street, Springfield',
  SUPPORT_EMAIL: 'help@assay.example',
};

/** `PROCESSES=2 npx vitest run …`: another process works for the same site beside each story's own. */
const IS_SEVERAL = process.env.PROCESSES === '2';

/** What Node's own `fetch` sends where a test says nothing of it. */
const FETCH_ACCEPTS = 'gzip, deflate';

/** Limits count by the hour, and would begin anew within a test that begins right before the next one. */
const HOUR_S = 3_600;
const EDGE_S = 10;

export interface Story {
  /** The site's address. */
  url: string;
  sandbox: RunningSandbox;
  databaseUrl(): string;
  /** Moves the site's clock and the sandbox's together. */
  advance(seconds: number): void;
}

/**
 * The whole line for a test file: a database, the site over HTTP with its jobs, and the payment
 * sandbox with its webhooks. After every test the ledger must be clean, and at the end every
 * answer and event of the sandbox must be as Stripe's schema says. With `pages` it answers those too;
 * `create` makes the database.
 * With `PROCESSES=2` in the environment, every other call is answered by another process, which also
 * does jobs; of what a test changes within its own process, that one knows the clock and the settings.
 */
export function useStory(
  env: Record<string, string> = {},
  pages?: () => Promise<RenderPage>,
  create?: () => Promise<string>,
): Story {
  const database = useDatabase({}, create);
  const conformance = watchConformance();
  let server: Server;
  let other: SiteProcess | undefined;
  /** What the other process was told last, and the settings that it goes by. */
  let told: Promise<void> | undefined;
  let toldOf: unknown;
  let calls = 0;
  const story = {
    databaseUrl: database.url,
    advance(seconds) {
      advanceClock(seconds * 1000);
      this.sandbox.advance(seconds);
      told = other?.change({ seconds });
    },
  } as Story;
  beforeAll(async () => {
    resetClock();
    let app: Awaited<ReturnType<typeof createApp>>;
    // Listens before anything is asked of it: a port that is only looked up may be another's by then.
    server = await new Promise((resolve, reject) => {
      const listening = siteServer({
        async fetch(request, env) {
          // Between two ends of one process, packing costs more than it saves.
          if (request.headers.get('accept-encoding') === FETCH_ACCEPTS)
            request.headers.set('accept-encoding', 'identity');
          if (!other) return app.fetch(request, env);
          if (toldOf !== config()) told = other.change({ env: environmentNow() });
          toldOf = config();
          await told;
          const isOthers = env.incoming.url?.startsWith('/api/') && calls++ % 2 === 1;
          return isOthers ? passOn(env as HttpBindings, other.url) : app.fetch(request, env);
        },
        hostname: '127.0.0.1',
        serverOptions: PATIENT,
      });
      listening.listen(0, '127.0.0.1', () => resolve(listening)).once('error', reject);
    });
    const { port } = server.address() as AddressInfo;
    story.url = `http://127.0.0.1:${port}`;
    story.sandbox = await startSandbox({
      port: 0,
      stateFile: ':memory:',
      secretKey: SANDBOX_KEY,
      webhookSecret: WEBHOOK_SECRET,
      webhookUrls: [`${story.url}/api/stripe/webhook`],
      retryDelaysMs: [100, 200, 500],
      settlementDelayS: 3_600,
      ...conformance.options,
    });
    configure({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url(),
      DATA_DIR: dataDirOf(database.url()),
      PORT: String(port),
      SITE_URL: story.url,
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: story.sandbox.url,
      TRUSTED_PROXIES: '127.0.0.1',
      AUTH_SECRET,
      ...env,
    });
    // A test does what the clock does when it wants it; jobs of the clock would come in between.
    const called = jobs.filter((job) => !job.cron);
    await startQueue(called, true);
    app = await createApp(await pages?.());
    // The story before this one may have moved the site's clock alone, and then heard Stripe.
    await stripe().events.list({ limit: 1 });
    if (IS_SEVERAL)
      other = await startSiteProcess(processEnvironment(story, { CLOCK: '0', ...env }));
  });
  beforeEach(() => {
    const left = secondsLeft({ windowSeconds: HOUR_S });
    if (left <= EDGE_S) story.advance(left);
  });
  afterEach(async () => {
    expect(await checkLedger()).toEqual([]);
  });
  afterAll(async () => {
    resetClock();
    await other?.kill();
    await story.sandbox?.close();
    if (server) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
    await stopQueue();
    conformance.expectNone();
  });
  return story;
}

/** Has another process answer a request, as it came, and sends what that says. */
function passOn({ incoming, outgoing }: HttpBindings, url: string): Response {
  const { method, url: path, headers } = incoming;
  const passed = request(url + path, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  passed.once('error', (error) => outgoing.destroy(error));
  incoming.pipe(passed);
  return RESPONSE_ALREADY_SENT;
}

/** The configuration in force, as an environment to change one thing of. */
export function environmentNow(): Record<string, string | undefined> {
  const text = (value: unknown) => {
    if (typeof value === 'boolean') return value ? '1' : '0';
    return value === undefined ? undefined : String(value); // lists read as they are written
  };
  return Object.fromEntries(Object.entries(config()).map(([name, value]) => [name, text(value)]));
}

/** What a page answers that says this among other things, and a call that refuses with this sentence. */
export const says = (status: number, sentence: string) => ({
  status,
  body: expect.stringContaining(sentence) as unknown,
});
export const refuses = (status: number, error: string | object) => ({ status, body: { error } });
/** The same of what an administrator reads of a page, without its tags. */
export const shows = (status: number, sentence: string) => ({
  status,
  shown: expect.stringContaining(sentence) as unknown,
});

/** Does something while these settings are others. */
export async function withSettings<T>(
  changes: Record<string, string | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  const before = environmentNow();
  configure({ ...before, ...changes });
  return work().finally(() => configure(before));
}

/** The environment of another process of the same site, on any free port. */
export function processEnvironment(
  { sandbox, url, databaseUrl }: Story,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl(),
    DATA_DIR: dataDirOf(databaseUrl()),
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: sandbox.url,
    SITE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    AUTH_SECRET,
    PORT: '0',
    ...more,
  };
}

let nextProduct = 5001;

/** A new product that needs so many dollars: so many that it can be filled quickly. */
export async function aProduct(name = `Product ${nextProduct}`, targetDollars = 1275) {
  const [row] = await db()
    .insert(products)
    .values({
      id: nextProduct++,
      name,
      brand: 'Brand',
      category: 'Category',
      targetCents: targetDollars * 100,
      searchText: searchText(name, 'Brand'),
    })
    .returning();
  if (!row) throw new Error('no product');
  return row;
}

export async function productNow(id: number) {
  const [row] = await db().select().from(products).where(eq(products.id, id));
  if (!row) throw new Error(`no product ${id}`);
  return row;
}

/**
 * Waits for something that a job or a webhook brings about. Long enough for a slow machine: fails
 * after a minute.
 */
export async function eventually<T>(
  look: () => Promise<T>,
  until: (found: T) => boolean,
): Promise<T> {
  const end = Date.now() + 60_000;
  for (let inMs = 40; ; inMs = Math.min(1.3 * inMs, 250)) {
    const found = await look();
    if (until(found)) return found;
    if (Date.now() > end) throw new Error(`never came about; last seen: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, inMs));
  }
}

/** Waits until no job waits or runs. */
export async function idle(): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await db().execute<{ count: number }>(sql`
        select count(*)::int as count from pgboss.job where state in ('created', 'active')`);
      return rows[0]!.count;
    },
    (count) => count === 0,
  );
}
