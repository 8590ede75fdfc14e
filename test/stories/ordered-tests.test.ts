import { eq, like, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import {
  beginTest,
  buyTestSample,
  correctTestCost,
  correctTestStep,
  endProductTest,
  noteTestCost,
  noteTestStep,
  settleTestBooks,
} from '#test/support/acts.ts';
import { changeProduct, changeRows } from '#test/support/gifts.ts';
import { loadProduct } from '#app/admin/products/load-product.server.ts';
import { searchProducts } from '#app/admin/products/search-products.server.ts';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { declineRefund } from '#app/funding/refunds/decide-refund.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { post } from '#app/ledger/post.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { previewSamples } from '#app/intake/preview-samples.server.ts';
import { testsTable } from '#app/data/tables/test-rows.server.ts';
import { readPublicTests } from '#app/testing/public-tests.server.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { readAct } from '#app/testing/read-input.ts';
import { findDesk, listTests } from '#app/testing/testing-desk.server.ts';
import {
  adminActions,
  contributions,
  mails,
  refundRequests,
  testCosts,
  testSamples,
} from '#db/schema.ts';
import { balanceOf } from '#test/support/books.ts';
import { lookUp } from '#test/support/inbox.ts';
import { openPage } from '#test/support/open-page.tsx';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import {
  aFundedProduct,
  aPurchase,
  buys,
  costFields,
  day,
  gives,
  goes,
  invoiced,
  TO_CHECKED,
} from '#test/support/testing.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';

const story = useStory();
const BY = { actor: 'command line' } as const;
const DAY_S = 86_400;

const told = async (name: string, productId: number) =>
  (await db().select().from(mails).where(eq(mails.name, name))).filter(
    ({ params }) => (params as { productId?: number }).productId === productId,
  ).length;

/** Results of so many samples of a product, by default of one. */
const publish = (productId: number, samples = 1, DEHP_ng_g = '100', reason = '') =>
  importSamples(
    productFile(
      ...Array.from({ length: samples }, (_, at) => ({ id: `${productId}-${at + 1}`, DEHP_ng_g })),
    ),
    { about: productId, reason },
  );

const stepOf = async (productId: number, step: string) => {
  const { samples } = await findDesk(productId);
  return samples.flatMap(({ steps }) => steps).find((one) => one.step === step)!;
};

const asItIs = { day: '', place: 'Corner Shop', lot: 'L-1', note: null, isVoid: false };

async function booksAreRight() {
  expect(await checkLedger()).toEqual([]);
  const report = await eventually(audit, ({ matches }) => matches);
  expect(report.matches).toBe(true);
}

describe('a funded product’s test', () => {
  it('goes from the first purchase to published results, and its money adds up all the way', async () => {
    const { product, giver } = await aFundedProduct(story, 1275);
    const { id } = product;
    const fees = await eventually(
      () => balanceOf(`fees:${id}`),
      (cents) => cents < 0,
    );
    expect(await findTesting(id)).toMatchObject({
      funded_on: day(),
      begun_on: null,
      promised_by: null,
      samples: [],
      statement: { raised: 1275, card_fees: fees / 100, left: (127_500 + fees) / 100 },
    });
    await booksAreRight();

    const first = await buys(id, { priceCents: 429 });
    expect((await productNow(id)).testingBegunAt).not.toBeNull();
    expect(await told('testing-begun', id)).toBe(1);
    const [second, third] = [await buys(id, { lot: 'L-2' }), await buys(id, { lot: null })];
    expect(await told('testing-begun', id)).toBe(1);
    await booksAreRight();

    for (const sample of [first, second, third]) await goes(sample, ...TO_CHECKED);
    await invoiced(id, 120_000);
    await booksAreRight();
    expect((await listTests()).find((test) => test.id === id)).toMatchObject({
      samples: 3,
      checked: 3,
      lateDays: 0,
    });

    expect(await publish(id, 3)).toMatchObject({ ok: true, told: [id] });
    expect((await productNow(id)).testingStatus).toBe('Tested');
    expect(await told('results-published', id)).toBe(1);
    const done = await new Visitor(story).get(`/api/products/${id}/testing`);
    expect(done.status).toBe(200);
    const names = ['bought', ...TO_CHECKED, 'published'];
    expect(done.body).toMatchObject({
      begun_on: day(),
      published_on: day(),
      late_days: 0,
      samples: [1, 2, 3].map((number) => ({ number, price: 4.29 })),
      statement: {
        raised: 1275,
        card_fees: fees / 100,
        samples: -12.87,
        laboratory: -1200,
        left: (127_500 + fees - 1287 - 120_000) / 100,
      },
    });
    for (const sample of done.body.samples) {
      expect(sample.steps.map(({ step }) => step)).toEqual(names);
    }
    // Neither who gave nor where receipts are kept is anybody's business.
    expect(JSON.stringify(done.body)).not.toMatch(/receipt|invoice|@/);
    expect(giver.email).toContain('@');
    await booksAreRight();
  });

  it('says nothing of what is unknown or made up', async () => {
    const visitor = new Visitor(story);
    for (const code of ['0', '123456', 'x', '99999999999']) {
      const { status } = await visitor.get(`/api/products/${code}/testing`);
      expect(status).toBe(404);
    }
  });

  it('begins at the first purchase alone, and not below its goal or while a request is open', async () => {
    const short = await aProduct(undefined, 100);
    await gives(new Visitor(story), short.id, 60);
    const share = await gives(new Visitor(story), short.id, 40);
    // It was funded, and falls below its goal before anything is bought.
    await requestRefund(share.id, { reason: 'requested' });
    expect(await buyTestSample(BY, short.id, aPurchase())).toEqual({
      ok: false,
      why: 'not_funded',
    });
    expect((await productNow(short.id)).testingStatus).toBe('Untested');
    expect(await db().$count(testSamples, eq(testSamples.productId, short.id))).toBe(0);

    const { product, giver, share: own } = await aFundedProduct(story);
    const asking = await askForRefund(own.id, giver.email, 'I need it');
    if (!asking.ok) throw new Error(asking.why);
    const refused = { ok: false, why: 'requests_open' };
    expect(await buyTestSample(BY, product.id, aPurchase())).toEqual(refused);
    expect(await balanceOf(`spent:${product.id}`)).toBe(0);
    expect(await told('testing-begun', product.id)).toBe(0);
    await declineRefund(asking.request.id, 'It is bought today.');
    await buys(product.id);
    expect(await buyTestSample(BY, 123_456, aPurchase())).toEqual({ ok: false, why: 'unknown' });
  });

  it('waits for a share’s first request alone, and for 14 days at most', async () => {
    const asks = async ({ share, giver }: Awaited<ReturnType<typeof aFundedProduct>>) => {
      const asking = await askForRefund(share.id, giver.email, '');
      if (!asking.ok) throw new Error(asking.why);
      return asking.request.id;
    };
    const declined = (requestId: string) =>
      db().$count(mails, eq(mails.dedupeKey, `refund-declined:${requestId}`));
    const [again, waits] = [await aFundedProduct(story), await aFundedProduct(story)];
    await declineRefund(await asks(again), 'It is bought today.');
    const second = await asks(again);
    await buys(again.product.id);
    const first = await asks(waits);
    const refused = { ok: false, why: 'requests_open' };
    expect(await buyTestSample(BY, waits.product.id, aPurchase())).toEqual(refused);
    story.advance(14 * DAY_S);
    await buys(waits.product.id);
    // What it did not wait for is declined with it, and its giver told.
    for (const id of [second, first]) {
      const [request] = await db().select().from(refundRequests).where(eq(refundRequests.id, id));
      expect(request).toMatchObject({ status: 'declined', note: null });
      expect(await declined(id)).toBe(1);
    }
    expect(await checkLedger()).toEqual([]);
  });

  it('and a wish for money at the same moment exclude each other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { product, giver, share } = await aFundedProduct(story);
      const [asking, buying] = await Promise.all([
        askForRefund(share.id, giver.email, ''),
        buyTestSample(BY, product.id, aPurchase()),
      ]);
      expect(asking.ok).toBe(!buying.ok);
    }
  });
});

describe('a sample', () => {
  it('goes step by step, each once and in order, in days too', async () => {
    const { product } = await aFundedProduct(story);
    const sample = await buys(product.id);
    const note = (step: 'shipped' | 'at-lab' | 'checked' | 'given-up', more = {}) =>
      noteTestStep(BY, sample, { step, day: day(), place: null, note: null, ...more });
    expect(await note('checked')).toEqual({ ok: false, why: 'out_of_order' });
    expect(await note('at-lab')).toEqual({ ok: false, why: 'out_of_order' });
    expect(await note('shipped', { day: day(-1) })).toEqual({ ok: false, why: 'before_last' });
    expect(await note('shipped', { day: day(3) })).toEqual({ ok: false, why: 'in_future' });
    expect(await note('given-up')).toEqual({ ok: false, why: 'no_note' });
    expect(await note('shipped')).toMatchObject({ ok: true, isRepeated: false });
    expect(await note('shipped', { place: 'Another carrier' })).toEqual({
      ok: false,
      why: 'noted_already',
    });
    expect(await note('given-up', { note: 'It broke.' })).toMatchObject({ ok: true });
    expect(await note('at-lab')).toEqual({ ok: false, why: 'given_up' });
    const stranger = { step: 'shipped', day: day(), place: null, note: null } as const;
    for (const id of ['x', crypto.randomUUID()]) {
      expect(await noteTestStep(BY, id, stranger)).toEqual({ ok: false, why: 'unknown' });
    }
    const early = aPurchase({ day: day(-3) });
    expect(await buyTestSample(BY, product.id, early)).toEqual({ ok: false, why: 'before_funded' });
  });

  it('is bought once, however often its form is sent, and its steps are noted once', async () => {
    const { product } = await aFundedProduct(story);
    const purchase = aPurchase();
    const bought = await Promise.all([1, 2, 3].map(() => buyTestSample(BY, product.id, purchase)));
    expect(bought.map((one) => one.ok && one.isRepeated).toSorted()).toEqual([false, true, true]);
    expect(await balanceOf(`spent:${product.id}`)).toBe(-429);
    expect(await told('testing-begun', product.id)).toBe(1);
    const shipped = { step: 'shipped', day: day(), place: null, note: null } as const;
    const noted = await Promise.all([1, 2, 3].map(() => noteTestStep(BY, purchase.id, shipped)));
    expect(noted.map((one) => one.ok && one.isRepeated).toSorted()).toEqual([false, true, true]);
    const cost = {
      id: crypto.randomUUID(),
      kind: 'laboratory' as const,
      amountCents: 5_000,
      paidOn: day(),
      payee: 'The laboratory',
      receipt: 'invoice-2.pdf',
    };
    const paid = await Promise.all([1, 2].map(() => noteTestCost(BY, product.id, cost)));
    expect(paid.map((one) => one.ok && one.isRepeated).toSorted()).toEqual([false, true]);
    expect(await balanceOf(`spent:${product.id}`)).toBe(-5_429);
    // A form that comes back, by the browser's own way, with something else in it is not the same.
    const used = { ok: false, why: 'form_used' };
    const { product: other } = await aFundedProduct(story);
    for (const more of [
      { kind: 'shipping' as const },
      { amountCents: 30_000 },
      { paidOn: day(-1) },
      { payee: 'Another laboratory' },
      { receipt: 'invoice-3.pdf' },
      { id: purchase.id },
    ]) {
      expect([more, await noteTestCost(BY, product.id, { ...cost, ...more })]).toEqual([
        more,
        used,
      ]);
    }
    for (const more of [
      { priceCents: 430 },
      { lot: 'L-2' },
      { shop: 'Market Hall' },
      { receipt: 'receipt-2.pdf' },
      { note: 'the last one' },
      { day: day(1) },
      { id: cost.id },
    ]) {
      expect([more, await buyTestSample(BY, product.id, { ...purchase, ...more })]).toEqual([
        more,
        used,
      ]);
    }
    expect(await buyTestSample(BY, other.id, purchase)).toEqual(used);
    expect(await balanceOf(`spent:${product.id}`)).toBe(-5_429);
    // One row each in the trail: what was sent again did nothing.
    const rows = await db()
      .select({ action: adminActions.action })
      .from(adminActions)
      .where(like(adminActions.subject, `product ${product.id}%`));
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'buy-sample',
      'note-test-cost',
      'note-test-step',
      'register-test',
    ]);
  });

  it('of two administrators at once takes both purchases, and one of two different notes', async () => {
    const { product } = await aFundedProduct(story);
    const both = await Promise.all([
      buyTestSample(BY, product.id, aPurchase()),
      buyTestSample(BY, product.id, aPurchase({ lot: 'L-2' })),
    ]);
    expect(both.map((one) => one.ok && one.number).toSorted()).toEqual([1, 2]);
    expect(both.filter((one) => one.ok && one.hasBegun)).toHaveLength(1);
    const [sample] = (await findDesk(product.id)).samples;
    const noted = await Promise.all(
      ['One carrier', 'Another'].map((place) =>
        noteTestStep(BY, sample!.id, { step: 'shipped', day: day(), place, note: null }),
      ),
    );
    expect(noted.filter(({ ok }) => ok)).toHaveLength(1);
    expect(noted).toContainEqual({ ok: false, why: 'noted_already' });
  });

  it('is corrected with a reason: both rows stay, and the page says why', async () => {
    const { product } = await aFundedProduct(story);
    const sample = await buys(product.id);
    const row = await stepOf(product.id, 'bought');
    const correct = (more = {}, id = row.id) =>
      correctTestStep(BY, id, { ...asItIs, day: row.day, reason: 'misread', ...more });
    const noReason = { ok: false, error: 'A correction needs a reason.', field: 'reason' };
    expect(readAct('correct-step', { row: String(row.id), day: row.day })).toEqual(noReason);
    expect(await correct()).toEqual({ ok: false, why: 'unchanged' });
    expect(await correct({ isVoid: true })).toEqual({ ok: false, why: 'not_last' });
    expect(await correct({}, 999_999)).toEqual({ ok: false, why: 'unknown' });
    expect(await correct({ day: day(-9) })).toEqual({ ok: false, why: 'before_funded' });
    const twice = await Promise.all([correct({ lot: 'L-8' }), correct({ lot: 'L-9' })]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(twice).toContainEqual({ ok: false, why: 'corrected_meanwhile' });
    const [shown] = (await findTesting(product.id))!.samples;
    expect(shown).toMatchObject({ lot: expect.stringMatching(/^L-[89]$/) });
    expect(shown?.steps).toMatchObject([{ step: 'bought', correction: 'misread' }]);
    const { rows } = await db().execute(
      sql`select count(*)::int as n from test_steps where sample_id = ${sample}`,
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('keeps the order of its steps when an earlier one of the same day is corrected', async () => {
    const { product } = await aFundedProduct(story);
    const sample = await buys(product.id);
    await goes(sample, 'shipped');
    let noted = day();
    story.advance(2 * DAY_S);
    const correct = async (step: string, more = {}) => {
      const { id, place, lot } = await stepOf(product.id, step);
      const as = { ...asItIs, place, lot, day: noted, reason: 'misread', ...more };
      return correctTestStep(BY, id, as);
    };
    expect(await correct('bought', { lot: 'L-9' })).toMatchObject({ ok: true });
    const steps = (await findTesting(product.id))!.samples[0]?.steps.map(({ step }) => step);
    expect(steps).toEqual(['bought', 'shipped']);
    expect(await correct('shipped', { day: day(-1) })).toMatchObject({ ok: true });
    expect(await correct('bought', { day: day(), lot: 'L-9' })).toMatchObject({ ok: false });
    expect(await correct('shipped', { day: day(-1), isVoid: true })).toMatchObject({ ok: true });
    await goes(sample, ...TO_CHECKED);
    await publish(product.id);
    noted = day();
    story.advance(DAY_S);
    expect(await correct('checked', { note: 'twice' })).toMatchObject({ ok: true });
    const again = { reason: 'not yet', note: 'twice' };
    expect(await correct('checked', { ...again, isVoid: true })).toEqual({
      ok: false,
      why: 'not_last',
    });
    expect(await correct('checked', { ...again, day: day() })).toEqual({
      ok: false,
      why: 'after_next',
    });
  });

  it('did not go on after all: the last step is taken back, and noted again once it is true', async () => {
    const { product } = await aFundedProduct(story);
    const sample = await buys(product.id);
    await goes(sample, 'shipped', 'at-lab');
    const takeBack = async (step: string) =>
      correctTestStep(BY, (await stepOf(product.id, step)).id, {
        ...asItIs,
        place: null,
        lot: null,
        day: day(),
        isVoid: true,
        reason: 'it lies here still',
      });
    expect(await takeBack('shipped')).toEqual({ ok: false, why: 'not_last' });
    expect(await takeBack('at-lab')).toMatchObject({ ok: true });
    expect((await findTesting(product.id))?.samples[0]?.steps.map(({ step }) => step)).toEqual([
      'bought',
      'shipped',
    ]);
    await goes(sample, 'at-lab', 'results-in');
    expect((await findTesting(product.id))?.samples[0]?.steps).toHaveLength(4);
  });
});

describe('results', () => {
  it('wait for samples that are noted and not checked; given-up ones hold nothing up', async () => {
    const { product } = await aFundedProduct(story);
    const [lost, good] = [await buys(product.id), await buys(product.id, { lot: 'L-2' })];
    await goes(good, ...TO_CHECKED);
    const refused = {
      ok: false,
      why: 'unpublishable',
      productId: product.id,
      because: 'unchecked',
    };
    expect(await publish(product.id)).toEqual(refused);
    const file = productFile({ id: `${product.id}-1` });
    expect(await previewSamples(file, product.id)).toMatchObject({
      unpublishable: [{ productId: product.id, because: 'unchecked' }],
    });
    expect((await productNow(product.id)).testingStatus).toBe('Testing in Progress');
    const gone = { step: 'given-up', day: day(), place: null, note: 'Lost in the post.' } as const;
    await noteTestStep(BY, lost, gone);
    expect(await publish(product.id)).toMatchObject({ ok: true });
    const { samples } = (await findTesting(product.id))!;
    expect(samples.map(({ steps }) => steps.at(-1)?.step)).toEqual(['given-up', 'published']);
    // A correction waits for no further sample, and leaves it where it is.
    const further = await buys(product.id, { lot: 'L-3' });
    const file2 = productFile({ id: `${product.id}-1`, DEHP_ng_g: '200' });
    expect(
      await importSamples(file2, { about: product.id, reason: 'measured again' }),
    ).toMatchObject({ ok: true, told: [] });
    expect((await findTesting(product.id))!.samples[2]?.steps).toHaveLength(1);
    await goes(further, ...TO_CHECKED);
    const row = await stepOf(product.id, 'published');
    const tampered = { ...asItIs, day: day(), reason: 'earlier' };
    expect(await correctTestStep(BY, row.id, tampered)).toEqual({ ok: false, why: 'published' });
  });

  it('are of every checked sample at first, and mark later ones once they are there', async () => {
    const { product } = await aFundedProduct(story);
    const { id } = product;
    for (const lot of ['L-1', 'L-2']) await goes(await buys(id, { lot }), ...TO_CHECKED);
    const because = 'samples_missing';
    expect(await publish(id, 1)).toEqual({
      ok: false,
      why: 'unpublishable',
      productId: id,
      because,
    });
    expect(await previewSamples(productFile({ id: `${id}-1` }), id)).toMatchObject({
      unpublishable: [{ productId: id, because }],
    });
    expect((await productNow(id)).testingStatus).toBe('Testing in Progress');
    expect(await publish(id, 2)).toMatchObject({ ok: true, told: [id] });
    const third = await buys(id, { lot: 'L-3' });
    await goes(third, ...TO_CHECKED);
    const lastSteps = async () =>
      (await findTesting(id))!.samples.map(({ steps }) => steps.at(-1)?.step);
    const asBefore = ['published', 'published', 'checked'];
    // Another product's results in a file that repeats these; then these corrected, without a third.
    const { product: other } = await aFundedProduct(story);
    const row = (of: number, at: number) => ({
      id: `${of}-${at}`,
      product_id: String(of),
      serving_size_g: '',
      DEHP_ng_g: '100',
    });
    const both = samplesFile(row(id, 1), row(id, 2), row(other.id, 1));
    expect(await previewSamples(both)).toMatchObject({ unpublishable: [] });
    expect(await importSamples(both)).toMatchObject({ ok: true, told: [other.id] });
    expect(await lastSteps()).toEqual(asBefore);
    expect(await publish(id, 2, '200', 'measured again')).toMatchObject({ ok: true });
    expect(await lastSteps()).toEqual(asBefore);
    expect(await publish(id, 3, '200', 'a third sample')).toMatchObject({ ok: true, told: [id] });
    expect(await lastSteps()).toEqual(['published', 'published', 'published']);
  });

  it('that are not as registered are asked about, and their report says what was', async () => {
    const { id } = (await aFundedProduct(story)).product;
    const [header, row] = productFile({ id: `${id}-1` })
      .trim()
      .split('\n');
    const fileOf = (laboratory: string) => `${header},laboratory\n${row},${laboratory}\n`;
    const doubts = async (laboratory: string) => {
      const preview = await previewSamples(fileOf(laboratory), id);
      if (!preview.ok) throw new Error('It is not read.');
      return preview.doubts.filter((doubt) => doubt.includes('registered'));
    };
    const fewer = `Product ${id} is registered with 3 samples, and the file has 1.`;
    expect(await doubts('example  laboratory')).toEqual([fewer]);
    expect(await doubts('Other Lab')).toEqual([
      fewer,
      `Product ${id} is registered with the laboratory “Example Laboratory”, and results of it are of “Other Lab”.`,
    ]);
    expect(await importSamples(fileOf('Other Lab'), { about: id })).toMatchObject({ ok: true });
    const { text: shown, html } = await openPage(`/plasticlist/${id}`);
    expect(shown).toMatch(
      /Registered on .*, entry \d+ of the log : 3 samples, laboratory Example Laboratory\. These results differ: 1 sample, laboratory Other Lab\./,
    );
    expect(html).toContain(`<a class="link" href="/product/${id}"`);
  });

  it('that nobody noted samples for are published as before', async () => {
    const { product } = await aFundedProduct(story);
    expect(await publish(product.id)).toMatchObject({ ok: true, told: [product.id] });
    expect(await findTesting(product.id)).toMatchObject({ samples: [], published_on: day() });
  });
});

describe('money that is spent', () => {
  it('is corrected by its difference, with a reason, and waits until testing has begun', async () => {
    const { product } = await aFundedProduct(story);
    const cost = {
      id: crypto.randomUUID(),
      kind: 'shipping' as const,
      amountCents: 1_200,
      paidOn: day(),
      payee: 'The post',
      receipt: 'receipt-7',
    };
    expect(await noteTestCost(BY, product.id, cost)).toEqual({ ok: false, why: 'not_begun' });
    await buys(product.id);
    expect(await noteTestCost(BY, product.id, { ...cost, paidOn: day(4) })).toEqual({
      ok: false,
      why: 'in_future',
    });
    const id = await invoiced(product.id, 5_000);
    const right = {
      amountCents: 4_500,
      paidOn: day(),
      payee: 'The laboratory',
      receipt: 'invoice-1.pdf',
    };
    const correct = (more = {}, of = id) =>
      correctTestCost(BY, of, { ...right, reason: 'a discount', ...more });
    const texts = { ...costFields(), cost: id, reason: ' ' };
    expect(readAct('correct-cost', texts)).toMatchObject({ ok: false, field: 'reason' });
    expect(await correct({}, 'x')).toEqual({ ok: false, why: 'unknown' });
    const twice = await Promise.all([correct(), correct({ amountCents: 4_000 })]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    const [standing] = (await findDesk(product.id)).costs.filter(
      (one) => one.kind === 'laboratory',
    );
    expect(await balanceOf(`spent:${product.id}`)).toBe(-429 - standing!.amountCents);
    expect(await correct({ amountCents: standing!.amountCents }, standing!.id)).toEqual({
      ok: false,
      why: 'unchanged',
    });
    // It was not paid at all; a receipt alone moves no money.
    expect(await correct({ amountCents: 0, reason: 'paid twice' }, standing!.id)).toMatchObject({
      ok: true,
    });
    expect(await balanceOf(`spent:${product.id}`)).toBe(-429);
    expect(await db().$count(testCosts, eq(testCosts.productId, product.id))).toBe(4);
    await booksAreRight();
  });

  it('leaves something, which goes to the reserve and pays for what another test lacks', async () => {
    const [rich, poor] = [await aFundedProduct(story), await aFundedProduct(story)];
    const close = async (id: number) => {
      const { leftCents } = await findDesk(id);
      return settleTestBooks(BY, id, leftCents);
    };
    const tested = async (id: number, invoiceCents: number) => {
      const sample = await buys(id);
      await goes(sample, ...TO_CHECKED);
      expect(await close(id)).toEqual({ ok: false, why: 'not_tested' });
      await publish(id);
      expect(await close(id)).toEqual({ ok: false, why: 'no_invoice' });
      await invoiced(id, invoiceCents);
    };
    await tested(rich.product.id, 5_000);
    const left = (await findDesk(rich.product.id)).leftCents;
    expect(left).toBe(10_000 + (await balanceOf(`fees:${rich.product.id}`)) - 429 - 5_000);
    expect(await settleTestBooks(BY, rich.product.id, left - 1)).toEqual({
      ok: false,
      why: 'changed_meanwhile',
    });
    const closings = await Promise.all([close(rich.product.id), close(rich.product.id)]);
    expect(closings.filter(({ ok }) => ok)).toEqual([
      { ok: true, amountCents: left, reserveCents: left },
    ]);
    expect(await balanceOf('reserve')).toBe(left);
    expect(await findTesting(rich.product.id)).toMatchObject({
      statement: { reserve: -left / 100, project: 0, left: 0, settled_on: day() },
    });
    expect(await close(rich.product.id)).toEqual({ ok: false, why: 'nothing_left' });
    await booksAreRight();

    // The other lacks more than the reserve holds: the rest is the project's own.
    await tested(poor.product.id, 20_000);
    const lacking = -(await findDesk(poor.product.id)).leftCents;
    expect(lacking).toBeGreaterThan(left);
    expect(await close(poor.product.id)).toEqual({
      ok: true,
      amountCents: -lacking,
      reserveCents: -left,
    });
    expect(await balanceOf('reserve')).toBe(0);
    expect(await balanceOf('spent')).toBe(left - lacking);
    expect(await findTesting(poor.product.id)).toMatchObject({
      statement: { reserve: left / 100, project: (lacking - left) / 100, left: 0 },
    });
    await booksAreRight();

    // An invoice that was too high: the project has its own back first.
    const [invoice] = (await findDesk(poor.product.id)).costs.filter(
      (one) => one.kind === 'laboratory',
    );
    const { paidOn, payee, receipt } = invoice!;
    const right = { amountCents: 5_000, paidOn, payee, receipt, reason: 'a wrong invoice' };
    await correctTestCost(BY, invoice!.id, right);
    expect(await close(poor.product.id)).toMatchObject({ ok: true, amountCents: 15_000 });
    expect(await balanceOf('spent')).toBe(0);
    expect((await findTesting(poor.product.id))?.statement).toMatchObject({ project: 0, left: 0 });
    expect(await balanceOf('reserve')).toBe(15_000 - (lacking - left));
    await booksAreRight();
  });

  it('that the books and the notes tell differently of is found', async () => {
    const { product } = await aFundedProduct(story);
    const { id } = product;
    const rulesBrokenBy = async (name: string, from: Account, to: Account) => {
      const book = (source: string, cents: number) => {
        const entries = Object.entries({ [from]: cents, [to]: -cents }) as [Account, number][];
        return inTransaction((tx) => post(tx, { reason: 'a slip', source, entries }));
      };
      await book(`allocated:slip:${id}:${name}`, 100);
      const found = (await checkLedger()).map(({ rule }) => rule);
      await book(`allocated:slip:${id}:${name}:back`, -100);
      return found;
    };
    const paid = 'what the bank paid beyond tests, and what was lost, is what was allocated so';
    const noted = 'what was spent on a product is its costs as they stand';
    const passedOn =
      'what tests left over, or lacked, is what their closings passed on, and the reserve is not short';
    expect(await rulesBrokenBy('unnoted', 'bank', `spent:${id}`)).toEqual([noted]);
    expect(await rulesBrokenBy('nobody', 'bank', 'spent')).toEqual([paid, passedOn]);
    expect(await rulesBrokenBy('closed', 'spent', `settled:${id}`)).toEqual([passedOn, passedOn]);
    expect(await rulesBrokenBy('reserve', 'spent', 'reserve')).toEqual([passedOn, passedOn]);
    expect(await checkLedger()).toEqual([]);
  });

  it('and contested later is missing, made up for, and given back when the dispute is won', async () => {
    const { product, share } = await aFundedProduct(story);
    const { id } = product;
    await goes(await buys(id), ...TO_CHECKED);
    await invoiced(id, 3_000);
    await publish(id);
    const close = async () => settleTestBooks(BY, id, (await findDesk(id)).leftCents);
    expect(await close()).toMatchObject({ ok: true });
    const payment = { payment_intent: share.stripePaymentId };
    const dispute = await control(story, 'dispute', payment);
    const left = async () => (await findTesting(id))!.statement.left;
    expect(await eventually(left, (dollars) => dollars <= -100)).toBeLessThan(0);
    expect(await findTesting(id)).toMatchObject({ funded_on: day(), begun_on: day() });
    expect((await productNow(id)).testingStatus).toBe('Tested');
    const first = await close();
    expect(first.ok && first.amountCents).toBeLessThanOrEqual(-10_000);
    await booksAreRight();
    await control(story, `dispute/${dispute.id}/close`, { outcome: 'won' });
    await eventually(left, (dollars) => dollars > 0);
    const projectBefore = await balanceOf('spent');
    expect(await close()).toMatchObject({ ok: true });
    // The project's own money comes back before the reserve is filled again.
    expect(await balanceOf('spent')).toBeGreaterThanOrEqual(projectBefore);
    expect(await left()).toBe(0);
    await booksAreRight();
  });

  it('stays in the product while a sample is on its way', async () => {
    const { product } = await aFundedProduct(story);
    await goes(await buys(product.id), ...TO_CHECKED);
    await invoiced(product.id, 3_000);
    await publish(product.id);
    await buys(product.id, { lot: 'L-2' });
    const { leftCents } = await findDesk(product.id);
    expect(await settleTestBooks(BY, product.id, leftCents)).toEqual({
      ok: false,
      why: 'samples_open',
    });
    for (const wrong of [Number.NaN, 0, 1.5]) {
      expect((await settleTestBooks(BY, product.id, wrong)).ok).toBe(false);
    }
  });
});

describe('a product that was merged', () => {
  it('was funded when the duplicate’s money came, and answers under both codes', async () => {
    const [product, duplicate] = [await aProduct(undefined, 100), await aProduct(undefined, 100)];
    const ago = (days: number) => new Date(now().getTime() - days * 86_400_000);
    for (const [{ id }, dollars, days] of [
      [product, 60, 60],
      [duplicate, 40, 59],
    ] as const) {
      const { id: share } = await gives(new Visitor(story), id, dollars);
      await changeRows(contributions, eq(contributions.id, share), { paidAt: ago(days) });
    }
    expect(await mergeProducts(BY, duplicate.id, product.id)).toMatchObject({ ok: true });
    expect(await findTesting(product.id)).toMatchObject({ funded_on: day(), begun_on: null });
    expect(await buyTestSample(BY, product.id, aPurchase({ day: day(-3) }))).toEqual({
      ok: false,
      why: 'before_funded',
    });
    await buys(product.id);
    expect(await findTesting(product.id)).toMatchObject({ funded_on: day(), begun_on: day() });
    const visitor = new Visitor(story);
    const answers = await Promise.all(
      [product, duplicate].map(({ id }) => visitor.get(`/api/products/${id}/testing`)),
    );
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[1]?.body).toMatchObject({ product_id: product.id, samples: [{ number: 1 }] });
  });

  it('was funded again when a dispute was won, where that was before testing', async () => {
    const { product, share } = await aFundedProduct(story);
    const before = { paidAt: new Date(now().getTime() - 60 * 86_400_000) };
    await db().update(contributions).set(before).where(eq(contributions.id, share.id));
    expect(await findTesting(product.id)).toMatchObject({ funded_on: day(-60) });
    const payment = { payment_intent: share.stripePaymentId };
    const dispute = await control(story, 'dispute', payment);
    const raised = async () => (await productNow(product.id)).raisedCents;
    await eventually(raised, (cents) => cents === 0);
    await control(story, `dispute/${dispute.id}/close`, { outcome: 'won' });
    await eventually(raised, (cents) => cents === 10_000);
    expect(
      await eventually(
        () => findTesting(product.id),
        (one) => one?.funded_on === day(),
      ),
    ).toMatchObject({ funded_on: day() });
  });
});

describe('a begun test that cannot be finished', () => {
  const lost = { step: 'given-up', day: '', place: null, note: 'It burst in the post.' } as const;
  const why = 'No laboratory can open it.';

  it('is ended for everybody to read, and its books are closed', async () => {
    const { product, giver, share } = await aFundedProduct(story);
    const { id } = product;
    const end = (reason = why) => endProductTest(BY, id, reason);
    expect(await end()).toEqual({ ok: false, why: 'not_begun' });
    const [first, second] = [await buys(id), await buys(id, { lot: 'L-2' })];
    await noteTestStep(BY, first, { ...lost, day: day() });
    expect(await end()).toEqual({ ok: false, why: 'samples_going' });
    await goes(second, 'shipped');
    await noteTestStep(BY, second, { ...lost, day: day() });
    const close = async () => settleTestBooks(BY, id, (await findDesk(id)).leftCents);
    expect(await close()).toEqual({ ok: false, why: 'not_tested' });
    const ended = await Promise.all([end(), end()]);
    expect(ended.map((one) => one.ok && one.isRepeated).toSorted()).toEqual([false, true]);
    expect(await end('Another reason.')).toEqual({ ok: false, why: 'ended' });
    const rows = await db()
      .select({ after: adminActions.after })
      .from(adminActions)
      .where(sql`action = 'end-test' and subject = ${`product ${id}`}`);
    expect(rows).toEqual([{ after: { reason: why } }]);

    expect((await new Visitor(story).get(`/api/products/${id}/testing`)).body).toMatchObject({
      ended_on: day(),
      ended_because: why,
      promised_by: null,
      late_days: 0,
    });
    expect(await buyTestSample(BY, id, aPurchase())).toEqual({ ok: false, why: 'ended' });
    const step = await stepOf(id, 'given-up');
    const back = { ...asItIs, day: day(), place: null, lot: null, isVoid: true, reason: 'found' };
    expect(await correctTestStep(BY, step.id, back)).toEqual({ ok: false, why: 'ended' });
    expect(await publish(id)).toMatchObject({ why: 'unpublishable', because: 'ended' });
    expect((await productNow(id)).testingStatus).toBe('Testing in Progress');
    expect(await requestRefund(share.id, { reason: 'requested' })).toMatchObject({
      why: 'testing_begun',
    });

    // Wherever the product is read, and whoever gave to it.
    const state = { id, testing_status: 'Testing in Progress', test_ended_on: day() };
    expect((await giver.get(`/api/products/${id}`)).body).toMatchObject(state);
    const name = encodeURIComponent(product.name);
    const { body: found } = await giver.get(`/api/products?search=${name}&sort=id`);
    expect(found.items).toContainEqual(expect.objectContaining(state));
    const { text } = await openPage(`/product/${id}`);
    expect(text).toContain('Status Test ended without results');
    expect(text).not.toContain('Testing in Progress');
    const testingStatus = 'Test ended without results';
    expect(await loadProduct(id)).toMatchObject({ testingStatus });
    const asked = { search: String(id), state: 'all', page: 1 } as const;
    expect((await searchProducts(asked)).found).toMatchObject([{ id, testingStatus }]);
    await lookUp(giver);
    const { body: given } = await giver.get('/api/contributions');
    expect(given.contributions).toMatchObject([{ product: state }]);

    const listed = async () => (await listTests()).find((test) => test.id === id);
    expect(await listed()).toMatchObject({ hasEnded: true, lateDays: 0 });
    expect(await close()).toMatchObject({ ok: true });
    expect(await listed()).toMatchObject({ leftCents: 0 });
    await booksAreRight();
  });

  it('is never ended once its results are published', async () => {
    const { product } = await aFundedProduct(story);
    await publish(product.id);
    expect(await endProductTest(BY, product.id, why)).toEqual({ ok: false, why: 'tested' });
    expect(await endProductTest(BY, 123_456, why)).toEqual({ ok: false, why: 'unknown' });
  });
});

describe('openassay testing', () => {
  const run = (...args: (string | number)[]) => runTyped('testing', ...args.map(String));

  it('buys, notes, pays, corrects and closes as the pages do', async () => {
    const { product } = await aFundedProduct(story);
    const { id } = product;
    const bought = await run(
      'buy',
      id,
      '--shop',
      'Corner Shop',
      '--price',
      '4.29',
      '--receipt',
      'r1',
    );
    expect(bought).toMatchObject({
      code: 0,
      sentence: expect.stringContaining('The first sample is bought'),
    });
    expect((await run('buy', id, '--shop', 'A', '--price', 'x', '--receipt', 'r')).sentence).toBe(
      'Enter an amount, such as 4.29.\n',
    );
    const again = ['buy', id, '--shop', 'Corner Shop', '--price', '4.29', '--receipt', 'r1'];
    expect((await run(...again)).sentence).toContain('If this is another one, add --anyway.');
    expect((await run('step', id, 1, 'checked')).sentence).toBe('Record an earlier step first.\n');
    for (const step of TO_CHECKED) expect((await run('step', id, 1, step)).code).toBe(0);
    expect((await run('step', id, 2, 'shipped')).code).toBe(1);
    const paid = ['--amount', '30.00', '--payee', 'Lab', '--receipt', 'i1'];
    expect((await run('cost', id, 'laboratory', ...paid)).code).toBe(0);
    const shown = (await run('show', id)).sentence;
    expect(shown).toContain('Corner Shop');
    const [cost] = (await findDesk(id)).costs.filter((one) => one.kind === 'laboratory');
    const reason = ['--reason', 'a discount'];
    expect((await run('correct', 'cost', cost!.id, '--amount', '25.00', ...reason)).code).toBe(0);
    const row = await stepOf(id, 'checked');
    expect((await run('correct', 'step', row.id, '--void', ...reason)).code).toBe(0);
    expect((await run('step', id, 1, 'checked')).code).toBe(0);
    await publish(id);
    expect((await run()).sentence).toContain('Published, books open');
    expect((await run('settle', id)).code).toBe(0);
    expect((await run('settle', id)).sentence).toBe('Nothing is left, and nothing is missing.\n');
    for (const args of [
      ['show'],
      ['step', id, 1],
      ['cost', id],
      ['correct', 'x', 'y'],
      ['dance', id],
    ]) {
      expect((await run(...args)).code).toBeUndefined();
    }
    const rows = await db()
      .select({ actor: adminActions.actor })
      .from(adminActions)
      .where(like(adminActions.subject, `product ${id}%`));
    expect(rows).toHaveLength(11);
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['command line']));
  });

  it('takes every option of its help: a day printed on the package, and who an organization paid as', async () => {
    const { product, giver } = await aFundedProduct(story);
    const { id } = product;
    const mill = ['--organization', 'The Mill', '--paid-from', giver.email];
    expect((await run('register', id, ...mill, '--reason', 'It agreed.')).sentence).toMatch(
      /^Registered\./,
    );
    const { known } = (await findDesk(id)).registration;
    expect(known?.facts.payers.organization).toEqual({ name: 'The Mill', cents: 10_000 });
    const bought = ['--shop', 'Corner Shop', '--price', '4.29', '--receipt', 'r1'];
    await run('buy', id, ...bought, '--best-before', '2027-06-30');
    const { id: row } = await stepOf(id, 'bought');
    expect(await stepOf(id, 'bought')).toMatchObject({ bestBefore: '2027-06-30' });
    const typo = ['--best-before', '2027-07-30', '--reason', 'A slip.'];
    expect((await run('correct', 'step', row, ...typo)).sentence).toBe('Corrected.\n');
    expect(await stepOf(id, 'bought')).toMatchObject({
      bestBefore: '2027-07-30',
      place: 'Corner Shop',
    });
    // Options of the one are none of the other.
    expect((await run('correct', 'step', row, '--amount', '4.00', ...typo)).code).toBeUndefined();
  });

  it('leaves a funded product that is taken off the list among the tests, with the reason', async () => {
    const { product } = await aFundedProduct(story, 100, { isRegistered: false });
    await refundProduct(product.id, { reason: 'untestable' });
    const listed = async () =>
      (await inTransaction(readPublicTests)).find(({ code }) => code === product.id);
    expect(await listed()).toMatchObject({
      funded_on: expect.any(String),
      ended_on: day(),
      ended_because: 'Cannot be tested',
      due_on: null,
    });
    // What never had its goal was no test.
    const lacking = await aProduct(undefined, 200);
    await gives(new Visitor(story), lacking.id, 100);
    await refundProduct(lacking.id, { reason: 'untestable' });
    const codes = (await inTransaction(readPublicTests)).map(({ code }) => code);
    expect(codes).not.toContain(lacking.id);
  });

  it('leaves the name of what nobody has looked at out of its table', async () => {
    const { product } = await aFundedProduct(story);
    const nameOf = async () => {
      for await (const rows of testsTable.rows(db()))
        for (const row of rows) if (row.code === product.id) return row.name;
      return undefined;
    };
    expect(await nameOf()).toBe(product.name);
    await changeProduct(product.id, { unreviewedSince: now() });
    expect(await nameOf()).toBeNull();
  });

  it('ends what cannot be tested, with a reason', async () => {
    const { product } = await aFundedProduct(story);
    const bought = ['--shop', 'Corner Shop', '--price', '4.29', '--receipt', 'r1'];
    expect((await run('buy', product.id, ...bought)).code).toBe(0);
    expect((await run('end', product.id)).code).toBeUndefined();
    expect((await run('end', product.id, '--reason', 'It burst.')).sentence).toBe(
      'A test can be ended only once every sample is given up.\n',
    );
    await run('step', product.id, 1, 'given-up', '--note', 'It burst.');
    expect((await run('end', product.id, '--reason', 'It burst.')).code).toBe(0);
    expect((await run('end', product.id, '--reason', 'It burst.')).code).toBe(0);
    expect(await told('testing-ended', product.id)).toBe(1);
    expect((await run()).sentence).toContain('Ended without results, books open');
    expect((await run('settle', product.id)).code).toBe(0);
    expect((await run()).sentence).toContain('Ended without results, books closed');
  });

  it('begins what no purchase is noted of, and purchases follow', async () => {
    const { product } = await aFundedProduct(story);
    expect(await beginTest(BY, product.id)).toEqual({ ok: true });
    expect(await buyTestSample(BY, product.id, aPurchase())).toMatchObject({
      ok: true,
      hasBegun: false,
    });
    expect(await told('testing-begun', product.id)).toBe(1);
  });
});

// The last: it moves the clock for the whole file.
describe('lateness', () => {
  it('is told to the day by the site’s clock, and stays told', async () => {
    const { product } = await aFundedProduct(story);
    const sample = await buys(product.id);
    const lateDays = async () => (await findTesting(product.id))!.late_days;
    story.advance(42 * DAY_S);
    expect(await lateDays()).toBe(0);
    story.advance(DAY_S);
    expect(await lateDays()).toBe(1);
    story.advance(9 * DAY_S);
    expect(await lateDays()).toBe(10);
    expect((await listTests()).find(({ id }) => id === product.id)?.lateDays).toBe(10);
    await goes(sample, ...TO_CHECKED);
    await publish(product.id);
    story.advance(30 * DAY_S);
    expect(await findTesting(product.id)).toMatchObject({
      late_days: 10,
      published_on: day(-30),
      promised_by: day(-40),
    });
    expect((await listTests()).find(({ id }) => id === product.id)?.lateDays).toBe(0);
  });
});
