import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit.server.ts';
import { release } from '#app/funding/release.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { db } from '#app/platform/db.server.ts';
import { contributions, mails, orderLines, orders, products } from '#db/schema.ts';
import { asOwner } from '#test/support/database.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { runAudit } from '../../cli/audit.ts';
import { addFirstProducts } from '../../cli/first-data.ts';
import { runLedgerCheck } from '../../cli/ledger-check.ts';

const story = useStory({ SHARES_PER_ADDRESS: '1000' });

beforeAll(async () => {
  await addFirstProducts();
});

async function printed(run: (out: PassThrough) => Promise<number>) {
  const out = new PassThrough();
  const code = await run(out);
  out.end();
  return { code, text: await text(out) };
}

const printedAudit = () => printed((out) => runAudit(out, new PassThrough()));

const settled = (sessionId: string, status = 'paid') =>
  eventually(
    async () => (await db().select().from(orders).where(eq(orders.sessionId, sessionId)))[0],
    (order) => order?.status === status,
  );

describe('the audit', () => {
  it('agrees after purchases of one product and of a dozen at once', async () => {
    const dozen = await Promise.all(Array.from({ length: 12 }, (_, at) => aProduct(`Dozen ${at}`)));
    const [first] = dozen;
    await settled(
      await new Visitor(story).fund(...dozen.map(({ id }, at) => [id, at + 1] as [number, number])),
    );
    await settled(await new Visitor(story).fund([first!.id, 425]));
    const report = await audit();
    expect(report.matches).toBe(true);
    expect(report.entries.find((entry) => entry.product_id === first!.id)).toMatchObject({
      stripe_total: 426,
      supabase_amount: 426,
      ledger_amount: 426,
      discrepancy: 0,
      contributions: [{ amount: 425 }, { amount: 1 }],
    });
    const { code, text: table } = await printedAudit();
    expect(code).toBe(0);
    expect(table).toContain('Amounts match');
    expect(table).toContain('All amounts match.');
  });

  it('lists demonstration products apart, and their made-up money does not count', async () => {
    const report = await audit();
    const demo = report.entries.filter((entry) => entry.is_demo);
    expect(demo.map((entry) => entry.supabase_amount)).toContain(1275);
    expect(demo.every((entry) => entry.stripe_total === 0 && entry.discrepancy === 0)).toBe(true);
  });

  it('is not misled by a product that was renamed', async () => {
    const product = await aProduct('Old name');
    await settled(await new Visitor(story).fund([product.id, 30]));
    await db().update(products).set({ name: 'New name' }).where(eq(products.id, product.id));
    expect((await audit()).matches).toBe(true);
  });

  it('finds a stored amount that nobody paid, and says by how much', async () => {
    const product = await aProduct('Tampered');
    await settled(await new Visitor(story).fund([product.id, 30]));
    await db().update(products).set({ raisedCents: 3_100 }).where(eq(products.id, product.id));
    const { code, text: table } = await printedAudit();
    expect(code).toBe(1);
    expect(table).toMatch(/Tampered .*-\$1$/m);
    expect((await printed(runLedgerCheck)).code).toBe(1);
    await db().update(products).set({ raisedCents: 3_000 }).where(eq(products.id, product.id));
    expect((await printed(runLedgerCheck)).text).toBe('The books are right.\n');
  });

  it('finds money that stands in the ledger alone', async () => {
    const product = await aProduct('Ledger only');
    await db().transaction(async (tx) => {
      const entries: [Account, number][] = [
        ['stripe', -700],
        [`product:${product.id}`, 700],
      ];
      await post(tx, { reason: 'a mistake', source: 'mistake', entries });
    });
    const { code, text: table } = await printedAudit();
    expect(code).toBe(1);
    expect(table).toMatch(/Ledger only +\$0 +\$7 +\$0/);
    expect(table).toContain('the books: what a product has raised is the balance of its account');
    await db().transaction(async (tx) => {
      const entries: [Account, number][] = [
        ['stripe', 700],
        [`product:${product.id}`, -700],
      ];
      await post(tx, { reason: 'a mistake undone', source: 'mistake undone', entries });
    });
  });

  it('finds a payment whose order is gone', async () => {
    const visitor = new Visitor(story);
    const product = await aProduct('Lost order');
    const sessionId = await visitor.fund([product.id, 10]);
    const order = await settled(sessionId);
    // Only the Stripe side is looked at here: the order answers to another id for a moment.
    const elsewhere = '00000000-0000-4000-8000-000000000000';
    await asOwner('alter table order_lines drop constraint order_lines_order_id_orders_id_fk');
    await asOwner('alter table contributions drop constraint contributions_order_id_orders_id_fk');
    await db().update(orders).set({ id: elsewhere }).where(eq(orders.id, order!.id));
    const { code, text: table } = await printedAudit();
    expect(code).toBe(1);
    expect(table).toContain(`not attributed: $10 of ${sessionId}: NO ORDER OF OURS`);
    await db().update(orders).set({ id: order!.id }).where(eq(orders.id, elsewhere));
  });
});

describe('money that is too much', () => {
  it('goes on the books as owed back, its payer is told, and the audit still agrees', async () => {
    const product = await aProduct('Overtaken', 100);
    const late = new Visitor(story);
    const { body } = await late.commit([product.id, 80]);
    const order = await eventually(
      async () => (await db().select().from(orders).where(eq(orders.sessionId, body.sessionId)))[0],
      Boolean,
    );
    // As if Stripe had announced the expiry of a session that was paid a moment later.
    await release(order!.id, 'expired');
    await settled(await new Visitor(story).fund([product.id, 70]));
    await late.payOnHostedPage(body.sessionId);
    await settled(body.sessionId);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 10_000,
      reservedCents: 0,
      contributorCount: 2,
      testingStatus: 'Testing in Progress',
    });
    const rows = await db()
      .select()
      .from(contributions)
      .where(eq(contributions.orderId, order!.id));
    expect(
      rows.map(({ amountCents, status, isExcess }) => [amountCents, status, isExcess]),
    ).toEqual(
      expect.arrayContaining([
        [3_000, 'paid', false],
        [5_000, 'refund_pending', true],
      ]),
    );
    const told = await db().select().from(mails).where(eq(mails.toEmail, late.email));
    expect(told.map((mail) => mail.name).sort()).toEqual(['excess', 'goal-reached', 'receipt']);
    // The excess is on its way back by now: between Stripe's books and ours for a moment.
    expect(await eventually(audit, ({ matches }) => matches)).toMatchObject({ problems: [] });
  });
});

describe('a payment that is not what its order asked for', () => {
  it('raises nothing, stands under review, and releases the reservation', async () => {
    const product = await aProduct('Mismatch', 100);
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 50]);
    const [order] = await db().select().from(orders).where(eq(orders.sessionId, body.sessionId));
    await db()
      .update(orderLines)
      .set({ amountCents: 4_000 })
      .where(eq(orderLines.orderId, order!.id));
    await db().update(orders).set({ amountCents: 4_000 }).where(eq(orders.id, order!.id));
    await db().update(products).set({ reservedCents: 4_000 }).where(eq(products.id, product.id));
    await visitor.payOnHostedPage(body.sessionId);
    expect((await settled(body.sessionId, 'review'))?.note).toBe('paid 5000 cents of 4000');
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 0, reservedCents: 0 });
    const seen = await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`);
    expect(seen).toMatchObject({ status: 409, body: { success: false } });
    const report = await audit();
    expect(report.unattributed).toContainEqual({
      id: body.sessionId,
      amount: 50,
      why: 'under review',
    });
    const { text: table } = await printedAudit();
    expect(table).toContain(`not attributed: $50 of ${body.sessionId}: under review`);
  });
});
