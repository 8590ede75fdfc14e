import { inArray, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { syncSubscription } from '#app/donations/sync-subscription.server.ts';
import calls from '#app/funding/checkout/calls.ts';
import { loadOrder } from '#app/funding/checkout/use-order.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import * as messages from '#app/contributions/messages.ts';
import { maskedEmail } from '#app/kit/text.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { contributions, orders } from '#db/schema.ts';
import { raisedIs } from '#test/support/books.ts';
import { linkIn, lookUp, queuedFor, received } from '#test/support/inbox.ts';
import { aProduct, eventually, productNow, refuses, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { rowsWhere } from '#test/support/gifts.ts';

const story = useStory();

/** Somebody about whom every room has stored something. */
async function aPersonEverywhere() {
  const product = await aProduct();
  const person = new Visitor(story);
  const { email } = person;
  await person.fund([product.id, 25]);
  const donated = await person.post('/api/create-subscription-checkout', { amount: 20 });
  await person.payOnHostedPage(donated.body.sessionId);
  const submitted = await person.submit({
    name: `Their tea ${product.id}`,
    product_url: `https://shop.example/tea-${product.id}`,
    comments: `I am ${email} and I drink it`,
    amount: 25,
  });
  await person.payOnHostedPage(submitted.body.sessionId);
  await eventually(
    () => queuedFor(email, 'receipt'),
    (found) => found.length === 3 && found.every(({ sentAt }) => sentAt),
  );
  await person.post('/api/follows', { product_id: product.id, email: email.toUpperCase() });
  await person.post('/api/subscribers', { email });
  await person.post('/api/send-manage-link', { email });
  await person.post('/api/auth/sign-in/magic-link', { email });
  await lookUp(person);
  const [given] = (await person.get('/api/contributions')).body.contributions.filter(
    (one) => one.product_id === product.id,
  );
  const asked = await person.post(`/api/contributions/${given!.id}/refund-request`, {
    reason: `Please, ${email}`,
  });
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
  await settled();
  return { person, product };
}

/** Waits until nothing is on its way any more. */
async function settled() {
  await eventually(
    async () => {
      // What Stripe has yet to tell names whom it is about while it is stored to be looked at.
      const { deliveries } = (await control(story, 'state')) as {
        deliveries: Record<string, number>;
      };
      const { rows } = await db().execute<{ waiting: number }>(sql`
        select (select count(*) from webhook_events where processed_at is null)
          + (select count(*) from mails where sent_at is null and dead_at is null) as waiting`);
      return Number(rows[0]?.waiting) + (deliveries.pending ?? 0);
    },
    (waiting) => waiting === 0,
  );
}

/** Every table that holds this text in any column, whatever the schema. */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows } = await db().execute<{ schema: string; name: string }>(sql`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg_toast%'`);
  const naming = [];
  for (const { schema, name } of rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const found = await db().execute(
      sql`select 1 from ${table} t where position(${text.toLowerCase()}::text in lower(t::text)) > 0 limit 1`,
    );
    if (found.rows.length > 0) naming.push(`${schema}.${name}`);
  }
  return naming.toSorted();
}

describe('my data', () => {
  it('is all of it, in a file', async () => {
    const { person, product } = await aPersonEverywhere();
    const answered = await person.get('/api/my-data');
    expect(answered.headers.get('content-disposition')).toBe(
      'attachment; filename="openassay-my-data.json"',
    );
    expect(answered.headers.get('cache-control')).toBe('no-store');
    const { body } = answered;
    expect(body).toMatchObject({ site: 'OpenAssay', email: person.email });
    expect(body.contributions).toHaveLength(3);
    expect(body.orders).toHaveLength(3);
    expect(body.subscriptions).toHaveLength(1);
    expect(body.submissions).toMatchObject([{ comments: expect.stringContaining('I drink it') }]);
    const topics = body.email_subscriptions.map(({ topic }: { topic: string }) => topic);
    expect(topics.toSorted()).toEqual(['news', `product:${product.id}`]);
    expect(body.refund_requests).toMatchObject([{ status: 'open' }]);
    expect(body.mails.length).toBeGreaterThanOrEqual(5);
    expect(body.codes).toHaveLength(1);
    expect(body.sessions).toHaveLength(1);
    // Nothing that opens anything.
    expect(JSON.stringify(body)).not.toMatch(/hash|token|salt/i);
  });

  it('names every table of this person: none is left out of the file', async () => {
    const { person } = await aPersonEverywhere();
    const { body } = await person.get('/api/my-data');
    const shownOf: Record<string, unknown> = {
      'public.contributions': body.contributions,
      // As the version before reads them.
      'public.contributions_verification': body.codes,
      'public.follows': body.email_subscriptions,
      'public.subscribers': body.email_subscriptions,
      'public.email_subscriptions': body.email_subscriptions,
      'public.lookup_sessions': body.sessions,
      'public.mailbox_browsers': body.browsers_that_proved_the_mailbox,
      'public.tokens': body.codes,
      'public.mailboxes': body.mailbox,
      'public.mails': body.mails,
      'public.manage_links': body.manage_links,
      'public.orders': body.orders,
      'public.product_submissions': body.submissions,
      'public.refund_requests': body.refund_requests,
      'public.subscriptions': body.subscriptions,
    };
    const naming = await tablesNaming(person.email);
    expect(naming.filter((table) => !(table in shownOf))).toEqual([]);
    for (const table of naming) expect([table, shownOf[table]]).not.toEqual([table, []]);
  });
});

describe('erasing', () => {
  it('takes the person out of the whole database and leaves the money in the books', async () => {
    const { person, product } = await aPersonEverywhere();
    const { body: before } = await person.get('/api/my-data');
    const { raisedCents, contributorCount } = await productNow(product.id);
    expect((await tablesNaming(person.email)).length).toBeGreaterThan(8);
    const erased = await person.post('/api/erase-my-data', {
      email: ` ${person.email.toUpperCase()}`,
    });
    expect(erased).toMatchObject({ status: 200, body: { message: messages.ERASED } });
    expect(erased.headers.get('set-cookie')).toContain('Max-Age=0');
    await settled();
    expect(await tablesNaming(person.email)).toEqual([]);
    expect(await productNow(product.id)).toMatchObject({ raisedCents, contributorCount });
    const { id } = before.subscriptions[0];
    expect((await stripe().subscriptions.retrieve(id)).status).toBe('canceled');
    expect((await person.get('/api/contributions')).status).toBe(401);
    // And it stays so, whatever Stripe still tells of them.
    story.advance(3_600);
    await reconcile();
    await settled();
    expect(await tablesNaming(person.email)).toEqual([]);
  });

  it('leaves the page of a paid order readable, without the email', async () => {
    const product = await aProduct('Oats');
    const person = new Visitor(story);
    const sessionId = await person.fund([product.id, 25]);
    const { email } = person;
    const there = fetch;
    const pageShows = async () => {
      vi.stubGlobal('fetch', (path: string) => there(`${story.url}${path}`));
      const shown = await loadOrder(sessionId, () => {});
      vi.unstubAllGlobals();
      return shown;
    };
    const masked = maskedEmail(email);
    expect(await pageShows()).toMatchObject({ kind: 'order', order: { email: masked } });
    await lookUp(person);
    expect((await person.post('/api/erase-my-data', { email })).status).toBe(200);
    expect(await pageShows()).toMatchObject({
      kind: 'order',
      order: { email: null, totalAmount: 25, products: [{ name: 'Oats', amount: 25 }] },
    });
    const { body } = await person.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(calls.checkoutSuccess.answers[200]?.safeParse(body).error).toBeUndefined();
  });

  it('does nothing where the donation cannot be cancelled, and everything once it can', async () => {
    const { person } = await aPersonEverywhere();
    const naming = await tablesNaming(person.email);
    await control(story, 'faults', {
      fail: { status: 500, percent: 100, path: '/v1/subscriptions' },
    });
    const failed = await person.post('/api/erase-my-data', { email: person.email });
    expect(failed).toMatchObject(refuses(502, messages.PROVIDER_NOT_ASKED));
    expect(await tablesNaming(person.email)).toEqual(naming);
    await control(story, 'faults', { fail: null });
    expect((await person.post('/api/erase-my-data', { email: person.email })).status).toBe(200);
    await settled();
    expect(await tablesNaming(person.email)).toEqual([]);
  });

  it('cancels a donation whose address was changed at Stripe since', async () => {
    const { person } = await aPersonEverywhere();
    const { id, customerId } = (await person.get('/api/my-data')).body.subscriptions[0];
    await stripe().customers.update(customerId, { email: 'elsewhere@example.org' });
    await syncSubscription(id);
    expect((await person.get('/api/my-data')).body.subscriptions).toMatchObject([
      { email: 'elsewhere@example.org' },
    ]);
    expect((await person.post('/api/erase-my-data', { email: person.email })).status).toBe(200);
    expect((await stripe().subscriptions.retrieve(id)).status).toBe('canceled');
    await syncSubscription(id);
    await settled();
    expect(await tablesNaming(person.email)).toEqual([]);
    // They were told of its end there; nothing else knows that address.
    expect(await tablesNaming('elsewhere@example.org')).toEqual(['public.mails']);
  });

  it('records a payment of this browser that no webhook has told of, and takes it along', async () => {
    const { person } = await aPersonEverywhere();
    const other = await aProduct();
    await control(story, 'webhooks', { pause: true });
    const committed = await person.commit([other.id, 30]);
    await person.payOnHostedPage(committed.body.sessionId);
    expect((await person.post('/api/erase-my-data', { email: person.email })).status).toBe(200);
    await control(story, 'webhooks', { pause: false });
    await raisedIs(other.id, 3_000);
    await settled();
    // What was held back still comes in, and is kept until it has been read.
    const naming = await eventually(
      () => tablesNaming(person.email),
      (tables) => tables.length === 0,
    );
    expect(naming).toEqual([]);
  });

  it('twice at once leaves one name for all that one person gave', async () => {
    const { person } = await aPersonEverywhere();
    const { body } = await person.get('/api/my-data');
    const again = new Visitor(story);
    again.steal(person, 'openassay_lookup');
    const command = { email: person.email };
    const answers = await Promise.all(
      [person, again].map((one) => one.post('/api/erase-my-data', command)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const ids = body.orders.map((order: { id: string }) => order.id);
    const rows = await db().select().from(orders).where(inArray(orders.id, ids));
    const shares = await rowsWhere(contributions, inArray(contributions.orderId, ids));
    const names = new Set([...rows, ...shares].map(({ email }) => email));
    expect([...names]).toEqual([expect.stringMatching(/^erased-.*@erased\.invalid$/)]);
    await settled();
    expect(await tablesNaming(person.email)).toEqual([]);
  });

  it('beside a letter that is just being queued to everybody: nobody comes back', async () => {
    const { person, product } = await aPersonEverywhere();
    let erasing: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await tellAudience(tx, product.id, 'goal-reached');
      erasing = person.post('/api/erase-my-data', { email: person.email });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await erasing).toMatchObject({ status: 200 });
    await settled();
    expect(await tablesNaming(person.email)).toEqual([]);
  });

  it('waits for money that is under way', async () => {
    const { person } = await aPersonEverywhere();
    const other = await aProduct();
    const committed = await person.commit([other.id, 30]);
    await control(story, `sessions/${committed.body.sessionId}/bank`, {});
    await person.payOnHostedPage(committed.body.sessionId, undefined, {
      method: 'us_bank_account',
    });
    await eventually(
      () => db().execute(sql`select 1 from orders where status = 'awaiting'`),
      ({ rows }) => rows.length > 0,
    );
    const refused = await person.post('/api/erase-my-data', { email: person.email });
    expect(refused).toMatchObject(refuses(409, messages.MONEY_UNDER_WAY));
    expect((await person.get('/api/contributions')).status).toBe(200);
  });

  it('a refund that is on its way arrives all the same, and nobody is written to', async () => {
    const product = await aProduct();
    const person = new Visitor(story);
    await person.fund([product.id, 40]);
    await received(person.email, 'receipt');
    await lookUp(person);
    await person.post('/api/erase-my-data', { email: person.email });
    const { refundUnfunded } = await import('#app/funding/refunds/refund-unfunded.server.ts');
    for (const days of [352, 14]) {
      story.advance(days * 86_400);
      await refundUnfunded();
    }
    await raisedIs(product.id, 0);
    const { sendRefund } = await import('#app/funding/refunds/send-refund.server.ts');
    const { rows } = await db().execute<{ id: string }>(
      sql`select r.id from refunds r join contributions c on c.id = r.contribution_id where c.product_id = ${product.id}`,
    );
    for (const { id } of rows) await sendRefund(id);
    await settled();
    const after = await db().execute(
      sql`select status from contributions where product_id = ${product.id}`,
    );
    expect(after.rows).toEqual([{ status: 'refunded' }]);
    expect(await tablesNaming(person.email)).toEqual([]);
    expect(await tablesNaming('erased.invalid')).not.toContain('public.mails');
  });

  it('a letter that came before leads nowhere afterwards', async () => {
    const person = new Visitor(story);
    await person.post('/api/subscribers', { email: person.email });
    const letter = await received(person.email, 'confirm-subscription');
    const token = new URL(linkIn(letter, '/email/confirm'), story.url).searchParams.get('token');
    await lookUp(person);
    await person.post('/api/erase-my-data', { email: person.email });
    expect((await person.post('/api/confirm-subscription', { token })).status).toBe(403);
    expect((await person.post('/api/mail-preferences', { token })).status).toBe(403);
  });
});
