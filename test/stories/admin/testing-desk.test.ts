import { createHash } from 'node:crypto';
import { eq, inArray, or, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { buyTestSample, noteTestStep } from '#test/support/acts.ts';
import { removeProduct } from '#app/catalogue/product-standing.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { canonicalJson, type Json } from '#app/log/canonical-json.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { adminActions, logLeaves, testSamples } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { hiddenIn } from '#test/support/desk.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { picture } from '#test/support/pictures.ts';
import { aProduct, eventually, says, useStory } from '#test/support/story.ts';
import {
  aFundedProduct,
  aPurchase,
  buys,
  costFields,
  day,
  gives,
  goes,
  purchaseFields,
  registers,
  registrationFields,
} from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';

const story = useStory({}, uncompiledPages);

/** The value of the form's hidden field that makes it one purchase. */
const formIdIn = (html: string) => /name="id" value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? '';

/** The fields that say that they are wrong, by what each is described, and have the focus. */
function wrongFields(html: string): (string | undefined)[] {
  const inputs = [...html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(([one]) => one);
  return inputs
    .filter((one) => /autofocus/i.test(one))
    .filter((one) => {
      const [, notes = ''] = /aria-describedby="([^"]+)"/.exec(one) ?? [];
      return html.includes(`<div id="${notes}" class="mt-1.5 text-sm"><p role="alert"`);
    })
    .map((one) => /name="([^"]+)"/.exec(one)?.[1]);
}

/** What was sealed and written down of products, a line each; what differs from run to run has a name. */
async function linesOf(...products: number[]): Promise<string> {
  const leaves = await db()
    .select({ leaf: logLeaves.leaf })
    .from(logLeaves)
    .where(inArray(logLeaves.productId, products))
    .orderBy(logLeaves.index);
  const about = or(...products.map((id) => sql`subject ~ ${`^product ${id}( |$)`}`));
  const rows = await db().select().from(adminActions).where(about).orderBy(adminActions.id);
  const done = rows.map(({ action, subject, before, after }) =>
    canonicalJson({ action, subject, before, after } as Json),
  );
  const text = [...leaves.map(({ leaf }) => leaf), ...done].join('\n');
  const uuids = [...new Set(text.match(/[\da-f]{8}-[\da-f-]{27}/g))];
  return (
    products
      .reduce(
        (all, id, at) => all.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), `<product ${at + 1}>`),
        text,
      )
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => `<id ${uuids.indexOf(id) + 1}>`)
      .replaceAll(/[\da-f]{64}/g, '<hash>')
      .replaceAll(/"at":"[^"]+"/g, '"at":"<now>"')
      .replaceAll(/"name":"Test product [^"]+"/g, '"name":"<name>"')
      .replaceAll(/"rule":\{[^}]+\}/g, '"rule":"<rule>"')
      .replaceAll(day(), '<today>')
      // What the card cost depends on when its fee was posted.
      .replaceAll(/"leftCents":\d+|"amountCents":\d+,"reserveCents":\d+/g, '<left>')
  );
}

describe('the desk of a test', () => {
  it('lists funded products, and opens for those alone', async () => {
    const administrator = await anAdministrator(story);
    expect((await administrator.page('/admin/testing')).body).toContain(
      'No product is fully funded yet.',
    );
    const { product } = await aFundedProduct(story);
    const short = await aProduct('Too little so far', 100);
    await gives(new Visitor(story), short.id, 99);
    const gone = await aProduct('The same again', 100);
    expect(await mergeProducts({ actor: 'command line' }, gone.id, product.id)).toMatchObject({
      ok: true,
    });
    const led = await administrator.page(`/admin/testing/${gone.id}`);
    expect([led.status, led.headers.get('location')]).toEqual([
      302,
      `/admin/testing/${product.id}`,
    ]);
    const list = await administrator.page('/admin/testing');
    expect(list.body).toContain(`href="/admin/testing/${product.id}"`);
    expect(list.body).toContain('first sample to be bought');
    expect(list.body).not.toContain('Too little so far');
    for (const code of [short.id, 'x', 123_456, '99999999999']) {
      expect((await administrator.page(`/admin/testing/${code}`)).status).toBe(404);
    }
    const desk = await administrator.page(`/admin/testing/${product.id}`);
    expect(desk).toMatchObject(says(200, 'Once the first sample is bought, contributions'));
    expect(desk.headers.get('cache-control')).toBe('no-store');
  });

  it('buys by its form, once however often it is sent', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const id = formIdIn((await administrator.page(path)).body);
    const fields = { intent: 'buy', ...purchaseFields({ id }) };
    const sent = await Promise.all([1, 2].map(() => administrator.page(path, fields)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(sent.map(({ headers }) => headers.get('location')).toSorted()).toEqual([
      `${path}?outcome=noted`,
      `${path}?outcome=repeated`,
    ]);
    expect(await db().$count(testSamples, eq(testSamples.productId, product.id))).toBe(1);
    const shown = (await administrator.page(`${path}?outcome=noted`)).body;
    expect(shown).toContain('Saved.');
    expect(shown).toContain('Corner Shop · lot L-1');
    expect(shown).toContain('receipt-1.pdf');
    const everybody = await new Visitor(story).page(`/product/${product.id}`);
    expect(everybody.body).toContain('Sample 1 bought');
    expect(everybody.body).not.toContain('receipt-1.pdf');
  });

  it('does not take another invoice for one that was noted with the same form', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    await buys(product.id);
    const path = `/admin/testing/${product.id}`;
    const first = costFields({ intent: 'note-cost', amount: '60.00' });
    expect((await administrator.page(path, first)).status).toBe(303);
    const second = await administrator.page(path, { ...first, amount: '30.00' });
    expect(second).toMatchObject(says(409, 'This form was already used for something else'));
    expect(second.body).toContain('value="30.00"');
    // What comes back is a new form: sent again, it is noted.
    const ids = [...second.body.matchAll(/name="id" value="([0-9a-f-]{36})"/g)].map(
      ([, one]) => one,
    );
    expect(ids).not.toContain(first.id);
    const again = { ...first, amount: '30.00', receipt: 'invoice-2.pdf', id: ids[1]! };
    expect((await administrator.page(path, again)).headers.get('location')).toBe(
      `${path}?outcome=noted`,
    );
    const { costs } = await findDesk(product.id);
    expect(costs.map(({ amountCents }) => amountCents).toSorted()).toEqual([3_000, 429, 6_000]);
  });

  it('records of two open pages the same purchase and the same invoice once', async () => {
    const [one, two] = [await anAdministrator(story), await anAdministrator(story)];
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const numberIn = async () => hiddenIn((await two.page(path)).body, 'number');
    const stale = await numberIn();
    const bought = (more = {}) => ({
      intent: 'buy',
      ...purchaseFields({ receipt: 'R-500', ...more }),
    });
    expect((await one.page(path, bought())).status).toBe(303);
    for (const more of [{}, { receipt: 'R-501', lot: 'L-2' }]) {
      const late = await two.page(path, bought({ number: stale, ...more }));
      expect(late).toMatchObject(
        says(409, 'Someone else has since recorded a sample of this product'),
      );
    }
    const number = await numberIn();
    const same = await two.page(path, bought({ number }));
    expect(same).toMatchObject(
      says(409, 'A sample of this lot with this receipt has been recorded already'),
    );
    expect(same.body).toContain('name="anyway"');
    expect(await db().$count(testSamples, eq(testSamples.productId, product.id))).toBe(1);
    expect((await two.page(path, bought({ number, anyway: 'yes' }))).status).toBe(303);
    // One receipt may have several lots on it.
    expect((await two.page(path, bought({ number: '3', lot: 'L-2' }))).status).toBe(303);

    const invoice = (more = {}) => ({
      intent: 'note-cost',
      ...costFields({ amount: '900.00', receipt: 'INV-12', ...more }),
    });
    expect((await one.page(path, invoice())).status).toBe(303);
    const again = await two.page(path, invoice());
    expect(again).toMatchObject(
      says(409, 'A cost of this kind with this receipt has been recorded already'),
    );
    expect((await two.page(path, invoice({ kind: 'shipping' }))).status).toBe(303);
    expect((await two.page(path, invoice({ anyway: 'yes' }))).status).toBe(303);
    const { costs } = await findDesk(product.id);
    expect(costs.filter(({ receipt }) => receipt === 'INV-12')).toHaveLength(3);
  });

  it('refuses what is missing or wrong in a sentence, and keeps what was typed', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const tries: [more: Record<string, string>, status: number, said: string, field?: string][] = [
      [{ shop: ' ' }, 400, 'The shop is missing.', 'shop'],
      [{ price: '4,29' }, 400, 'Enter an amount, such as 4.29.', 'price'],
      [{ price: '0' }, 400, 'The amount must be more than zero.', 'price'],
      [{ price: '999,999.00' }, 400, 'That amount is too large to be right.', 'price'],
      [{ day: '2026-02-30' }, 400, 'Enter a day, such as 2026-11-21.', 'day'],
      [{ lot: 'x'.repeat(61) }, 400, 'The lot can be at most 60 characters long.', 'lot'],
      [{ receipt: '', lot: '' }, 400, 'Where the receipt is kept is missing.', 'receipt'],
      [{ id: 'mine' }, 400, 'The form is broken. Please open the page again.'],
      [{ day: day(5) }, 409, 'That day is in the future.', 'day'],
      [{ intent: 'dance' }, 400, 'The form does not ask for anything that can be done.'],
    ];
    for (const [more, status, text, field] of tries) {
      const fields = { intent: 'buy', ...purchaseFields({ note: 'as typed' }), ...more };
      const { status: answered, body } = await administrator.page(path, fields);
      expect([more, answered]).toEqual([more, status]);
      expect(body).toContain(text);
      expect(body).toContain('value="as typed"');
      // The wrong field alone says so, and is where the page opens.
      expect([more, wrongFields(body)]).toEqual([more, field ? [field] : []]);
    }
    expect(await db().$count(testSamples, eq(testSamples.productId, product.id))).toBe(0);
    const rows = await db().select().from(adminActions);
    const own = rows.filter(({ subject }) => subject.startsWith(`product ${product.id}`));
    expect(own.map(({ action }) => action)).toEqual(['register-test']);
  });

  it('registers a test in public and seals it, before a sample of it can be bought', async () => {
    const administrator = await anAdministrator(story);
    const { product, giver } = await aFundedProduct(story, 100, { isRegistered: false });
    const path = `/admin/testing/${product.id}`;
    const first = (await administrator.page(path)).body;
    expect(first).toContain('Register the test');
    expect(first).not.toContain('Record the purchase');
    const early = await administrator.page(path, { intent: 'buy', ...purchaseFields() });
    expect(early).toMatchObject(says(409, 'The test is not registered yet.'));
    const form = { intent: 'register', form: 'register', seen: '0', ...registrationFields() };
    const tries: [Record<string, string>, number, string][] = [
      [{ laboratory: ' ' }, 400, 'Laboratory is missing.'],
      [{ samples: '21' }, 400, 'The number of samples must be from 1 to 20.'],
      [{ organization: 'Mill', organization_email: 'x@example.org' }, 409, 'Nobody has paid'],
      [{ seen: '4' }, 409, 'Someone else has since registered this test'],
    ];
    for (const [more, status, text] of tries) {
      const { status: answered, body } = await administrator.page(path, { ...form, ...more });
      expect([more, answered]).toEqual([more, status]);
      expect(body).toContain(text);
    }
    const own = { organization: 'The Mill', organization_email: giver.email };
    const sent = await Promise.all([1, 2].map(() => administrator.page(path, { ...form, ...own })));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    // Each field that needs one has an example.
    const hints = first.match(/class="text-ink-faint">[^<]*\b[Ee]\.g\. [^<]+/g);
    expect(hints?.length).toBeGreaterThanOrEqual(10);
    // A name that is registered needs no email again, and another payer of its name is a change.
    const changed = { ...form, organization: 'The Mill', seen: '1', method: 'LC-MS/MS' };
    expect((await administrator.page(path, changed)).body).toContain(
      'A correction needs a reason.',
    );
    const reason = 'The laboratory measures otherwise';
    expect((await administrator.page(path, { ...changed, reason })).status).toBe(303);
    const visitor = new Visitor(story);
    const everybody = (await visitor.page(`/product/${product.id}`)).body;
    for (const text of ['AT-1234: Food, organic residues', 'LC-MS/MS', `Changed: ${reason}`])
      expect(everybody).toContain(text);
    expect(everybody).not.toContain('GC-MS with isotope');
    const leaves = await db()
      .select()
      .from(logLeaves)
      .where(eq(logLeaves.productId, product.id))
      .orderBy(logLeaves.index);
    expect(leaves.map(({ form: name }) => name)).toEqual(['registration', 'registration']);
    // Who pays is named by the name that they agreed to; nothing says who gave what.
    expect(JSON.parse(leaves[0]!.leaf)).toMatchObject({
      payers: { all: 10_000, organization: { name: 'The Mill', cents: 10_000 } },
      method: 'GC-MS with isotope dilution',
    });
    // Nor is an organization's money told twice where its email is left out.
    expect(JSON.parse(leaves[1]!.leaf).payers).toEqual(JSON.parse(leaves[0]!.leaf).payers);
    expect(leaves.map(({ leaf }) => leaf).join()).not.toContain(giver.email);
    await expect(
      db().execute(
        sql`update test_registrations set facts = '{}' where product_id = ${product.id}`,
      ),
    ).rejects.toThrow();
    expect((await visitor.page('/tests')).body).toContain(product.name);
    const file = await fetch(`${story.url}/tests.csv`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const line = (await file.text()).split('\r\n').find((one) => one.startsWith(`${product.id},`));
    expect(line).toContain(`,${day()},${day()},,,`);
  });

  it('carries on what was registered of the laboratory into the forms that come later', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const sample = await buys(product.id);
    const fieldsOf = async (form: string) => {
      const { body } = await administrator.page(`/admin/testing/${product.id}`);
      const [, own = ''] = body.split(`name="form" value="${form}"`);
      const inputs = own.split('</form>')[0]?.matchAll(/name="([a-z_]+)"[^>]* value="([^"]*)"/g);
      return Object.fromEntries([...(inputs ?? [])].map(([, name, value]) => [name, value]));
    };
    await goes(sample, 'shipped');
    expect(await fieldsOf(`at-lab-${sample}`)).toMatchObject({ place: 'Example Laboratory' });
    expect(await fieldsOf('note-cost')).toMatchObject({ payee: 'Example Laboratory' });
    const other = { step: 'at-lab' as const, day: day(), place: 'Another', note: null };
    await noteTestStep({ actor: 'command line' }, sample, other);
    expect(await fieldsOf(`results-in-${sample}`)).toMatchObject({
      place: 'Another',
      method: 'GC-MS with isotope dilution',
      accreditation: 'AT-1234',
    });
    // What nobody has seen is not sealed: by a command, nothing stands that was not typed.
    const done = await runTyped('testing', 'step', String(product.id), '1', 'results-in');
    expect(done.code).toBe(0);
    const row = (await findDesk(product.id)).samples[0]?.steps.at(-1);
    expect(row).toMatchObject({ step: 'results-in', place: null, method: null });
  });

  it('lists a registered test whatever becomes of its product, and seals its end', async () => {
    const { product } = await aFundedProduct(story);
    const line = async () =>
      (await (await fetch(`${story.url}/tests.csv`)).text())
        .split('\r\n')
        .find((one) => one.startsWith(`${product.id},`));
    expect(await inTransaction((tx) => removeProduct(tx, product.id, 'untestable'))).toBe(
      'removed',
    );
    const leaves = await db()
      .select()
      .from(logLeaves)
      .where(eq(logLeaves.productId, product.id))
      .orderBy(logLeaves.index);
    expect(leaves.map(({ form: name }) => name)).toEqual(['registration', 'ended']);
    story.advance(61);
    expect(
      await eventually(line, (found) => found?.includes('Cannot be tested') === true),
    ).toContain(product.name);
  });

  it('takes no purchase from before the test was registered', async () => {
    const { product } = await aFundedProduct(story, 100, { isRegistered: false });
    story.advance(3 * 86_400);
    await registers(product.id);
    const bought = await buyTestSample(
      { actor: 'command line' },
      product.id,
      aPurchase({ day: day(-2) }),
    );
    expect(bought).toEqual({ ok: false, why: 'before_registered' });
  });

  it('shows the photo of a purchase only where nothing private is on it', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const photo = { name: 'receipt.jpg', bytes: await picture() };
    const address = (number: number) =>
      fetch(`${story.url}/product/${product.id}/samples/${number}/photo.webp`);
    const hidden = { intent: 'buy', ...purchaseFields({ best_before: '2027-06-30' }) };
    expect((await administrator.upload(path, hidden, photo)).status).toBe(303);
    expect((await address(1)).status).toBe(404);
    const more = { lot: 'L-2', receipt: 'receipt-2.pdf', number: '2' };
    const shown = { intent: 'buy', ...purchaseFields(more), public: 'yes' };
    expect((await administrator.upload(path, shown, photo)).status).toBe(303);
    const served = await address(2);
    expect(served.headers.get('content-type')).toBe('image/webp');
    const sha256 = createHash('sha256')
      .update(await served.bytes())
      .digest('hex');
    const own = eq(logLeaves.productId, product.id);
    const leaves = await db().select().from(logLeaves).where(own).orderBy(logLeaves.index);
    const purchases = leaves.filter(({ form: name }) => name === 'purchase');
    expect(purchases.map(({ leaf }) => JSON.parse(leaf))).toMatchObject([
      { sample: 1, best_before: '2027-06-30', photo_sha256: sha256 },
      { sample: 2, lot: 'L-2', photo_sha256: sha256 },
    ]);
    const text = (await new Visitor(story).page(`/product/${product.id}`)).body;
    expect(text).toContain('best before June 30, 2027');
    expect(text).toContain(`/product/${product.id}/samples/2/photo.webp`);
    expect(text).not.toContain('samples/1/photo');
  });

  it('ends a test once no sample is left, and then offers its books alone', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const shown = async () => (await administrator.page(path)).body;
    const sample = await buys(product.id);
    expect(await shown()).not.toContain('End the test');
    const note = 'It burst.';
    const lost = { intent: 'note-step', sample, step: 'given-up', day: day(), place: '', note };
    expect((await administrator.page(path, lost)).status).toBe(303);
    expect(await shown()).toContain('End the test');
    expect(await shown()).not.toContain('Pass on');
    const end = { form: 'end', intent: 'end', reason: '' };
    const refused = await administrator.page(path, end);
    expect(refused).toMatchObject(says(400, 'is missing.'));
    const reason = 'No laboratory can open it.';
    expect((await administrator.page(path, { ...end, reason })).status).toBe(303);
    const after = await shown();
    expect(after).not.toContain('End the test');
    expect(after).not.toContain('Buy another sample');
    expect(after).toContain('Pass on');
    const everybody = (await new Visitor(story).page(`/product/${product.id}`)).body;
    expect(everybody).toContain(reason);
    expect(everybody).toContain('Results are no longer promised');
    // Scripts are handed the product as the API gives it.
    const read = everybody.replaceAll(/<script[^]*?<\/script>/g, '');
    expect(read).not.toContain('Testing in Progress');
  });

  it('seals and writes down of each act, by its form and by its command, byte for byte this', async () => {
    const administrator = await anAdministrator(story);
    const { product, giver } = await aFundedProduct(story, 100, { isRegistered: false });
    const path = `/admin/testing/${product.id}`;
    const sends = async (intent: string, fields: Record<string, string>) => {
      const { status, body } = await administrator.page(path, { intent, form: 'x', ...fields });
      expect([intent, fields, status, status === 303 ? '' : body]).toEqual([
        intent,
        fields,
        303,
        '',
      ]);
    };
    const said = { ...registrationFields(), variant: ' Plain\u0007\n oats ', shops: 'a@b.example' };
    const mill = { organization: 'The Mill', organization_email: ` ${giver.email} ` };
    await sends('register', { ...said, ...mill, seen: '0' });
    const changed = { ...said, organization: 'The Mill', samples: ' 2 ', seen: '1' };
    await sends('register', { ...changed, reason: ' See x@y.example, “2” ' });
    const photo = { name: 'receipt.jpg', bytes: await picture() };
    const first = purchaseFields({ best_before: '2027-06-30', note: 'by a@b.c' });
    expect((await administrator.upload(path, { intent: 'buy', ...first }, photo)).status).toBe(303);
    const bare = { lot: '', receipt: 'me@example.org', price: ' $14.50 ', number: '2' };
    const second = purchaseFields(bare);
    await sends('buy', second);
    const [one, two] = [first.id!, second.id!];
    const noted = { day: day(), sample: one };
    await sends('note-step', { ...noted, sample: `${one} ${two}`, step: 'shipped', place: 'Post' });
    await sends('note-step', { ...noted, step: 'at-lab', place: 'Lab, lab@example.org' });
    const how = { place: 'Lab', method: 'GC-MS', accreditation: 'AT-1', note: 'as said' };
    await sends('note-step', { ...noted, step: 'results-in', ...how });
    const rowOf = async (step: string) => {
      const { samples } = await findDesk(product.id);
      return String(samples[0]!.steps.find((row) => row.step === step)!.id);
    };
    const slip = { day: day(), reason: 'a slip of a@b.c' };
    const bought = { place: 'Other Shop', lot: 'L-9', best_before: '2027-07-01', note: '' };
    await sends('correct-step', { ...slip, row: await rowOf('bought'), ...bought });
    await sends('correct-step', { ...slip, row: await rowOf('results-in'), ...how, void: '1' });
    await sends('note-step', { ...noted, step: 'results-in', ...how, method: 'LC-MS' });
    const dated = { ...slip, row: await rowOf('results-in'), ...how, method: 'LC-MS/MS' };
    await sends('correct-step', dated);
    await sends('note-step', { ...noted, step: 'checked', place: '', note: '' });
    await sends('note-step', { ...noted, sample: two, step: 'given-up', note: 'Burst.' });
    await sends('note-cost', costFields({ amount: '1,050.00' }));
    await sends('note-cost', costFields({ kind: 'shipping', receipt: 's', payee: 'p@q.example' }));
    const cost = (await findDesk(product.id)).costs.find(({ kind }) => kind === 'shipping')!.id;
    await sends('correct-cost', { ...costFields({ amount: '0.00' }), cost, reason: 'free' });
    await sends('tell-maker', { email: 'Maker@Example.org' });

    const { id } = (await aFundedProduct(story, 100, { isRegistered: false })).product;
    const types = async (...args: string[]) => {
      const { code, sentence } = await runTyped('testing', ...args);
      expect([args, code, code === 0 ? '' : sentence]).toEqual([args, 0, '']);
    };
    const options = (fields: object) =>
      Object.entries(fields).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { organization: _none, ...registered } = registrationFields();
    await types('register', String(id), ...options(registered));
    await types('register', String(id), ...options({ method: 'LC', reason: 'better' }));
    const code = String(id);
    const shop = { shop: 'Market', price: '4.29', receipt: 'r1', lot: 'L-1', day: day() };
    await types('buy', code, ...options(shop));
    await types('step', code, '1', 'shipped', ...options({ place: 'Post', note: 'slow' }));
    const desk = async () => findDesk(id);
    const row = String((await desk()).samples[0]!.steps.at(-1)!.id);
    await types('correct', 'step', row, ...options({ place: 'Rail', reason: 'misread' }));
    const taken = String((await desk()).samples[0]!.steps.at(-1)!.id);
    await types('correct', 'step', taken, '--void', '--reason', 'not yet');
    const invoice = { amount: '12.00', payee: 'Lab', receipt: 'i1' };
    await types('cost', code, 'laboratory', ...options(invoice));
    const paid = (await desk()).costs.find(({ kind }) => kind === 'laboratory')!.id;
    await types('correct', 'cost', paid, ...options({ amount: '11.50', reason: 'a discount' }));
    await types('step', code, '1', 'given-up', '--note', 'It burst.');
    await types('end', code, '--reason', 'It burst, says x@example.org.');
    await types('settle', code);
    const began = (await aFundedProduct(story)).product.id;
    await types('begin', String(began));
    const lines = await linesOf(product.id, id, began);
    expect(lines).not.toContain(giver.email);
    await expect(lines).toMatchFileSnapshot('../../data/log/acts-of-the-desk.txt');
  });

  it('shows of two administrators the second what the first has done', async () => {
    const [one, two] = [await anAdministrator(story), await anAdministrator(story)];
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const sample = await buys(product.id);
    const shipped = { intent: 'note-step', sample, step: 'shipped', day: day(), place: 'One' };
    expect((await one.page(path, shipped)).status).toBe(303);
    const late = await two.page(path, { ...shipped, place: 'Another' });
    expect(late).toMatchObject(says(409, 'This step is already recorded with other details.'));
    expect(late.body).toContain('Note: at the laboratory');
    const [row] = (await findDesk(product.id)).samples[0]!.steps;
    const right = { day: day(), lot: 'L-7', place: 'Corner Shop', reason: 'misread' };
    const correction = { intent: 'correct-step', row: String(row!.id), ...right };
    expect((await one.page(path, correction)).status).toBe(303);
    const again = await two.page(path, { ...correction, lot: 'L-8' });
    expect(again).toMatchObject(says(409, 'Someone else has since corrected it.'));
    const costs = { intent: 'note-cost', ...costFields() };
    expect((await two.page(path, costs)).status).toBe(303);
    const everybody = await new Visitor(story).page(`/product/${product.id}`);
    expect(everybody.body).toContain('corrected: misread');
    expect(everybody.body).toContain('−$50.00');
  });
});
