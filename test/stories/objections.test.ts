import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isFromBrand } from '#app/contact/brand-domains.server.ts';
import { pruneMessages } from '#app/contact/contact-message.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { tellProductMaker } from '#test/support/acts.ts';
import { objectionsTo } from '#app/contact/objection-log.server.ts';
import { beginAnew } from '#app/log/rotate-key.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { readToDo } from '#app/admin/todo/read-todo.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import {
  brandDomains,
  contactMessages,
  logLeaves,
  logSalts,
  products,
  testedProducts,
} from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { linkIn, queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { aFundedProduct, buys, goes, TO_CHECKED } from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const words = 'Lot 7 <b>was</b> never sold; I am Ada, ada@maker.example.';
let next = 900;
let sample = 1;

/** A tested product of somebody else's data. */
async function aReport(): Promise<number> {
  const id = (next += 1);
  const row = { id: `o-${sample++}`, product_id: String(id), product: `Tea ${id}` };
  expect(await importSamples(samplesFile(row))).toMatchObject({ ok: true });
  return id;
}

const leavesOf = (id: number) =>
  db().select().from(logLeaves).where(eq(logLeaves.productId, id)).orderBy(logLeaves.index);
const messageOf = async (email: string) =>
  (await db().select().from(contactMessages).where(eq(contactMessages.email, email)))[0];

/** A report once it says so: a page that visitors share is a second old at most. */
const reportOnce = (id: number, text: string): Promise<string> =>
  eventually(
    async () => (await new Visitor(story).page(`/plasticlist/${id}`)).body as string,
    (body) => body.includes(text),
  );

/** Sends an objection and confirms it by the emailed link's page. */
async function objects(id: number, ground = 'lot') {
  const visitor = new Visitor(story);
  const { email } = visitor;
  const sent = await visitor.page(`/objection/${id}`, { ground, text: words, email });
  expect(sent.body).toContain('Your objection counts once you confirm it');
  const link = linkIn(await received(email, 'confirm-objection'), '/objection/confirm');
  // A mail scanner opens the link, by whatever method it likes.
  for (const method of ['GET', 'HEAD', 'POST']) await fetch(story.url + link, { method });
  expect((await messageOf(email))?.confirmedAt).toBeNull();
  expect((await visitor.page(link)).body).toContain('Confirm my objection');
  const confirmed = await visitor.page(link, { confirm: 'yes' });
  expect(confirmed.body).toContain('Your objection is public now');
  expect((await visitor.page(link, { confirm: 'yes' })).status).toBe(200);
  return { visitor, email, link };
}

describe('an objection to published results', () => {
  it('is public once confirmed, is answered in public, and never shows who wrote what', async () => {
    const id = await aReport();
    const { email } = await objects(id);
    // However late, what is to be answered is there.
    story.advance(181 * 86_400);
    await pruneMessages();
    const one = await anAdministrator(story);
    const before = await reportOnce(id, 'We answer here by');
    expect(before).not.toContain('Objected to on');
    const kinds = (await readToDo()).map(({ kind, text }) => [kind, text]);
    expect(kinds[0]).toEqual(['objection', `Answer the objection to Tea ${id}`]);
    const message = (await messageOf(email))!;
    const form = { intent: 'answer-message', message: message.id, product: '', text: 'It was.' };
    const unsaid = await one.page('/admin/people', form);
    expect(unsaid.body).toContain('Say what becomes of the objection');
    expect((await one.page('/admin/people', { ...form, upheld: 'no' })).body).toContain(
      'Your answer is on its way by email.',
    );
    expect(await received(email, 'message-answer')).toBeTruthy();
    const after = await reportOnce(id, 'Not upheld');
    expect(after).not.toContain('We answer here by');
    expect(after).toContain('It was.');
    const leaves = (await leavesOf(id)).map(({ leaf }) => JSON.parse(leaf));
    expect(leaves.slice(-2)).toMatchObject([
      { form: 'openassay/objection/2', product: id, revision: 1, ground: 'lot' },
      { form: 'openassay/reply/2', upheld: false, text: 'It was.' },
    ]);
    const shown = [before, after, JSON.stringify(leaves)].join();
    for (const secret of [email, 'Ada', 'ada@maker.example', 'never sold'])
      expect(shown).not.toContain(secret);
    // Erased, nobody can tell any more what the hash in the log is of.
    const hash = String(leaves.at(-2)!.words_hash);
    const salts = () => db().$count(logSalts, eq(logSalts.hash, hash));
    expect(await salts()).toBe(1);
    story.advance(181 * 86_400);
    await pruneMessages();
    expect([await salts(), await messageOf(email)]).toEqual([0, undefined]);
    await reportOnce(id, 'Not upheld');
  });

  it('keeps its product and its answer, whatever is typed and wherever the log goes on', async () => {
    const [id, other] = [await aReport(), await aReport()];
    const one = await anAdministrator(story);
    const { email } = await objects(id, 'figure');
    const { id: message } = (await messageOf(email))!;
    const tied = { intent: 'tie-message', message, product: String(other) };
    expect((await one.page('/admin/people', tied)).body).toContain('There is no such message.');
    const asReply = {
      intent: 'publish-reply',
      message,
      product: String(other),
      maker: 'X',
      sure: 'y',
    };
    expect((await one.page('/admin/people', asReply)).body).toContain('There is no such message.');
    const answered = { intent: 'answer-message', message, product: String(other), text: 'Right.' };
    await one.page('/admin/people', { ...answered, upheld: 'yes' });
    expect(await objectionsTo(other)).toEqual([]);
    const before = await objectionsTo(id);
    expect(before).toMatchObject([{ answer: { verdict: 'yes', text: 'Right.' } }]);
    await signCheckpoint();
    await beginAnew('A drill.');
    const after = await objectionsTo(id);
    expect(after).toMatchObject([{ entry: before[0]!.entry + 1, answer: { text: 'Right.' } }]);
  });

  it('is refused in a sentence, with what was typed, and forgotten where nobody confirms it', async () => {
    const id = await aReport();
    const visitor = new Visitor(story);
    const { email } = visitor;
    const tries: [string, Record<string, string>, number, string][] = [
      [`/objection/${id}`, { ground: 'taste' }, 400, 'Choose what it is about.'],
      [`/objection/${id}`, { text: ' ' }, 400, 'Please write a message.'],
      [`/objection/${id}`, { email: 'nobody' }, 400, 'email'],
      ['/objection/999999', {}, 404, ''],
      ['/objection/confirm?token=x', { confirm: 'yes' }, 404, 'There is no such objection'],
    ];
    for (const [path, more, status, text] of tries) {
      const form = { ground: 'lot', text: 'as typed', email, ...more };
      const answered = await visitor.page(path, form);
      expect([more, answered.status]).toEqual([more, status]);
      expect(answered.body).toContain(text);
      if (status === 400 && !('text' in more)) expect(answered.body).toContain('as typed');
    }
    await visitor.page(`/objection/${id}`, { ground: 'lot', text: words, email });
    expect(await queuedFor(email, 'confirm-objection')).toHaveLength(1);
    expect((await visitor.page(`/plasticlist/${id}`)).body).not.toContain('Objected to on');
    story.advance(31 * 86_400);
    await pruneMessages();
    expect(await messageOf(email)).toBeUndefined();
  });
});

describe('an objection at the top of a report', () => {
  const byDesk = async (form: Record<string, string>) =>
    (await (await anAdministrator(story)).page('/admin/people', form)).body as string;

  it('is there once an administrator has looked at it, and not before', async () => {
    const id = await aReport();
    const { email } = await objects(id);
    expect(await reportOnce(id, 'We answer here by')).not.toContain('Objected to on');
    const { id: message } = (await messageOf(email))!;
    const form = { intent: 'put-objection-on-top', message };
    expect(await byDesk(form)).toContain('stands at the top of the report now');
    await reportOnce(id, 'Objected to on');
    expect(await byDesk(form)).toContain('or it is at the top already');
    expect((await leavesOf(id)).map(({ form: own }) => own).slice(-2)).toEqual([
      'objection',
      'objection-noted',
    ]);
  });

  it('is there at once where its writer’s address is of a domain that was entered for the brand', async () => {
    const id = await aReport();
    const [brand, domain] = [`Tea ${id}`, 'example.org'];
    const enter = { form: 'brand-domain', intent: 'enter-brand-domain' };
    expect(await byDesk({ ...enter, brand, domain: 'no domain' })).toContain('Enter a brand, and');
    expect(await byDesk({ ...enter, brand, domain: '@Example.org' })).toContain(
      `example.org was entered for ${brand}.`,
    );
    for (const anybodys of ['gmail.com', 'outlook.com', 'proton.me', 'yahoo.co.uk', 'co.uk'])
      expect(await byDesk({ ...enter, brand, domain: anybodys })).toContain(
        'Anybody can have an address there.',
      );
    await objects(id);
    await reportOnce(id, 'Objected to on');
    expect(JSON.parse((await leavesOf(id)).at(-1)!.leaf)).toMatchObject({ from_brand: true });
    // Of another brand, the same address waits like anybody's.
    const other = await aReport();
    await objects(other);
    expect(await reportOnce(other, 'We answer here by')).not.toContain('Objected to on');
    const taken = { intent: 'take-brand-domain', brand, domain };
    expect(await byDesk(taken)).toContain('example.org was taken back.');
    expect(await db().$count(brandDomains)).toBe(0);
  });

  it('is not there at once for another brand that begins alike, nor for who has a public address', async () => {
    const { id } = await aProduct('Tea');
    const undone = new Error('undone');
    const looked = inTransaction(async (tx) => {
      const tested = { originalId: id, productId: id, name: 'Tea', tags: [], searchText: 'tea' };
      await tx.insert(testedProducts).values(tested);
      await tx.insert(brandDomains).values({ brand: 'Simple', domain: 'example.org' });
      for (const [brand, name, isTheirs] of [
        ['Simple', 'Simple Tea', true],
        ['SIMPLE', 'Tea', true],
        ['Simple Truth', 'Simple Truth Tea', false],
        [null, 'Simple Tea', false],
        [null, 'Simple', true],
      ] as const) {
        await tx.update(products).set({ brand }).where(eq(products.id, id));
        await tx.update(testedProducts).set({ name }).where(eq(testedProducts.originalId, id));
        const is = await isFromBrand(tx, id, 'ada@mail.example.org');
        expect([brand, name, is]).toEqual([brand, name, isTheirs]);
      }
      // As it may have been entered before.
      await tx.update(brandDomains).set({ domain: 'gmail.com' });
      expect(await isFromBrand(tx, id, 'ada@gmail.com')).toBe(false);
      throw undone;
    });
    await expect(looked).rejects.toBe(undone);
  });

  it('is not to be had by the number: one open one an email address and result, few an address', async () => {
    const id = await aReport();
    const { visitor, email } = await objects(id);
    const confirms = async (about: number, text: string) => {
      await visitor.page(`/objection/${about}`, { ground: 'figure', text, email });
      const row = (
        await db().select().from(contactMessages).where(eq(contactMessages.text, text))
      )[0]!;
      return visitor.page(`/objection/confirm?token=${row.id}`, { confirm: 'yes' });
    };
    expect((await confirms(id, 'x')).body).toContain(
      'isn’t answered yet. We answer that one first.',
    );
    expect((await leavesOf(id)).filter(({ form }) => form === 'objection')).toHaveLength(1);
    const third = await confirms(await aReport(), 'y');
    expect(third.status).toBe(429);
    expect(await db().$count(logLeaves, eq(logLeaves.form, 'objection-noted'))).toBe(1);
  });

  it('is not to be had from many addresses of one network: four an hour', async () => {
    const id = await aReport();
    const from = async (address: string) => {
      const visitor = new Visitor(story, address);
      const { email } = visitor;
      await visitor.page(`/objection/${id}`, { ground: 'figure', text: address, email });
      const { id: token } = (await messageOf(email))!;
      return (await visitor.page(`/objection/confirm?token=${token}`, { confirm: 'yes' })).status;
    };
    for (const last of [1, 2, 3, 4]) expect(await from(`203.0.113.${last}`)).toBe(200);
    expect(await from('203.0.113.5')).toBe(429);
    expect(await from('203.0.112.5')).toBe(200);
  });

  it('is dismissed with its reason, sealed like any answer', async () => {
    const id = await aReport();
    const { email } = await objects(id);
    const { id: message } = (await messageOf(email))!;
    const form = { intent: 'answer-message', message, product: '', text: 'It says “x”.' };
    expect(await byDesk({ ...form, upheld: 'empty' })).toContain('Your answer is on its way');
    await reportOnce(id, 'Dismissed: it says nothing that can be checked');
    expect(JSON.parse((await leavesOf(id)).at(-1)!.leaf)).toMatchObject({
      form: 'openassay/reply/2',
      upheld: false,
      dismissed: true,
      text: 'It says “x”.',
    });
  });

  it('comes by the one form that a maker and everybody else writes by', async () => {
    const id = await aReport();
    const report = await reportOnce(id, 'Something wrong, or is this your product?');
    expect(report.split(`href="/objection/${id}"`)).toHaveLength(2);
    expect(report).not.toContain('href="/contact?text=');
    const visitor = new Visitor(story);
    const sent = { ground: 'maker', text: 'We changed the liner.', email: visitor.email };
    const page = await visitor.page(`/objection/${id}`, sent);
    expect(page.body).toContain('Your message was sent.');
    expect(await messageOf(visitor.email)).toMatchObject({ aboutProductId: id, ground: null });
    expect(await queuedFor(visitor.email, 'confirm-objection')).toHaveLength(0);
  });
});

describe('a maker', () => {
  it('is told some days before publication, which waits for that', async () => {
    const { product } = await aFundedProduct(story);
    await goes(await buys(product.id), ...TO_CHECKED);
    const by = { actor: 'command line' } as const;
    const email = 'quality@maker.example';
    const tell = (address = email) => tellProductMaker(by, product.id, address);
    expect(await tell()).toEqual({ ok: true, isRepeated: false });
    expect(await tell()).toEqual({ ok: true, isRepeated: true });
    expect(await tell('x@maker.example')).toEqual({ ok: false, why: 'maker_told' });
    const letter = await received(email, 'maker-told');
    expect(letter.text).toContain('7 days from now');
    const file = productFile({ id: `m-${sample++}` });
    const publish = () => importSamples(file, { about: product.id });
    expect(await publish()).toMatchObject({ ok: false, because: 'maker_awaited' });
    story.advance(7 * 86_400 + 60);
    expect(await publish()).toMatchObject({ ok: true });
  });

  it('has one reply beside the result, as it was written, once it is known who wrote it', async () => {
    const id = await aReport();
    const one = await anAdministrator(story);
    const visitor = new Visitor(story);
    const text = 'We changed the liner in May <script>alert(1)</script>.';
    await visitor.page('/contact', { intent: 'message', email: visitor.email, text });
    const { id: message } = (await messageOf(visitor.email))!;
    const form = {
      intent: 'publish-reply',
      message,
      product: String(id),
      maker: 'The Tea Company',
    };
    const unsure = await one.page('/admin/people', form);
    expect(unsure.body).toContain('check the box once you know who wrote');
    const done = await one.page('/admin/people', { ...form, sure: 'yes' });
    expect(done.body).toContain('The reply is public on the report.');
    const page = await reportOnce(id, 'Reply of the maker, The Tea Company');
    expect(page).toContain('&lt;script&gt;');
    const second = new Visitor(story);
    await second.page('/contact', { intent: 'message', email: second.email, text: 'And more.' });
    const more = (await messageOf(second.email))!.id;
    const again = await one.page('/admin/people', { ...form, message: more, sure: 'yes' });
    expect(again.body).toContain('The maker of that product has replied already');
    const own = and(eq(logLeaves.productId, id), eq(logLeaves.form, 'reply'));
    expect(await db().$count(logLeaves, own)).toBe(1);
  });
});
