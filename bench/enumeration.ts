import { randomBytes } from 'node:crypto';
import { configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { loadCode } from '#app/mailing/mails/load-person.server.ts';
import { db, disconnect } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { SEND_MAIL_JOB } from '#app/platform/mail/mail-queue.server.ts';
import { startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
import { recognise } from '#app/platform/http/visitor.server.ts';
import { contributions, follows, orders } from '#db/schema.ts';
import { median } from './median.ts';

const PAIRS = 400;
/** The first ones meet a cold program. */
const WARM_UP = 40;

/** One visitor with one address to ask about. */
interface Asker {
  email: string;
  /** Known: there is money, and a follow, under it. */
  isKnown: boolean;
  cookie: string;
  network: string;
}

type Ask = (path: string, asker: Asker, body?: object) => Promise<Response>;

/** Every call that takes an address and must not tell whether it is known. */
const CALLS: Record<string, (ask: Ask, asker: Asker) => Promise<Response>> = {
  'send-verification': (ask, asker) => ask('/api/send-verification', asker, { email: asker.email }),
  'verify-contribution-code': (ask, asker) =>
    ask('/api/verify-contribution-code', asker, {
      check_email: asker.email,
      check_code: 'AAAAAA',
    }),
  'send-manage-link': (ask, asker) => ask('/api/send-manage-link', asker, { email: asker.email }),
  follow: (ask, asker) => ask('/api/follows', asker, { product_id: 1, email: asker.email }),
  'find a follow': (ask, asker) =>
    ask(`/api/follows?product_id=1&email=${encodeURIComponent(asker.email)}`, asker),
};

/**
 * How long calls take for addresses that are known and for such that are not, in pairs, by turns:
 * the ratio of the medians. Near 1, time tells nothing about who is known.
 */
export async function benchEnumeration(
  databaseUrl: string,
  say: (line: string) => void,
): Promise<string[]> {
  const { LOG_LEVEL } = configure({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  log.level = LOG_LEVEL;
  await startQueue([{ name: SEND_MAIL_JOB, run: async () => {} }], false);
  const app = await createApp();
  const ask: Ask = async (path, { cookie, network }, body) =>
    app.request(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        Cookie: `openassay_browser=${cookie}`,
        'X-Forwarded-For': network,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  try {
    await db().execute(
      `insert into products (id, name, search_text, target_cents, levels) values (1, 'A product', 'a product', 42500, 1)`,
    );
    const results: string[] = [];
    for (const [name, call] of Object.entries(CALLS)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let pair = 0; pair < PAIRS + WARM_UP; pair += 1) {
        // Whoever comes second has it a little warmer: each comes first as often.
        for (const isKnown of pair % 2 ? [true, false] : [false, true]) {
          const asker = await anAsker(isKnown);
          const began = performance.now();
          const { status } = await call(ask, asker);
          const took = performance.now() - began;
          if (status >= 400) throw new Error(`${name} answered ${status}`);
          if (pair >= WARM_UP) times[isKnown ? 'known' : 'unknown'].push(took);
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)];
      say(`${name}: ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown`);
      results.push(`${name}: a known address takes ${(known / unknown).toFixed(2)} times as long`);
    }
    return results;
  } finally {
    await stopQueue();
    await disconnect();
  }
}

let count = 0;

async function anAsker(isKnown: boolean): Promise<Asker> {
  count += 1;
  const asker = {
    email: `asker-${count}@example.org`,
    isKnown,
    cookie: randomBytes(24).toString('base64url'),
    network: `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
  };
  const headers = new Headers({ cookie: `openassay_browser=${asker.cookie}` });
  const { browserHash } = recognise(headers, '127.0.0.1').visitor;
  // The other one's rows are written too, under another address: the tables grow alike.
  await store(isKnown ? asker.email : `other-${count}@example.org`, browserHash);
  // What the letter's writing leaves behind, before the guess.
  await loadCode({ browserHash }, asker.email);
  return asker;
}

async function store(email: string, browserHash: string): Promise<void> {
  const [order] = await db()
    .insert(orders)
    .values({
      kind: 'donation',
      status: 'paid',
      amountCents: 2_000,
      email,
      returnUrl: 'http://localhost',
      browserHash,
      addressHash: 'bench',
      expiresAt: new Date(),
    })
    .returning({ id: orders.id });
  await db().insert(contributions).values({
    orderId: order!.id,
    email,
    emailNormalised: email,
    amountCents: 2_000,
    status: 'paid',
  });
  await db().insert(follows).values({ productId: 1, email, emailNormalised: email, browserHash });
}
