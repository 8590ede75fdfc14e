import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '#app/admin/action-names.ts';
import {
  addAdministrator,
  isListed,
  removeAdministrator,
  seedAdministrators,
} from '#app/admin/administrators.server.ts';
import { administer, record } from '#app/admin/trail.server.ts';
import { configure } from '#app/config.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { db, sqlState } from '#app/platform/db.server.ts';
import { publishResults } from '#app/publish-results.ts';
import pages from '#app/routes.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { adminActions, adminUsers, rateLimits } from '#db/schema.ts';
import { anAdministrator, signIn } from '#test/support/administrator.ts';
import { lookUp } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile } from '#test/support/samples-file.ts';
import { aProduct, environmentNow, useStory } from '#test/support/story.ts';
import {
  aFundedProduct,
  buys,
  costFields,
  day,
  goes,
  invoiced,
  purchaseFields,
  TO_CHECKED,
} from '#test/support/testing.ts';
import { picture } from '#test/support/pictures.ts';
import { codeOf } from '#test/support/totp.ts';
import { Visitor } from '#test/support/visitor.ts';
import { deskUses } from './desk-uses.ts';

const story = useStory({}, uncompiledPages);
const BY = { actor: 'command line' } as const;

/** One successful use of every way in which an administrator changes something. */
const uses: Record<string, (administrator: Visitor) => Promise<{ status: number }>> = {
  'post /api/auth/sign-out': (one) => one.post('/api/auth/sign-out', {}),
  'post /api/auth/revoke-session': async (one) => {
    const { body } = await one.get('/api/auth/get-session');
    return one.post('/api/auth/revoke-session', { id: body.session.id });
  },
  'post /api/auth/two-factor/enable': (one) => one.post('/api/auth/two-factor/enable', undefined),
  'post /api/auth/two-factor/confirm': async (one) => {
    const { body } = await one.post('/api/auth/two-factor/enable', undefined);
    return one.post('/api/auth/two-factor/confirm', { code: codeOf(body.totp_uri) });
  },
  'post /api/auth/two-factor/disable': (one) => withRecoveryCode(one, 'disable'),
  'post /api/auth/two-factor/generate-backup-codes': (one) =>
    withRecoveryCode(one, 'generate-backup-codes'),
  '/admin/account sign-out': (one) => one.page('/admin/account', { intent: 'sign-out' }),
  '/admin/account sign-out-everywhere': (one) =>
    one.page('/admin/account', { intent: 'sign-out-everywhere' }),
  '/admin/account sign-out-elsewhere': (one) =>
    one.page('/admin/account', { intent: 'sign-out-elsewhere' }),
  '/admin/account end-session': async (one) => {
    const { body } = await one.get('/api/auth/get-session');
    return one.page('/admin/account', { intent: 'end-session', session: body.session.id });
  },
  '/admin/account begin-second-factor': (one) =>
    one.page('/admin/account', { intent: 'begin-second-factor' }),
  '/admin/account confirm-second-factor': async (one) => {
    const { body } = await one.post('/api/auth/two-factor/enable', undefined);
    const code = codeOf(body.totp_uri);
    return one.page('/admin/account', { intent: 'confirm-second-factor', code });
  },
  '/admin/account end-second-factor': async (one) => {
    const [code = ''] = await turnedOn(one);
    return one.page('/admin/account', { intent: 'end-second-factor', code });
  },
  '/admin/products/:id edit': async (one) => {
    const { id } = await aProduct();
    const { body } = await one.page(`/admin/products/${id}`);
    const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
    return one.page(`/admin/products/${id}`, { intent: 'edit', seen, name: 'Another name' });
  },
  '/admin/products/:id hide': async (one) => onProduct(one, { intent: 'hide' }),
  '/admin/products/:id show': async (one) => {
    const { id } = await aProduct();
    await one.page(`/admin/products/${id}`, { intent: 'hide' });
    return one.page(`/admin/products/${id}`, { intent: 'show' });
  },
  '/admin/products/:id remove': async (one) => onProduct(one, { intent: 'remove', sure: 'yes' }),
  '/admin/products/:id merge': async (one) => {
    const { id } = await aProduct();
    return onProduct(one, { intent: 'merge', into: String(id), sure: 'yes' });
  },
  '/admin/products/:id/photo upload': async (one) => (await withPhoto(one)).uploaded,
  '/admin/products/:id/photo crop': async (one) => {
    const { path } = await withPhoto(one);
    const { body } = await one.page(path);
    const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const part = { left: '0', top: '0', width: '200', height: '200' };
    return one.page(path, { intent: 'crop', seen, ...part });
  },
  '/admin/products/:id/photo remove-photo': async (one) =>
    one.page((await withPhoto(one)).path, { intent: 'remove-photo' }),
  '/admin/account renew-recovery-codes': async (one) => {
    const [code = ''] = await turnedOn(one);
    return one.page('/admin/account', { intent: 'renew-recovery-codes', code });
  },
  '/admin/testing/:id buy': async (one) => {
    const { product } = await aFundedProduct(story);
    return one.page(`/admin/testing/${product.id}`, { intent: 'buy', ...purchaseFields() });
  },
  '/admin/testing/:id note-step': async (one) => {
    const { path, sample } = await aTest();
    return one.page(path, { intent: 'note-step', sample, step: 'shipped', day: day() });
  },
  '/admin/testing/:id correct-step': async (one) => {
    const { path, productId } = await aTest();
    const row = (await findDesk(productId)).samples[0]!.steps[0]!.id;
    const right = { day: day(), place: 'Market Hall', reason: 'misread' };
    return one.page(path, { intent: 'correct-step', row: String(row), ...right });
  },
  '/admin/testing/:id note-cost': async (one) => {
    const { path } = await aTest();
    return one.page(path, { intent: 'note-cost', ...costFields() });
  },
  '/admin/testing/:id correct-cost': async (one) => {
    const { path, sample } = await aTest();
    const { id: _, kind: __, ...right } = costFields();
    return one.page(path, { intent: 'correct-cost', cost: sample, ...right, reason: 'misread' });
  },
  '/admin/testing/:id end': async (one) => {
    const { path, sample } = await aTest();
    const note = 'It burst in the post.';
    const lost = { intent: 'note-step', sample, step: 'given-up', day: day(), note };
    expect((await one.page(path, lost)).status).toBe(303);
    return one.page(path, { intent: 'end', reason: 'No laboratory can open it.' });
  },
  '/admin/testing/:id settle': async (one) => {
    const { path, productId, sample } = await aTest();
    await goes(sample, ...TO_CHECKED);
    await invoiced(productId, 5_000);
    const file = productFile({ id: `${productId}-1` });
    await publishResults(file, { about: productId });
    const { leftCents } = await findDesk(productId);
    return one.page(path, { intent: 'settle', left: String(leftCents) });
  },
  ...deskUses(story),
};

/** A product that a sample was bought of. */
async function aTest() {
  const { product } = await aFundedProduct(story);
  const sample = await buys(product.id);
  return { productId: product.id, path: `/admin/testing/${product.id}`, sample };
}

async function onProduct(one: Visitor, form: Record<string, string>) {
  const { id } = await aProduct();
  return one.page(`/admin/products/${id}`, form);
}

async function withPhoto(one: Visitor) {
  const { id } = await aProduct();
  const path = `/admin/products/${id}/photo`;
  const file = { name: 'photo.jpg', bytes: await picture() };
  return { path, uploaded: await one.upload(path, { intent: 'upload' }, file) };
}

async function turnedOn(one: Visitor): Promise<string[]> {
  const { body } = await one.post('/api/auth/two-factor/enable', undefined);
  await one.post('/api/auth/two-factor/confirm', { code: codeOf(body.totp_uri) });
  return body.recovery_codes;
}

async function withRecoveryCode(one: Visitor, wish: string) {
  const [code] = await turnedOn(one);
  return one.post(`/api/auth/two-factor/${wish}`, { code });
}

/** Every way there is: calls from routes.ts, and what the forms of administrators' pages ask for. */
async function ways(): Promise<string[]> {
  const found = (await loadCalls())
    .filter(({ method, call }) => call.access === 'admin' && method !== 'get')
    .map(({ method, path }) => `${method} ${path}`);
  for (const { path, file } of pages) {
    if (!/^admin(\/|$)/.test(path ?? '')) continue;
    const text = readFileSync(`app/${file}`, 'utf8');
    if (!/export (async function|const) action\b/.test(text)) continue;
    const intents = [...text.matchAll(/case '([\w-]+)':/g)].map(([, intent]) => intent);
    // A page whose action asks for no intent does one thing.
    found.push(...(intents.length > 0 ? intents.map((one) => `/${path} ${one}`) : [`/${path}`]));
  }
  return found;
}

describe('every administrators’ write', () => {
  it('is among those that are held to the trail here', async () => {
    expect((await ways()).toSorted()).toEqual(Object.keys(uses).toSorted());
  });

  it.each(Object.keys(uses))('%s leaves a row', async (way) => {
    await db().delete(rateLimits);
    const administrator = await anAdministrator(story);
    const seen = await newestId();
    const { status } = await uses[way]!(administrator);
    expect(status).toBeLessThan(400);
    const rows = await db()
      .select()
      .from(adminActions)
      // What had to be there before was done by commands.
      .where(sql`id > ${seen} and actor <> 'command line'`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ actor: administrator.email, actorId: expect.any(String) });
      expect(Object.keys(ACTIONS)).toContain(row.action);
      // No secret: neither codes nor keys nor tokens.
      expect(JSON.stringify(row)).not.toMatch(/otpauth|secret=|"token"|recovery_codes/);
    }
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
  it.each([
    ['changed', sql`update admin_actions set actor = 'somebody else'`],
    ['taken away', sql`delete from admin_actions`],
    ['emptied', sql`truncate admin_actions`],
  ])('cannot be %s', async (_, statement) => {
    await record(db(), BY, {
      action: 'list-administrator',
      subject: 'administrator x@example.org',
      before: null,
      after: null,
    });
    const tried = db().execute(statement);
    await expect(tried).rejects.toSatisfy((error) => sqlState(error) === '23001');
  });

  it('is read by administrators, the newest first, page by page', async () => {
    const administrator = await anAdministrator(story);
    const first = await administrator.get('/api/admin-actions?limit=1');
    expect(first.body.actions).toMatchObject([{ actor: administrator.email, action: 'sign-in' }]);
    const older = await administrator.get(
      `/api/admin-actions?limit=1&before=${first.body.actions[0].id}`,
    );
    expect(older.body.actions).toMatchObject([{ action: 'list-administrator' }]);
    const page = await administrator.page('/admin/trail');
    expect(page.body).toContain('signed in');
  });
});

describe('the list of administrators', () => {
  it('is seeded from ADMIN_EMAILS, once, and nobody is taken off it', async () => {
    const before = environmentNow();
    await addAdministrator(BY, 'kept@example.org');
    configure({ ...before, ADMIN_EMAILS: ' First@Example.org , second@example.org' });
    try {
      await seedAdministrators();
      await seedAdministrators();
    } finally {
      configure(before);
    }
    for (const email of ['first@example.org', 'second@example.org', 'kept@example.org']) {
      expect(await isListed(db(), email)).toBe(true);
      const rows = await db()
        .select()
        .from(adminActions)
        .where(eq(adminActions.subject, `administrator ${email}`));
      expect(rows).toHaveLength(1);
    }
    expect(() => configure({ ...before, ADMIN_EMAILS: 'no address' })).toThrow('ADMIN_EMAILS');
  });

  it('writes down who was taken off it', async () => {
    await addAdministrator(BY, 'Gone@example.org ');
    expect(await addAdministrator(BY, 'gone@example.org')).toBe(false);
    expect(await removeAdministrator(BY, 'GONE@example.org')).toBe(true);
    expect(await removeAdministrator(BY, 'gone@example.org')).toBe(false);
    const rows = await db()
      .select({ action: adminActions.action })
      .from(adminActions)
      .where(eq(adminActions.subject, 'administrator gone@example.org'))
      .orderBy(adminActions.id);
    expect(rows.map(({ action }) => action)).toEqual([
      'list-administrator',
      'unlist-administrator',
    ]);
  });
});

describe('what is stored of an administrator', () => {
  it('is in their file, and erasing what they are as a visitor leaves it', async () => {
    const administrator = await anAdministrator(story);
    await signIn(administrator, 2);
    await administrator.post('/api/subscribers', { email: administrator.email });
    await lookUp(administrator);
    const { body } = await administrator.get('/api/my-data');
    expect(body.administrator).toHaveLength(1);
    expect(body.administrator_sessions).toHaveLength(2);
    const actions = body.administrator_actions.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['sign-in', 'sign-in']);
    expect(JSON.stringify(body)).not.toMatch(/token|secret/i);
    const { email } = administrator;
    expect((await administrator.post('/api/erase-my-data', { email })).status).toBe(200);
    expect(await isListed(db(), email)).toBe(true);
    expect((await administrator.get('/api/auth/get-session')).status).toBe(200);
    const left = await db().execute(sql`select 1 from mails where to_email = ${email}`);
    expect(left.rows).toEqual([]);
  });
});
