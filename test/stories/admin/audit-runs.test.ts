import { allowMadeUpMoney } from '#test/support/database.ts';
import { changeProduct, addRows } from '#test/support/gifts.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  pruneAudits,
  carryOutAudit,
  startNightlyAudit,
} from '#app/admin/audit/audit-runs.server.ts';
import { loadNotice } from '#app/emails/notices.server.ts';
import { postMissingFees } from '#app/funding/reconciling/post-missing-fees.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { solvency } from '#app/ledger/solvency.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { demoProducts } from '#db/data/demo-products.ts';
import { adminActions, auditEntries, auditRuns, products } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { aGift, hiddenIn, moneyPastDue, refundIn, textOf } from '#test/support/desk.ts';
import { queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { eventually, productNow, useStory, withSettings } from '#test/support/story.ts';
import { control, type Visitor } from '#test/support/visitor.ts';
import { addFirstProducts } from '#cli/first-data.ts';

const story = useStory({}, uncompiledPages);
allowMadeUpMoney();

beforeEach(async () => {
  await db().delete(auditRuns);
});

const press = (one: Visitor) => one.page('/admin', { intent: 'run-audit' });
const overview = async (one: Visitor) => textOf((await one.page('/admin')).body);

async function ended() {
  const [run] = await eventually(
    () => db().select().from(auditRuns),
    (rows) => rows.length === 1 && rows[0]!.status !== 'running',
  );
  return run!;
}

async function aRun(columns: Partial<typeof auditRuns.$inferInsert> = {}) {
  const moment = { startedAt: now(), progressedAt: now() };
  const [run] = await addRows(auditRuns, { ...moment, ...columns });
  return run!;
}

describe('the audit on the overview', () => {
  it('says that amounts match, per product', async () => {
    const { product } = await aGift(story, 425);
    const one = await anAdministrator(story);
    expect(await overview(one)).toContain('No audit has been run yet.');
    expect((await press(one)).status).toBe(303);
    expect(await ended()).toMatchObject({ status: 'done' });
    const sentence = await overview(one);
    expect(sentence).toContain('All amounts match.');
    expect(sentence).toContain(`${product.id} ${product.name} $425 $425 Amounts match 1 payment`);
  });

  it('shows a difference as an amount, before all that match', async () => {
    const [{ product }, fine] = [await aGift(story, 30), await aGift(story, 20)];
    const { id } = product;
    await changeProduct(id, { raisedCents: 3_100 });
    try {
      const one = await anAdministrator(story);
      await press(one);
      await ended();
      const sentence = await overview(one);
      expect(sentence).toContain('Differences found.');
      expect(sentence).toContain(`${product.name} $30 $31 -$1 1 payment`);
      expect(sentence.indexOf(product.name)).toBeLessThan(sentence.indexOf(fine.product.name));
    } finally {
      await changeProduct(id, { raisedCents: 3_000 });
    }
  });

  it('lists demonstration products apart, and counts none of their money', async () => {
    await addFirstProducts();
    await aGift(story, 5);
    const one = await anAdministrator(story);
    await press(one);
    const { report } = await ended();
    const sold = await db().select().from(products).where(eq(products.isDemo, false));
    const stored = sold.reduce((sum, { raisedCents }) => sum + raisedCents, 0) / 100;
    expect(report).toMatchObject({
      demos: demoProducts.filter(({ raisedCents }) => raisedCents > 0).length,
      totals: { stripe_total: stored, supabase_amount: stored, discrepancy: 0 },
    });
    const sentence = await overview(one);
    const apart = sentence.indexOf('Demonstration products hold made-up money');
    const full = demoProducts.find(({ raisedCents }) => raisedCents === 127_500)!;
    const line = sentence.indexOf(`${full.code} ${full.name} none $1,275 not counted none`);
    expect(apart).toBeGreaterThan(0);
    expect(line).toBeGreaterThan(apart);
  });

  it('says how far it is to whoever looks, from any process', async () => {
    await aRun({ progress: { what: 'sessions', read: 1_200 } });
    const one = await anAdministrator(story);
    expect(await overview(one)).toContain('Reading from Stripe: 1,200 sessions so far.');
    const { body } = await one.page('/admin');
    expect(body).toMatch(/<a href="\/admin"[^>]*>Look again/);
    const again = await press(one);
    expect(again.status).toBe(409);
    expect(textOf(again.body)).toContain('An audit is running.');
    const acts = await db().select().from(adminActions).where(eq(adminActions.actor, one.email));
    expect(acts.map(({ action }) => action)).not.toContain('run-audit');
  });

  it('says "Audit failed" where Stripe does not answer, and what the last one found', async () => {
    const one = await anAdministrator(story);
    await press(one);
    await ended();
    const failing = await aRun({ startedAt: new Date(now().getTime() + 1_000) });
    await withSettings({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' }, () =>
      carryOutAudit(failing.id),
    );
    const sentence = await overview(one);
    expect(sentence).toContain('Audit failed');
    expect(sentence).toContain('All amounts match.');
  });

  it('gives up on a run whose process has died', async () => {
    await aRun({ progressedAt: new Date(now().getTime() - 11 * 60_000) });
    const one = await anAdministrator(story);
    expect(await overview(one)).toContain('Audit failed');
    expect((await press(one)).status).toBe(303);
    const rows = await eventually(
      () => db().select().from(auditRuns),
      (found) => found.some(({ status }) => status === 'done'),
    );
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['done', 'failed']);
  });
});

describe('the audit by the clock', () => {
  it('is in the same list, leaves no row in the trail, and tells administrators of a difference alone', async () => {
    const { product } = await aGift(story, 30);
    const one = await anAdministrator(story);
    const trail = () => db().$count(adminActions, eq(adminActions.action, 'run-audit'));
    const before = await trail();
    await startNightlyAudit();
    await startNightlyAudit(); // while one is under way there is no other
    expect(await ended()).toMatchObject({ status: 'done', report: { matches: true } });
    expect(await overview(one)).toContain('All amounts match.');
    expect(await trail()).toBe(before);
    expect(await queuedFor(one.email, 'notice')).toEqual([]);
    // Where nothing but the log differs, nothing is said of money.
    const [run] = await db().select().from(auditRuns).where(eq(auditRuns.status, 'done'));
    const problems = [{ rule: 'all stands as it was sealed in the log', found: {} }];
    const report = { ...(run!.report as object), problems, matches: false };
    await db().update(auditRuns).set({ report }).where(eq(auditRuns.id, run!.id));
    const notice = await loadNotice({ kind: 'audit', runId: run!.id }, one.email);
    expect(notice?.text).toBe('What does not hold: “all stands as it was sealed in the log”.');
    const own = eq(products.id, product.id);
    await db().update(products).set({ raisedCents: 3_100 }).where(own);
    try {
      await db().delete(auditRuns);
      await startNightlyAudit();
      const told = await received(one.email, 'notice');
      expect(told.subject).toBe('The audit found a difference');
      expect(told.text.replaceAll(/\s+/g, ' ')).toContain('minus the stored total is -$1.');
    } finally {
      await db().update(products).set({ raisedCents: 3_000 }).where(own);
    }
  });

  it('tells administrators where less is there than is owed, and says so on the overview', async () => {
    // What a refund leaves missing is the fee that Stripe kept: the project has nothing of its own.
    const { share } = await aGift(story, 30);
    await requestRefund(share.id, { reason: 'requested' });
    await refundIn(share.id, 'succeeded');
    const one = await anAdministrator(story);
    await startNightlyAudit();
    expect(await ended()).toMatchObject({ report: { matches: true } });
    const { stripeCents, bankCents, leftCents } = (await solvency())!;
    expect(leftCents).toBeLessThan(0);
    const [there, owed] = [stripeCents + bankCents, stripeCents + bankCents - leftCents];
    const missing = formatCents(-leftCents);
    const told = await received(one.email, 'notice');
    expect(told.subject).toBe(`The site is ${missing} short of what it owes`);
    expect(told.text.replaceAll(/\s+/g, ' ')).toContain(
      `${formatCents(there)} is at Stripe and in the bank, and ${formatCents(owed)} is owed to`,
    );
    const sentence = await overview(one);
    expect(sentence).toContain('There is less at Stripe and in the bank than is owed.');
    expect(sentence).toContain(`Owed to products, people, and tests ${formatCents(owed)}`);
    expect(sentence).toContain(`Short by ${missing}`);
    await control(story, 'transactions', { type: 'adjustment', amount: -leftCents });
    await postMissingFees();
    await db().delete(auditRuns);
    await startNightlyAudit();
    await ended();
    expect(await overview(one)).toContain('Left for the project $0');
    expect(await queuedFor(one.email, 'notice')).toHaveLength(1);
  });

  it('tells administrators where it failed', async () => {
    const one = await anAdministrator(story);
    const failing = await aRun();
    await withSettings({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' }, () =>
      carryOutAudit(failing.id),
    );
    expect((await received(one.email, 'notice')).subject).toBe('The audit failed');
    await db().delete(auditRuns);
    await aRun({ progressedAt: new Date(now().getTime() - 11 * 60_000) });
    await startNightlyAudit();
    expect((await received(one.email, 'notice', 2)).subject).toBe('The audit failed');
  });
});

describe('its files', () => {
  it('are CSV that no spreadsheet calculates, and JSON', async () => {
    const { product, sessionId } = await aGift(story, 30);
    const name = '=HYPERLINK("https://elsewhere.example","Soap, mild")';
    await changeProduct(product.id, { name });
    const one = await anAdministrator(story);
    await press(one);
    const { id } = await ended();
    const csv = await one.get(`/api/audits/${id}/csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toContain(`attachment; filename="audit-`);
    expect(csv.headers.get('cache-control')).toBe('no-store');
    const line = `${product.id},"'=HYPERLINK(""https://elsewhere.example"",""Soap, mild"")",false,30,30,0,1`;
    expect(csv.body).toContain(`\r\n${line}`);
    const json = await one.get(`/api/audits/${id}`);
    expect(json.body).toMatchObject({ audit: id, matches: true, totals: { discrepancy: 0 } });
    expect(json.body.entries).toContainEqual(
      expect.objectContaining({
        product_id: product.id,
        product_name: name,
        stripe_total: 30,
        contributions: [{ amount: 30, date: expect.any(String), session_id: sessionId }],
      }),
    );
    expect(json.headers.get('content-disposition')).toContain('.json"');
  });

  it('are of finished runs alone', async () => {
    const one = await anAdministrator(story);
    const { id } = await aRun();
    for (const path of [`/api/audits/${id}`, `/api/audits/${id}/csv`, '/api/audits/x']) {
      expect((await one.get(path)).status).toBe(404);
    }
  });
});

it('runs of long ago are forgotten, but for the last that was done', async () => {
  const day = (ago: number) => new Date(now().getTime() - ago * 86_400_000);
  const at = (ago: number) => ({
    startedAt: day(ago),
    progressedAt: day(ago),
    finishedAt: day(ago),
  });
  const oldest = await aRun({ ...at(200), status: 'done' });
  const last = await aRun({ ...at(100), status: 'done' });
  const failed = await aRun({ ...at(1), status: 'failed' });
  await addRows(auditEntries, {
    runId: oldest.id,
    position: 0,
    productId: 1,
    isDemo: false,
    entry: {},
  });
  await pruneAudits();
  const left = await db().select({ id: auditRuns.id }).from(auditRuns);
  expect(left.map(({ id }) => id).toSorted()).toEqual([last.id, failed.id].toSorted());
});

describe('refunds that wait for a yes', () => {
  const shownIn = async (one: Visitor) => {
    const { body } = await one.page('/admin');
    return { shown: hiddenIn(body, 'shown'), sentence: textOf(body) };
  };

  it('are let go as they were shown: what comes due beside them is neither, and asks anew', async () => {
    await moneyPastDue(story);
    const one = await anAdministrator(story);
    const { shown, sentence } = await shownIn(one);
    expect(sentence).toContain('$3,000 in 3 contributions is due to be refunded');
    const more = await moneyPastDue(story, [100]);
    const late = await one.page('/admin', { intent: 'allow-refunds', shown });
    expect(late.status).toBe(409);
    expect(textOf(late.body)).toContain('The refunds that are due have changed since you looked');
    expect(await refundUnfunded()).toMatchObject({ refunded: 0 });
    const again = await shownIn(one);
    expect(again.sentence).toContain('$3,100 in 4 contributions is due to be refunded');
    const done = await one.page('/admin', { intent: 'allow-refunds', shown: again.shown });
    expect(done.status).toBe(200);
    await moneyPastDue(story, [200]);
    expect(await refundUnfunded()).toMatchObject({ refunded: 4 });
    expect(await productNow(more.id)).toMatchObject({ raisedCents: 0 });
    expect((await shownIn(one)).sentence).toContain('$200 in 1 contribution is due to be refunded');
  });
});
