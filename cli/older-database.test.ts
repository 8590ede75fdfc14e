import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { expect, inject, test } from 'vitest';
import { configure } from '#app/config.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { post } from '#app/ledger/post.server.ts';
import { applyMigrations } from '#app/database/apply-migrations.server.ts';
import { db, disconnect } from '#app/database/db.server.ts';
import { findRevision } from '#app/results/report/find-revision.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { queueSizes, startQueue, stopQueue } from '#app/database/queue.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import { testedRow } from '#app/results/risk-levels.server.ts';
import { families } from '#app/toxicology/families.ts';
import {
  adminActions,
  allocations,
  contributions,
  disputes,
  mails,
  orders,
  products,
  productSubmissions,
  refunds,
  resultRevisions,
  testedProducts,
  unmatched,
  testedRatings,
} from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { databaseOn, onServer } from '#test/support/global-setup.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { environmentNow } from '#test/support/story.ts';
import { putRows } from '#test/support/version-rows.ts';
import { bringFirstData } from './first-data.ts';

const database = useDatabase();

/** The SQL of the one migration whose file is called so. */
function migration(name: RegExp): string {
  const [file] = readdirSync('db/migrations').filter((one) => name.test(one));
  return readFileSync(`db/migrations/${file}`, 'utf8');
}

/** An order that nobody has paid; its id. */
async function anOrderOfBefore(kind = 'funding'): Promise<string> {
  const [order] = await db()
    .insert(orders)
    .values({
      kind,
      amountCents: 2_500,
      returnUrl: 'https://site.example',
      browserHash: 'b',
      addressHash: 'a',
      expiresAt: new Date('2026-05-04T03:02:01Z'),
    })
    .returning();
  return order!.id;
}

const revisions = () =>
  db().select().from(resultRevisions).orderBy(asc(resultRevisions.originalId));

test('a database from before there were revisions gets its first ones at the next start', async () => {
  const milk = { product_id: '8', product: 'Milk' };
  await importSamples(
    samplesFile(
      { id: '1', DEHP_ng_g: '100', lot_no: 'L 1', tags: 'tap,water' },
      { id: '2', DEHP_ng_g: '<10' },
      { id: '3', ...milk },
    ),
  );
  await db().delete(resultRevisions);
  const publishedAt = new Date('2026-05-04T03:02:01Z');
  await db().update(testedProducts).set({ updatedAt: publishedAt });
  const said: string[] = [];
  await bringFirstData((line) => said.push(line));
  const found = await revisions();
  expect(found).toMatchObject([
    { originalId: 7, number: 1, reason: null, fileSha256: null, publishedAt },
    { originalId: 8, number: 1, reason: null, fileSha256: null, publishedAt },
  ]);
  const report = await findTestedReport('7');
  expect((await findRevision('7', 1))?.report).toEqual(report);
  expect(report?.revisions).toEqual([
    { number: 1, reason: null, published_at: publishedAt.toISOString() },
  ]);

  await bringFirstData((line) => said.push(line));
  expect(await revisions()).toEqual(found);
});

test('a start rates every product by the rules and columns of this release', async () => {
  const rows = () =>
    db().select(testedRow).from(testedProducts).orderBy(asc(testedProducts.originalId));
  const before = await rows();
  expect(before).toHaveLength(2);
  await db()
    .update(testedRatings)
    .set({ risk: 'N/A', lower_percent: null, samples_disagree: true, above_range: true });
  await db().delete(testedRatings).where(eq(testedRatings.family, 'substitutes'));
  await bringFirstData(() => {});
  const untimed = (all: typeof before) => all.map((row) => ({ ...row, updatedAt: null }));
  expect(untimed(await rows())).toEqual(untimed(before));
});

test('of an older database, what a product is rated moves to a row for each family', async () => {
  const rows = () => db().select().from(testedRatings).orderBy(testedRatings.family);
  const before = await rows();
  const { original_id, family: _, ...rating } = getTableColumns(testedRatings);
  const old = families.flatMap(({ key }) =>
    Object.values(rating).map((column) => ({ key, column, name: `${key}_${column.name}` })),
  );
  const adding = old.map(({ name, column }) => `add ${name} ${column.getSQLType()}`);
  const filling = old.map(({ key, name, column }) => {
    const own = `r.${original_id.name} = p.original_id and r.family = '${key}'`;
    return `${name} = (select r.${column.name} from tested_ratings r where ${own})`;
  });
  await asOwner(`
    alter table tested_products ${adding.join()};
    update tested_products p set ${filling.join()};
    set constraints all immediate;
    drop table tested_ratings;
    ${migration(/_tested_ratings\.sql$/)}`);
  await prepareDatabase({ url: database.url(), ownerUrl: database.ownerUrl() });
  expect(before).toHaveLength(2 * families.length);
  expect(await rows()).toEqual(before);
});

test('of an older database, what visitors had added and no administrator had touched waits to be looked at', async () => {
  const codes = { starter: 1090, untouched: 3001, edited: 3002, begun: 3003, removed: 3004 };
  const at = new Date('2026-05-04T03:02:01Z');
  const more: Record<number, object> = {
    [codes.begun]: { testingBegunAt: at },
    [codes.removed]: { removedAt: at, removedReason: 'removed' },
  };
  for (const id of Object.values(codes)) {
    await db()
      .insert(products)
      .values({ id, name: 'Soup', searchText: 'soup', createdAt: at, ...more[id] });
    const orderId = await anOrderOfBefore('submission');
    const texts = { name: 'Soup', brand: '', category: '', upc: '', productUrl: '', comments: '' };
    await db()
      .insert(productSubmissions)
      .values({ orderId, productId: id, ...texts });
  }
  const by = { at, actor: 'an administrator', action: 'edit-product' };
  await db()
    .insert(adminActions)
    .values({ ...by, subject: `product ${codes.edited}` });
  await db().execute(sql.raw(migration(/_unreviewed_before\.sql$/)));
  const rows = await db()
    .select({ id: products.id, since: products.unreviewedSince })
    .from(products)
    .where(inArray(products.id, Object.values(codes)));
  const waiting = rows.filter(({ since }) => since !== null);
  expect(waiting).toEqual([{ id: codes.untouched, since: at }]);
});

test('of an older database, a brand that was stored as unknown is none, and is not found by that word', async () => {
  const before = { 3101: 'Unknown', 3102: 'Unknown Roots', 3103: 'Springs' };
  for (const [code, brand] of Object.entries(before)) {
    const searchText = `unknown soup\n${brand.toLowerCase()}`;
    const row = { id: Number(code), name: 'Unknown soup', brand, searchText };
    await db().insert(products).values(row);
  }
  await db().execute(sql.raw(migration(/_unknown_brands_are_null\.sql$/)));
  // What is not told is not known either.
  await db().insert(products).values({ id: 3104, name: 'Soup', searchText: 'soup\n' });
  const rows = await db()
    .select({ id: products.id, brand: products.brand, searchText: products.searchText })
    .from(products)
    .where(inArray(products.id, [3101, 3102, 3103, 3104]))
    .orderBy(products.id);
  expect(rows.map(({ brand, searchText }) => [brand, searchText])).toEqual([
    [null, 'unknown soup\n'],
    ['Unknown Roots', 'unknown soup\nunknown roots'],
    ['Springs', 'unknown soup\nsprings'],
    [null, 'soup\n'],
  ]);
});

test('of an older database, every stray, every payment by other means and every payment under review is unmatched or allocated', async () => {
  const old = readFileSync('db/migrations/0013_refund_payments.sql', 'utf8');
  const made = old.split('--> statement-breakpoint').filter((one) => /CREATE TABLE/.test(one));
  await asOwner(made.join(';'));
  const [review] = await before('review', []);
  const [sent] = await before('review', [['pi_sent', 3_000]]);
  const gifts = await before('paid', [
    ['pi_part', 4_000],
    ['pi_borne', 1_200],
    ['pi_two', 4_000],
    ['pi_back', 2_000],
    ['pi_twice', 5_000],
    ['pi_hand', 700],
  ]);
  const [part, borne, two, back, twice, hand] = gifts.map(({ id }) => id);
  // What settled each payment: cents, its state, and the refund at Stripe that did.
  const settled: [string, number, string, string | null][] = [
    [sent!.id, 3_000, 'succeeded', 're_ours'],
    [two!, 4_000, 'succeeded', 're_two_b'],
    [twice!, 5_000, 'paid_otherwise', null],
    [hand!, 700, 'succeeded', 're_hand'],
  ];
  for (const [orderId, amountCents, status, stripeRefundId] of settled) {
    const own = eq(contributions.orderId, orderId);
    const [share] = await db()
      .update(contributions)
      .set({ status: 'refunded' })
      .where(own)
      .returning();
    const shared = { amountCents, status, stripeRefundId, isBooked: status === 'succeeded' };
    const ofIt = { paymentIntentId: `pi_${orderId}`, reason: 'external' };
    const contributionId = share?.id ?? null;
    await db()
      .insert(refunds)
      .values({ id: share?.id ?? orderId, orderId, contributionId, ...shared, ...ofIt });
  }
  const booked: [source: string, reason: string, moved: Partial<Record<Account, number>>][] = [
    ['refund-requested:sent', 'refund owed: review', { review: -3_000, refunds: 3_000 }],
    ['refund:re_ours', 'refund sent', { refunds: -3_000, stripe: 3_000 }],
    ['refund:re_part', 'refund made elsewhere', { review: -1_500, stripe: 1_500 }],
    ['refund:re_borne', 'refund made elsewhere', { review: -200, stripe: 200 }],
    ['refund-borne:re_borne', 'refund borne by the project', { review: 200, losses: -200 }],
    ['refund:re_two_a', 'refund made elsewhere', { review: -1_500, stripe: 1_500 }],
    ['refund:re_two_b', 'made elsewhere', { donations: -4_000, review: 1_500, stripe: 2_500 }],
    ['refund:re_back', 'refund made elsewhere', { review: -900, stripe: 900 }],
    ['refund-failed:re_back', 'refund failed, money is back', { review: 900, stripe: -900 }],
    ['refund-requested:twice', 'refund owed: requested', { donations: -5_000, refunds: 5_000 }],
    ['refund-otherwise:twice', 'refund paid by other means', { refunds: -5_000, bank: 5_000 }],
    ['refund:re_twice', 'sent, though paid by other means', { review: -5_000, stripe: 5_000 }],
    ['refund:re_hand', 'refund made elsewhere', { donations: -700, stripe: 700 }],
  ];
  await db().transaction(async (tx) => {
    for (const [source, reason, moved] of booked) {
      await post(tx, { source, reason, entries: Object.entries(moved) as [Account, number][] });
    }
  });
  const [ofTwice] = await db().select().from(refunds).where(eq(refunds.orderId, twice!));
  await asOwner(`insert into stray_refunds (id, order_id, refund_id, amount_cents, status, settled_by, booked_at) values
    ('re_part', '${part}', null, 1500, 'open', null, now()),
    ('re_borne', '${borne}', null, 200, 'borne', null, now()),
    ('re_two_a', '${two}', null, 1500, 'settled', 're_two_b', now()),
    ('re_back', '${back}', null, 900, 'returned', null, now()),
    ('re_twice', '${twice}', '${ofTwice!.id}', 5000, 'open', null, now());
    insert into refund_payments values
    ('${PAID}', '${ofTwice!.id}', 5000, '2026-05-04', 'Transfer 4711', 'No card.', now(), null, null),
    (gen_random_uuid(), '${ofTwice!.id}', 5000, '2026-05-03', 'Transfer 4', 'No card.', now(), now(), 'Came back.')`);
  await asOwner(migration(/_unmatched_rows\.sql$/));
  expect(await checkLedger()).toEqual([]);
  const rows = await db().select().from(unmatched).orderBy(asc(unmatched.id));
  expect(rows.map(({ id, amountCents, openCents }) => [id, amountCents, openCents])).toEqual([
    [review!.paymentIntentId, 5_000, 5_000],
    ['pi_sent', 3_000, 0],
    ['re_back', -900, 0],
    ['re_borne', -200, 0],
    ['re_hand', -700, 0],
    ['re_part', -1_500, -1_500],
    ['re_twice', -5_000, -5_000],
    ['re_two_a', -1_500, 0],
    ['re_two_b', -2_500, 0],
  ]);
  expect(rows.map(({ returnedAt }) => returnedAt !== null).indexOf(true)).toBe(2);
  const to = await db().select().from(allocations).orderBy(asc(allocations.unmatchedId));
  expect(to.map((one) => [one.unmatchedId, one.goesTo, one.amountCents])).toEqual([
    ['pi_sent', 'refund', 3_000],
    ['re_borne', 'loss', -200],
    ['re_hand', 'refund', -700],
    ['re_two_a', 'refund', -1_500],
    ['re_two_b', 'refund', -2_500],
    [null, 'outside', 5_000],
    [null, 'outside', 5_000],
  ]);
  expect(to.find(({ id }) => id === PAID)).toMatchObject({
    refundId: ofTwice!.id,
    paidOn: '2026-05-04',
    reference: 'Transfer 4711',
    withdrawnAt: null,
  });
});

const PAID = '0b1ce0de-0000-4000-8000-000000004711';

/** Payments of before: of donations, or, under review, of $50 unless they say otherwise. */
async function before(status: 'paid' | 'review', payments: [string, number][]) {
  const at = new Date('2026-05-04T03:02:01Z');
  const written = [];
  for (const [payment, cents] of payments.length > 0 ? payments : ([['pi_open', 5_000]] as const)) {
    const [order] = await db()
      .insert(orders)
      .values({
        kind: 'donation',
        status,
        amountCents: cents,
        sessionId: `cs_${payment}`,
        paymentIntentId: payment,
        email: 'giver@example.org',
        returnUrl: 'https://site.example',
        browserHash: 'b',
        addressHash: 'a',
        expiresAt: at,
        paidAt: at,
      })
      .returning();
    const account = status === 'paid' ? 'donations' : 'review';
    const entries: [Account, number][] = [
      ['stripe', -cents],
      [account, cents],
    ];
    const source = `checkout:cs_${payment}`;
    await db().transaction((tx) => post(tx, { source, reason: 'paid', entries }));
    if (status === 'paid') {
      const email = 'giver@example.org';
      const of = { orderId: order!.id, email, emailNormalised: email, status: 'paid' };
      await db()
        .insert(contributions)
        .values({ ...of, amountCents: cents });
    }
    written.push(order!);
  }
  return written;
}

test('a database in which one role had everything, with a queue of before, gets the other at the next start', async () => {
  const role = new URL(database.url()).username;
  const all = 'all tables in schema public, drizzle, pgboss';
  await asOwner(
    `revoke all on ${all} from ${role}; revoke all on schema drizzle, pgboss from ${role}`,
  );
  await asOwner(getRollbackPlans('pgboss'));
  await expect(db().select().from(testedProducts)).rejects.toThrow();
  const start = () => prepareDatabase({ url: database.url(), ownerUrl: database.ownerUrl() });
  expect(await Promise.all([start(), start()])).toEqual(['owns-nothing', 'owns-nothing']);
  await bringFirstData(() => {});
  expect(await db().select().from(testedProducts)).not.toEqual([]);
  await startQueue([{ name: 'of-this-release', run: async () => {} }], false);
  expect(await queueSizes()).toMatchObject([{ queue: 'of-this-release' }]);
  await stopQueue();
});

test('of an older database, who was mailed of a coming refund has been told of it then', async () => {
  const mailedAt = new Date('2026-05-04T03:02:01Z');
  const shared = { brand: '', searchText: 'soup', targetCents: 127_500 };
  const [short, funded] = [3201, 3202];
  await db()
    .insert(products)
    .values([
      { ...shared, id: short, name: 'Soup', raisedCents: 5_000 },
      { ...shared, id: funded, name: 'Salt', raisedCents: 127_500, testingStatus: 'Tested' },
    ]);
  const gave = async (productId: number, status: string, mail: string) => {
    const email = `${productId}-${status}-${mail}@example.com`;
    const orderId = await anOrderOfBefore();
    const row = { orderId, productId, email, emailNormalised: email, amountCents: 1_000, status };
    const [one] = await db().insert(contributions).values(row).returning();
    const params = { contributionId: one!.id };
    const sent = { name: mail, toEmail: email, params, dedupeKey: email, createdAt: mailedAt };
    await db().insert(mails).values(sent);
    return one!.id;
  };
  const told = await gave(short, 'paid', 'refund-upcoming');
  const untold = [
    await gave(short, 'paid', 'receipt'),
    await gave(short, 'refunded', 'refund-upcoming'),
    await gave(funded, 'paid', 'refund-upcoming'),
  ];
  await db().execute(sql.raw(migration(/_notices_given_before\.sql$/)));
  const rows = await db()
    .select({ id: contributions.id, at: contributions.refundToldAt })
    .from(contributions)
    .where(inArray(contributions.id, [told, ...untold]));
  expect(rows.filter(({ at }) => at !== null)).toEqual([{ id: told, at: mailedAt }]);
});

test('of an older database, disputes of other people’s payments are looked at once more', async () => {
  const orderId = await anOrderOfBefore();
  const over = { amountCents: 500, reason: 'fraudulent', status: 'lost', closedAt: new Date() };
  await db()
    .insert(disputes)
    .values([
      { ...over, id: 'du_ours', paymentIntentId: 'pi_ours', orderId },
      { ...over, id: 'du_theirs', paymentIntentId: 'pi_theirs' },
    ]);
  await db().execute(sql.raw(migration(/_others_disputes\.sql$/)));
  const rows = await db().select().from(disputes);
  const open = rows.filter(({ closedAt }) => closedAt === null);
  expect(open.map(({ id }) => id)).toEqual(['du_theirs']);
});

test('the database of the released version, with disputes, unmatched money and results, keeps every row and right books', async () => {
  const released = JSON.parse(readFileSync('db/released.json', 'utf8')).at(-1);
  const [major, minor] = released.version.split('.');
  const rows = readFileSync(`test/data/versions/${major}.${minor}.json.gz`);
  const name = 'of_the_version_before';
  const before = environmentNow();
  await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  await onServer(inject('serverUrl'), `create database ${name}`);
  const ownerUrl = databaseOn(inject('serverUrl'), name);
  const url = databaseOn(inject('siteServerUrl'), name);
  try {
    await asReleased(ownerUrl, released.last);
    const had = await putRows(ownerUrl, rows);
    expect(['disputes', 'unmatched', 'tested_products'].map((one) => had.get(one))).toEqual([
      expect.toSatisfy((count) => count >= 2),
      expect.toSatisfy((count) => count >= 1),
      expect.toSatisfy((count) => count > 100),
    ]);

    await prepareDatabase({ url, ownerUrl });
    await disconnect();
    configure({ ...before, DATABASE_URL: url });
    expect(await checkLedger()).toEqual([]);
    const report = await findTestedReport('93');
    await bringFirstData(() => {});
    expect(await findTestedReport('93')).toEqual(report);
    // Lists and searches read the products themselves by now.
    for (const dropped of ['product_totals', 'product_words']) had.delete(dropped);
    for (const [table, count] of had) {
      const { rows } = await db().execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)}`,
      );
      expect([table, rows[0]!.count]).toEqual([table, expect.toSatisfy((now) => now >= count)]);
    }
  } finally {
    await disconnect();
    configure(before);
    await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  }
});

test('a database with matches is migrated once they are closed and empty, and what they added stays', () =>
  withDatabaseAt('0056_matching_apart', async (ask, migrate) => {
    const order = '00000000-0000-4000-8000-000000000001';
    await ask(
      `insert into products (id, name, search_text, target_cents, levels, raised_cents, hidden_at)
         values (1001, 'Oats', 'oats', 127500, 3, 2000, null),
           (800000001, 'Match for any product', 'match', 2000000000, 1, 48050, now());
       insert into matches (id, sponsor_email, sponsor_email_normalised, kind, "of", sum_cents, most_cents, ends_at, unused_to)
         values (800000001, 's@example.org', 's@example.org', 'any', '', 50000, 2000, now(), 'project');
       insert into orders (id, kind, status, amount_cents, return_url, browser_hash, address_hash, expires_at)
         values ('${order}', 'sponsorship', 'paid', 50050, '', '', '', now());
       insert into order_lines (order_id, product_id, product_name, brand, amount_cents)
         values ('${order}', 800000001, 'Match for any product', '', 50050);
       insert into contributions (order_id, product_id, merged_from, email, email_normalised, amount_cents, status, spent_by)
         values ('${order}', 1001, 800000001, 's@example.org', 's@example.org', 2000, 'paid', 'match:800000001:${order}:1001')`,
    );
    await expect(migrate()).rejects.toThrow(/not closed and empty: 1, with \$480\.50 in all/);
    await ask(`update products set raised_cents = 0, removed_at = now(), removed_reason = 'removed'
      where id = 800000001; update orders set status = 'open'`);
    await expect(migrate()).rejects.toThrow(/not closed and empty: 1, with \$0\.00/);
    await ask(`update orders set status = 'paid', kind = 'outside'`);
    await expect(migrate()).rejects.toThrow(/came outside Stripe: 1, \$500\.50 in all/);
    expect(await ask('select count(*)::int as matches from matches')).toEqual([{ matches: 1 }]);
    await ask(`update orders set kind = 'sponsorship'`);
    await migrate();
    expect(
      await ask(`select o.kind, c.product_id, c.amount_cents, to_regclass('matches') as matches
        from orders o join contributions c on c.order_id = o.id`),
    ).toEqual([{ kind: 'funding', product_id: 1001, amount_cents: 2000, matches: null }]);
  }));

test('a database with pools is migrated once they are closed and empty, and their months go to what is closest', () =>
  withDatabaseAt('0059_no_matching', async (ask, migrate) => {
    const order = '00000000-0000-4000-8000-000000000001';
    await ask(
      `insert into products (id, name, search_text, target_cents, levels, raised_cents, hidden_at, pool_kind, pool_of)
         values (1001, 'Oats', 'oats', 127500, 3, 42500, null, null, null),
           (900000001, 'Pool for any product', 'pool', 2000000000, 1, 12345, now(), 'any', ''),
           (900000002, 'Pool for Dairy', 'pool', 2000000000, 1, 0, now(), 'group', 'dairy');
       insert into orders (id, kind, status, amount_cents, return_url, browser_hash, address_hash, expires_at)
         values ('${order}', 'subscription', 'paid', 42500, '', '', '', now());
       insert into order_lines (order_id, product_id, product_name, brand, amount_cents)
         values ('${order}', 900000001, 'Pool for any product', '', 42500);
       insert into contributions (order_id, product_id, merged_from, email, email_normalised, amount_cents, status, spent_by)
         values ('${order}', 1001, 900000001, 'd@example.org', 'd@example.org', 42500, 'paid', 'pool:900000001:1');
       insert into monthly_purposes (order_id, purpose) values ('${order}', '900000001');
       insert into subscriptions (id, order_id, customer_id, email, email_normalised, amount_cents, purpose, status)
         values ('sub_1', '${order}', 'cus_1', 'd@example.org', 'd@example.org', 500, '900000001', 'active')`,
    );
    await expect(migrate()).rejects.toThrow(
      /pools that are not closed and empty: 2, with \$123\.45/,
    );
    await ask(
      `update products set removed_at = now(), removed_reason = 'removed' where id > 900000000`,
    );
    await expect(migrate()).rejects.toThrow(
      /pools that are not closed and empty: 1, with \$123\.45/,
    );
    await ask(`update products set raised_cents = 0 where id > 900000000;
      update orders set status = 'open'`);
    await expect(migrate()).rejects.toThrow(/pools that are not closed and empty: 1, with \$0\.00/);
    expect(await ask('select purpose from subscriptions')).toEqual([{ purpose: '900000001' }]);
    await ask(`update orders set status = 'paid'`);
    await migrate();
    expect(
      await ask(`select s.purpose, m.purpose as chosen, c.product_id, c.amount_cents, p.name as paid_for
        from subscriptions s join monthly_purposes m using (order_id)
        join contributions c using (order_id) join products p on p.id = c.merged_from`),
    ).toEqual([
      {
        purpose: 'closest',
        chosen: 'closest',
        product_id: 1001,
        amount_cents: 42500,
        paid_for: 'Pool for any product',
      },
    ]);
  }));

/** A database as it was after a migration, and a way to bring it up to date. */
async function withDatabaseAt(
  last: string,
  run: (
    ask: (statement: string) => Promise<unknown[]>,
    migrate: () => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const name = `at_${last}`;
  const ownerUrl = databaseOn(inject('serverUrl'), name);
  const connected = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  await onServer(inject('serverUrl'), `create database ${name}`);
  try {
    await asReleased(ownerUrl, last);
    await run(
      (statement) => connected(async (client) => (await client.query(statement)).rows),
      () => connected((client) => applyMigrations(client, 'db/migrations', 10_000)),
    );
  } finally {
    await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  }
}

/** Migrates an empty database as a released version did, whose last migration this is. */
async function asReleased(ownerUrl: string, last: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-released-'));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    cpSync('db/migrations', folder, { recursive: true });
    const journal = path.join(folder, 'meta/_journal.json');
    const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
    writeFileSync(journal, JSON.stringify({ entries: entries.filter(({ tag }) => tag <= last) }));
    await client.query('create extension if not exists pg_trgm');
    await applyMigrations(client, folder, 10_000);
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}
