import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ACTIONS, type ActionName } from '#app/admin-log/action-names.ts';
import {
  addAdministrator,
  isListed,
  removeAdministrator,
  seedAdministrators,
} from '#app/admin/sign-in/administrators.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { administer, record } from '#app/admin-log/trail.server.ts';
import { configure } from '#app/config.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { db } from '#app/database/db.server.ts';
import { noticeKinds } from '#app/mail/notice-kinds.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import pages from '#app/routes.ts';
import { confirmObjection, takeObjection } from '#app/contact/objections.server.ts';
import { DESK_ACTS } from '#app/testing/acts.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import {
  adminActions,
  adminUsers,
  contactMessages,
  emailSubscriptions,
  rateLimits,
} from '#db/schema.ts';
import { aSignUp } from '#test/support/topics.ts';
import { changeProduct, rowsWhere } from '#test/support/gifts.ts';
import { anAdministrator, SESSION_COOKIE, signIn } from '#test/support/administrator.ts';
import { aRefundRequest, hiddenIn, textOf } from '#test/support/desk.ts';
import { lookUp, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { aProduct, environmentNow, useStory, withSettings } from '#test/support/story.ts';
import {
  aFundedProduct,
  buys,
  costFields,
  day,
  goes,
  invoiced,
  isGivenUp,
  purchaseFields,
  registrationFields,
  TO_CHECKED,
} from '#test/support/testing.ts';
import { picture } from '#test/support/pictures.ts';
import { codeOf } from '#test/support/totp.ts';
import { Visitor } from '#test/support/visitor.ts';
import { deskUses, prepared, use, type Use } from './desk-uses.ts';
import { rowless, signInUses } from './sign-in-uses.ts';

const story = useStory({}, uncompiledPages);
const BY = { actor: 'command line' } as const;

/** One successful use of every way in which an administrator gets in, or changes something. */
const uses: Record<string, Use> = {
  'post /api/auth/sign-out': use('sign-out', (one) => one.post('/api/auth/sign-out', {})),
  'post /api/auth/revoke-session': prepared('end-session', async (one) => {
    const { body } = await one.get('/api/auth/get-session');
    return () => one.post('/api/auth/revoke-session', { id: body.session.id });
  }),
  'post /api/auth/two-factor/enable': use('begin-second-factor', (one) =>
    one.post('/api/auth/two-factor/enable', undefined),
  ),
  'post /api/auth/two-factor/confirm': prepared('turn-on-second-factor', async (one) => {
    const { body } = await one.post('/api/auth/two-factor/enable', undefined);
    const code = codeOf(body.totp_uri);
    return () => one.post('/api/auth/two-factor/confirm', { code });
  }),
  'post /api/auth/two-factor/disable': withRecoveryCode('turn-off-second-factor', (one, code) =>
    one.post('/api/auth/two-factor/disable', { code }),
  ),
  'post /api/auth/two-factor/generate-backup-codes': withRecoveryCode(
    'renew-recovery-codes',
    (one, code) => one.post('/api/auth/two-factor/generate-backup-codes', { code }),
  ),
  '/admin/account sign-out': onAccount('sign-out'),
  '/admin/account sign-out-everywhere': onAccount('end-all-sessions', 'sign-out-everywhere'),
  '/admin/account sign-out-elsewhere': onAccount('end-other-sessions', 'sign-out-elsewhere'),
  '/admin/account end-session': prepared('end-session', async (one) => {
    const { body } = await one.get('/api/auth/get-session');
    const form = { intent: 'end-session', session: body.session.id };
    return () => one.page('/admin/account', form);
  }),
  '/admin/account begin-second-factor': onAccount('begin-second-factor'),
  '/admin/account confirm-second-factor': prepared('turn-on-second-factor', async (one) => {
    const { body } = await one.post('/api/auth/two-factor/enable', undefined);
    const form = { intent: 'confirm-second-factor', code: codeOf(body.totp_uri) };
    return () => one.page('/admin/account', form);
  }),
  '/admin/account end-second-factor': withRecoveryCode('turn-off-second-factor', (one, code) =>
    one.page('/admin/account', { intent: 'end-second-factor', code }),
  ),
  '/admin/account renew-recovery-codes': withRecoveryCode('renew-recovery-codes', (one, code) =>
    one.page('/admin/account', { intent: 'renew-recovery-codes', code }),
  ),
  '/admin/products/:id edit': prepared('edit-product', async (one) => {
    const { id } = await aProduct();
    const { body } = await one.page(`/admin/products/${id}`);
    const form = { intent: 'edit', seen: hiddenIn(body, 'seen'), name: 'Another name' };
    return () => one.page(`/admin/products/${id}`, form);
  }),
  '/admin/products/:id hide': onProduct(['hide-product'], () => ({ intent: 'hide' })),
  '/admin/products/:id show': prepared('show-product', async (one) => {
    const { id } = await aProduct();
    await one.page(`/admin/products/${id}`, { intent: 'hide' });
    return () => one.page(`/admin/products/${id}`, { intent: 'show' });
  }),
  '/admin/products/:id look': prepared('look-at-product', async (one) => {
    const id = await anUnreviewed();
    return () => one.page(`/admin/products/${id}`, { intent: 'look' });
  }),
  '/admin/submissions discard': prepared('remove-product', async (one) => {
    const form = { intent: 'discard', chosen: `${await anUnreviewed()}:0`, sure: 'yes' };
    return () => one.page('/admin/submissions', form);
  }),
  '/admin/submissions look': prepared('look-at-product', async (one) => {
    const product = String(await anUnreviewed());
    return () => one.page('/admin/submissions', { intent: 'look', product });
  }),
  '/admin/digest send': prepared('send-digest', async (one) => {
    const confirmedAt = new Date(Date.now() - 60_000);
    const email = 'reader@example.org';
    await db().insert(emailSubscriptions).values(aSignUp(email, confirmedAt));
    await importSamples(samplesFile({ id: 'digest-1', product_id: '799' }));
    const before = environmentNow();
    configure({ ...before, OPERATOR_ADDRESS: '1 Main Street' });
    const { body } = await one.page('/admin/digest');
    expect(body).toContain('>new result</span>');
    const form = { intent: 'send', seen: hiddenIn(body, 'seen'), sure: 'yes' };
    return () => one.page('/admin/digest', form).finally(() => configure(before));
  }),
  '/admin/digest clock-off': use('set-digest-clock', (one) =>
    one.page('/admin/digest', { intent: 'clock-off' }),
  ),
  '/admin/digest clock-on': prepared('set-digest-clock', async (one) => {
    await one.page('/admin/digest', { intent: 'clock-off' });
    return () => one.page('/admin/digest', { intent: 'clock-on' });
  }),
  '/admin/products/:id remove': onProduct(['remove-product'], () => ({
    intent: 'remove',
    raisedCents: '0',
    sure: 'yes',
  })),
  '/admin/products/:id merge': onProduct(['merge-product', 'receive-product'], async () => {
    const { id } = await aProduct();
    const looked = { movedCents: '0', excessCents: '0' };
    return { intent: 'merge', into: String(id), sure: 'yes', ...looked };
  }),
  '/admin/products/:id/photo upload': prepared('upload-photo', async (one) => {
    const { id } = await aProduct();
    const file = { name: 'photo.jpg', bytes: await picture() };
    return () => one.upload(`/admin/products/${id}/photo`, { intent: 'upload' }, file);
  }),
  '/admin/products/:id/photo crop': prepared('crop-photo', async (one) => {
    const path = await withPhoto(one);
    const { body } = await one.page(path);
    const part = { left: '0', top: '0', width: '200', height: '200' };
    const form = { intent: 'crop', seen: hiddenIn(body, 'seen'), ...part };
    return () => one.page(path, form);
  }),
  '/admin/products/:id/photo remove-photo': prepared('remove-photo', async (one) => {
    const path = await withPhoto(one);
    return () => one.page(path, { intent: 'remove-photo' });
  }),
  '/admin/photos accept': ofSentPhoto('accept'),
  '/admin/photos refuse': ofSentPhoto('refuse'),
  '/admin/photos refuse-network': ofSentPhoto('refuse-network'),
  '/admin/testing/:id register': prepared('register-test', async (one) => {
    const { product } = await aFundedProduct(story, 100, { isRegistered: false });
    const form = { intent: 'register', seen: '0', ...registrationFields() };
    return () => one.page(`/admin/testing/${product.id}`, form);
  }),
  '/admin/testing/:id buy': prepared('buy-sample', async (one) => {
    const { product } = await aFundedProduct(story);
    const form = { intent: 'buy', ...purchaseFields() };
    return () => one.page(`/admin/testing/${product.id}`, form);
  }),
  '/admin/testing/:id note-step': onTest('note-test-step', ({ sample }) => ({
    intent: 'note-step',
    sample,
    step: 'shipped',
    day: day(),
  })),
  '/admin/testing/:id correct-step': onTest('correct-test-step', async ({ productId }) => {
    const row = (await findDesk(productId)).samples[0]!.steps[0]!.id;
    const right = { day: day(), place: 'Market Hall', reason: 'misread' };
    return { intent: 'correct-step', row: String(row), ...right };
  }),
  '/admin/testing/:id note-cost': onTest('note-test-cost', () => ({
    intent: 'note-cost',
    ...costFields(),
  })),
  '/admin/testing/:id correct-cost': onTest('correct-test-cost', ({ sample }) => {
    const { id: _, kind: __, ...right } = costFields();
    return { intent: 'correct-cost', cost: sample, ...right, reason: 'misread' };
  }),
  '/admin/people publish-reply': prepared('publish-reply', async (one) => {
    const product = 990;
    const row = { id: 'of-990', product_id: String(product), product: 'Tea' };
    await importSamples(samplesFile(row));
    const [message] = await db()
      .insert(contactMessages)
      .values({
        email: 'm@e.example',
        emailNormalised: 'm@e.example',
        text: 'Ours.',
        dedupeKey: 'm',
      })
      .onConflictDoNothing()
      .returning();
    const said = { message: message!.id, product: String(product), maker: 'Tea Co', sure: 'yes' };
    return () => one.page('/admin/people', { intent: 'publish-reply', ...said });
  }),
  '/admin/people put-objection-on-top': prepared('put-objection-on-top', async (one) => {
    await importSamples(samplesFile({ id: 'of-991', product_id: '991', product: 'Tea' }));
    const visitor = { addressHash: 'a', browserHash: 'b', networkHash: 'n' } as never;
    const said = { email: 'o@e.example', text: 'Not ours.', ground: 'lot' as const };
    await takeObjection(991, said, visitor);
    const [message] = await rowsWhere(contactMessages, eq(contactMessages.text, said.text));
    await confirmObjection(message!.id, visitor);
    return () =>
      one.page('/admin/people', { intent: 'put-objection-on-top', message: message!.id });
  }),
  '/admin/people enter-brand-domain': onBrandDomain('enter-brand-domain'),
  '/admin/people take-brand-domain': onBrandDomain('take-brand-domain'),
  '/admin/testing/:id tell-maker': onTest('tell-maker', () => ({
    intent: 'tell-maker',
    email: 'quality@maker.example',
  })),
  '/admin/testing/:id end': onTest('end-test', async ({ sample }) => {
    await isGivenUp(sample);
    return { intent: 'end', reason: 'No laboratory can open it.' };
  }),
  '/admin/testing/:id settle': onTest('close-test-books', async ({ productId, sample }) => {
    await goes(sample, ...TO_CHECKED);
    await invoiced(productId, 5_000);
    const file = productFile({ id: `${productId}-1` });
    await importSamples(file, { about: productId });
    const { leftCents } = await findDesk(productId);
    return { intent: 'settle', left: String(leftCents) };
  }),
  '/admin/account choose-notices': use('choose-notices', (one) => {
    const times = Object.fromEntries(noticeKinds.map((kind) => [kind, 'never']));
    return one.page('/admin/account', { intent: 'choose-notices', ...times });
  }),
  ...signInUses,
  ...deskUses(story),
};

type Form = Record<string, string>;

/** The code of a product that nobody has looked at. */
async function anUnreviewed(): Promise<number> {
  const { id } = await aProduct();
  await changeProduct(id, { unreviewedSince: new Date() });
  return id;
}

function onAccount(row: ActionName, intent: string = row): Use {
  return use(row, (one) => one.page('/admin/account', { intent }));
}

/** A form of a product's own page. */
function onProduct(rows: ActionName[], formOf: () => Form | Promise<Form>): Use {
  return {
    rows,
    async prepare(one) {
      const { id } = await aProduct();
      const form = await formOf();
      return () => one.page(`/admin/products/${id}`, form);
    },
  };
}
/** A form of the test of a product that a sample was bought of. */
function onTest(
  row: ActionName,
  formOf: (test: { productId: number; sample: string }) => Form | Promise<Form>,
): Use {
  return prepared(row, async (one) => {
    const { product } = await aFundedProduct(story);
    const form = await formOf({ productId: product.id, sample: await buys(product.id) });
    return () => one.page(`/admin/testing/${product.id}`, form);
  });
}

function ofSentPhoto(intent: 'accept' | 'refuse' | 'refuse-network'): Use {
  return prepared(intent === 'accept' ? 'accept-photo' : 'refuse-photo', async (one) => {
    const { id } = await aProduct();
    const file = { name: 'photo.jpg', bytes: await picture() };
    await new Visitor(story).upload(`/photo/${id}`, {}, file);
    const photo = hiddenIn((await one.page('/admin/photos')).body, 'photo');
    return () => one.page('/admin/photos', { intent, photo, seen: '' });
  });
}

function onBrandDomain(intent: string): Use {
  return prepared('change-brand-domain', async (one) => {
    const typed = { brand: 'Tea Ltd.', domain: 'tea.example' };
    await one.page('/admin/people', { intent: 'enter-brand-domain', ...typed });
    if (intent === 'enter-brand-domain')
      await one.page('/admin/people', { intent: 'take-brand-domain', ...typed });
    return () => one.page('/admin/people', { intent, ...typed });
  });
}

async function withPhoto(one: Visitor): Promise<string> {
  const { id } = await aProduct();
  const path = `/admin/products/${id}/photo`;
  await one.upload(path, { intent: 'upload' }, { name: 'photo.jpg', bytes: await picture() });
  return path;
}

/** What takes one of the recovery codes of a second factor that is on. */
function withRecoveryCode(
  row: ActionName,
  act: (one: Visitor, code: string) => Promise<{ status: number }>,
): Use {
  return prepared(row, async (one) => {
    const { body } = await one.post('/api/auth/two-factor/enable', undefined);
    await one.post('/api/auth/two-factor/confirm', { code: codeOf(body.totp_uri) });
    return () => act(one, body.recovery_codes[0]!);
  });
}

/**
 * Gathers every secret that a browser sends or is given from now on: codes, keys and tokens. Filled
 * as it goes on.
 */
function secretsOf(one: Visitor): Set<string> {
  const secrets = new Set<string>();
  const keep = (found: Iterable<RegExpExecArray>) => {
    for (const [, secret] of found) if (secret) secrets.add(secret);
  };
  const send = one.send.bind(one);
  one.send = async (method, path, body, headers) => {
    const answered = await send(method, path, body, headers);
    const sent = typeof body === 'string' ? decodeURIComponent(body) : '';
    keep(sent.matchAll(/\b(?:code|token)"?[:=]"?([\w-]{6,})/g));
    const sentence = JSON.stringify(answered.body ?? '');
    keep(sentence.matchAll(/[?;&]secret=(\w+)/g));
    keep(sentence.matchAll(/\b(\w{5}-\w{5})\b/g)); // recovery codes
    keep(
      [one.cookieOf(SESSION_COOKIE) ?? ''].flatMap((cookie) => [...cookie.matchAll(/^(\w+)\./g)]),
    );
    return answered;
  };
  return secrets;
}

/**
 * Every way there is: calls from routes.ts, those that sign in among them, and what the forms of the
 * pages below /admin and /login ask for. What only looks is in looking.test.ts.
 */
async function ways(): Promise<string[]> {
  const found = (await loadCalls())
    .filter(({ method }) => method !== 'get')
    .filter(({ path, call }) => call.access === 'admin' || path.startsWith('/api/auth/'))
    .map(({ method, path }) => `${method} ${path}`);
  for (const { path, file } of pages) {
    if (!/^(admin|login)(\/|$)/.test(path ?? '')) continue;
    const text = readFileSync(`app/${file}`, 'utf8');
    if (!/export (async function|const) action\b/.test(text)) continue;
    const acts = text.matchAll(/case '([\w-]+)':|^ +'?([\w-]+)'?: (?:async )?\(\) =>/gm);
    const intents = [...acts].map(([, intent, act]) => intent ?? act);
    if (text.includes('DESK_ACTS')) intents.push(...DESK_ACTS);
    // A page whose action asks for no intent does one thing.
    found.push(...(intents.length > 0 ? intents.map((one) => `/${path} ${one}`) : [`/${path}`]));
  }
  return found;
}

describe('every administrators’ write', () => {
  it('is among those that are held to the trail here', async () => {
    const held = [...Object.keys(uses), ...Object.keys(rowless)];
    expect((await ways()).toSorted()).toEqual(held.toSorted());
  });

  it.each(Object.entries(rowless).map(([way, of]) => ({ way, ...of })))(
    '$way leaves none, for it $why',
    async ({ act }) => {
      await db().delete(rateLimits);
      const administrator = await anAdministrator(story);
      const seen = await newestId();
      expect((await act(administrator)).status).toBe(200);
      await received(administrator.email, 'sign-in-link');
      expect(await newestId()).toBe(seen);
    },
  );

  it.each(Object.entries(uses))('%s leaves a row', async (_, { rows: expected, prepare }) => {
    await db().delete(rateLimits);
    const administrator = await anAdministrator(story);
    const secrets = secretsOf(administrator);
    await administrator.get('/api/auth/get-session');
    const act = await prepare(administrator);
    // What had to be there before has left rows of its own.
    const seen = await newestId();
    expect((await act()).status).toBeLessThan(400);
    expect(expected).not.toEqual([]);
    const rows = await db()
      .select()
      .from(adminActions)
      .where(sql`id > ${seen} and actor <> 'command line'`)
      .orderBy(adminActions.id);
    expect(rows.map(({ action }) => action)).toEqual(expected);
    expect(secrets.size).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ actor: administrator.email, actorId: expect.any(String) });
      expect(ACTIONS).toContain(row.action);
      const written = JSON.stringify(row);
      for (const secret of secrets) expect(written).not.toMatch(new RegExp(`\\b${secret}\\b`));
    }
  });

  it.each([
    ['/api/auth/two-factor/enable', 'otpauth'],
    ['/admin/account', 'begin-second-factor'],
  ])('is looked through for what %s has shown', async (path, intent) => {
    const administrator = await anAdministrator(story);
    const secrets = secretsOf(administrator);
    if (path.startsWith('/api')) await administrator.post(path, undefined);
    else await administrator.page(path, { intent });
    const kinds = [...secrets].map((secret) => (/^\w{5}-\w{5}$/.test(secret) ? 'code' : 'key'));
    expect(kinds.filter((kind) => kind === 'code').length).toBeGreaterThanOrEqual(10);
    expect(kinds).toContain('key');
    expect([...secrets]).toContain(administrator.cookieOf(SESSION_COOKIE)?.split('.')[0]);
  });

  it('is undone where it was not written down, or where writing it down fails', async () => {
    const row = { email: 'unwritten@example.org' };
    const refusal = await administer(BY, async (tx) => {
      await tx.insert(adminUsers).values(row);
      return 'refused';
    });
    expect(refusal).toBe('refused');
    expect(await isListed(db(), row.email)).toBe(false);
    const failing = administer(BY, async (tx, note) => {
      await tx.insert(adminUsers).values(row);
      await note({
        action: 'list-administrator',
        subject: null as never,
        before: null,
        after: null,
      });
    });
    await expect(failing).rejects.toThrow();
    expect(await isListed(db(), row.email)).toBe(false);
    const done = await administer(BY, async (tx, note) => {
      await tx.insert(adminUsers).values(row);
      await note({ action: 'list-administrator', subject: 'x', before: null, after: row });
      return 'done';
    });
    expect(done).toBe('done');
    expect(await isListed(db(), row.email)).toBe(true);
  });
});

async function newestId(): Promise<number> {
  const { rows } = await db().execute(sql`select coalesce(max(id), 0) as id from admin_actions`);
  return Number(rows[0]!.id);
}

describe('the trail', () => {
  it('is read by administrators, the newest first, page by page', async () => {
    const administrator = await anAdministrator(story);
    const first = await administrator.get('/api/admin-actions?limit=1');
    expect(first.body.actions).toMatchObject([{ actor: administrator.email, action: 'sign-in' }]);
    const older = await administrator.get(
      `/api/admin-actions?limit=1&before=${first.body.actions[0]!.id}`,
    );
    expect(older.body.actions).toMatchObject([{ action: 'list-administrator' }]);
    const page = await administrator.page('/admin/trail');
    expect(page.body).toContain('Sign in');
  });

  it('says what a refund was of as it was decided, whatever becomes of that money', async () => {
    const one = await anAdministrator(story);
    const { product, request } = await aRefundRequest(story);
    const note = 'The sample is bought.';
    await one.page('/admin/people', { intent: 'decline-refund', request: request.id, note });
    const survivor = await aProduct('The one that stays', 500);
    expect(await mergeProducts({ actor: 'command line' }, product.id, survivor.id)).toMatchObject({
      ok: true,
    });
    const { body } = await one.page(`/admin/trail?product=${product.id}`);
    expect(textOf(body)).toMatch(
      new RegExp(`: Decline refund, refund request .* Amount .*\\$40.* Product .*${product.id}`),
    );
  });

  it('is narrowed by product, who, what and day, and says what of whose money was refunded', async () => {
    const one = await anAdministrator(story);
    const { product, giver, share, request } = await aRefundRequest(story);
    await one.page('/admin/people', { intent: 'grant-refund', request: request.id });
    await one.page('/admin/people', { intent: 'retry-refund', refund: share.id });
    await one.page(`/admin/products/${product.id}`, { intent: 'hide' });
    const shown = async (query: string) => {
      const { status, body } = await one.page(`/admin/trail?${query}`);
      expect(status).toBe(200);
      expect(body).not.toContain(giver.email);
      return textOf(body).split(' UTC ').slice(1);
    };
    const about = `product=${product.id}`;
    const [hid, granted, ...none] = await shown(about);
    expect(none).toEqual([]);
    expect(hid).toContain(`${one.email}: Hide product, product ${product.id}`);
    expect(granted).toContain(`Grant refund, refund request ${request.id}`);
    expect(granted).toContain('$40');
    expect(granted).toContain('Show the payment');
    expect(await shown(`${about}&action=hide-product`)).toHaveLength(1);
    expect(await shown(`${about}&actor=${one.email}&day=${day()}&action=`)).toHaveLength(2);
    expect(await shown(`${about}&actor=command+line`)).toEqual([]);
    expect(await shown(`${about}&day=${day(-1)}`)).toEqual([]);
    expect(await shown('day=yesterday')).toEqual([]);
    const page = await one.page(`/admin/products/${product.id}`);
    expect(textOf(page.body)).toContain(`Grant refund, refund request ${request.id}`);
    // The button beside it finds the payment.
    const sought = hiddenIn((await one.page(`/admin/trail?${about}`)).body, 'sought');
    const people = await one.page('/admin/people', { intent: 'search', sought });
    expect(people.body).toContain(giver.email);
  });

  it('is taken home as it is narrowed, and a spreadsheet calculates nothing of it', async () => {
    const one = await anAdministrator(story);
    const { id } = await aProduct();
    await changeProduct(id, { name: '=HYPERLINK("x")', hiddenAt: new Date() });
    await record(db(), BY, {
      action: 'edit-product',
      subject: `product ${id}`,
      before: { name: 'Soup' },
      after: { name: '=HYPERLINK("x")' },
    });
    const csv = await one.get(`/api/admin-actions/csv?product=${id}`);
    expect(csv.status).toBe(200);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = String(csv.body).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`command line,edit-product,product ${id},"Name: Soup → =HYPER`);
    expect(lines[1]).not.toMatch(/(^|,)"?[=+@-]/);
    const page = await one.page('/admin/trail?product=' + id);
    expect(page.body).toContain(`/api/admin-actions/csv?product=${id}`);
    expect((await one.get('/api/admin-actions?limit=1&product=' + id)).body.actions).toHaveLength(
      1,
    );
  });
});

describe('the list of administrators', () => {
  it('is seeded from ADMIN_EMAILS, once, and nobody is taken off it', async () => {
    const before = environmentNow();
    await addAdministrator(BY, 'kept@example.org');
    await withSettings({ ADMIN_EMAILS: ' First@Example.org , second@example.org' }, async () => {
      await seedAdministrators();
      await seedAdministrators();
    });
    for (const email of ['first@example.org', 'second@example.org', 'kept@example.org']) {
      expect(await isListed(db(), email)).toBe(true);
      const rows = await rowsWhere(
        adminActions,
        eq(adminActions.subject, `administrator ${email}`),
      );
      expect(rows).toHaveLength(1);
    }
    expect(() => configure({ ...before, ADMIN_EMAILS: 'no address' })).toThrow('ADMIN_EMAILS');
  });
});

describe('what is stored of an administrator', () => {
  it('is shown to who was one, too', async () => {
    const administrator = await anAdministrator(story);
    await removeAdministrator(BY, administrator.email);
    await lookUp(administrator);
    const { body } = await administrator.get('/api/my-data');
    expect(body.administrator).toEqual([]);
    expect(body.administrator_actions).toHaveLength(1);
  });

  it('is in their file, and erasing what they are as a visitor leaves it', async () => {
    const administrator = await anAdministrator(story);
    await signIn(administrator);
    await lookUp(administrator); // who has given nothing is known all the same
    const { body } = await administrator.get('/api/my-data');
    expect(body.administrator).toHaveLength(1);
    expect(body.administrator_sessions).toHaveLength(2);
    const actions = body.administrator_actions.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['sign-in', 'sign-in']);
    // Of what they did no more than a mailbox without the second factor may open.
    for (const action of body.administrator_actions) {
      expect(Object.keys(action).toSorted()).toEqual(['action', 'at']);
    }
    expect(JSON.stringify(body)).not.toMatch(/token|secret/i);
    const { email } = administrator;
    expect((await administrator.post('/api/erase-my-data', { email })).status).toBe(200);
    expect(await isListed(db(), email)).toBe(true);
    expect((await administrator.get('/api/auth/get-session')).status).toBe(200);
    const left = await db().execute(sql`select 1 from mails where to_email = ${email}`);
    expect(left.rows).toEqual([]);
  });
});
