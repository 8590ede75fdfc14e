import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { removeAdministrator } from '#app/admin/sign-in/administrators.server.ts';
import { authIn } from '#app/admin/sign-in/auth.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { calls } from '#app/routes.ts';
import { adminActions, authUsers, authVerifications, rateLimits } from '#db/schema.ts';
import {
  aListedVisitor,
  anAdministrator,
  mailedToken,
  SESSION_COOKIE,
  signIn,
} from '#test/support/administrator.ts';
import { linkIn, queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { eventually, refuses, says, useStory, withSettings } from '#test/support/story.ts';
import { Visitor, type Answered } from '#test/support/visitor.ts';
import { rowsWhere } from '#test/support/gifts.ts';

const story = useStory({}, uncompiledPages);

const ask = (as: Visitor, email: string) => as.post('/api/auth/sign-in/magic-link', { email });
const use = (as: Visitor, token: string) => as.post('/api/auth/magic-link/verify', { token });
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a link', () => {
  it('ends when a newer one is made, and nobody else’s does', async () => {
    const [visitor, other] = [await aListedVisitor(story), await aListedVisitor(story)];
    const theirs = await mailedToken(other);
    const [older, newer] = [await mailedToken(visitor), await mailedToken(visitor)];
    expect((await use(new Visitor(story), older)).status).toBe(401);
    expect((await use(visitor, newer)).status).toBe(200);
    expect((await use(other, theirs)).status).toBe(200);
  });

  it('signs an administrator in, once, and is written down', async () => {
    const visitor = await aListedVisitor(story);
    const token = await mailedToken(visitor);
    const used = await use(visitor, token);
    expect(used).toMatchObject({ status: 200, body: { user: { email: visitor.email } } });
    expect(used.body.user.id).toMatch(UUID);
    const [cookie = ''] = used.headers.getSetCookie();
    expect(cookie).toContain(`${SESSION_COOKIE}=`);
    expect(cookie).toContain('; Path=/; HttpOnly; SameSite=Lax');
    expect(JSON.stringify(used.body)).not.toContain(visitor.cookieOf(SESSION_COOKIE)!.slice(0, 32));
    expect(await visitor.get('/api/auth/get-session')).toMatchObject({
      status: 200,
      body: used.body,
    });
    const [row] = await rowsWhere(adminActions, eq(adminActions.actorId, used.body.user.id));
    expect(row).toMatchObject({
      actor: visitor.email,
      action: 'sign-in',
      subject: `session ${used.body.session.id}`,
    });
    const again = new Visitor(story);
    expect(await use(again, token)).toMatchObject(refuses(401, 'Unauthorized'));
    expect(again.cookieOf(SESSION_COOKIE)).toBeUndefined();
  });

  it('is used by one of two at once', async () => {
    const token = await mailedToken(await aListedVisitor(story));
    const both = await Promise.all([
      use(new Visitor(story), token),
      use(new Visitor(story), token),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is not used up by a mail scanner that looks at it', async () => {
    const visitor = await aListedVisitor(story);
    await ask(visitor, visitor.email);
    const link = linkIn(await received(visitor.email, 'sign-in-link'), '/login/link');
    for (const method of ['GET', 'HEAD', 'GET']) {
      const looked = await new Visitor(story).send(method, link);
      expect(looked.status).toBe(200);
      expect(looked.headers.getSetCookie()).toEqual([]);
      expect(looked.headers.get('cache-control')).toBe('no-store');
    }
    const token = new URLSearchParams(link.split('?')[1]).get('token')!;
    // Better-auth's own address, which a GET would use up, is closed.
    expect(await visitor.get(`/api/auth/magic-link/verify?token=${token}`)).toMatchObject({
      status: 404,
    });
    const pressed = await visitor.page('/login/link', { token });
    expect(pressed.status).toBe(303);
    expect(pressed.headers.get('location')).toBe('/admin');
    expect((await visitor.page('/admin')).body).toContain('Administration');
    const pressedAgain = await new Visitor(story).page('/login/link', { token });
    expect(pressedAgain).toMatchObject(says(401, 'Unauthorized'));
  });

  it('takes the address with its capitals and spaces', async () => {
    const visitor = await aListedVisitor(story);
    await visitor.page('/login', { email: ` ${visitor.email.toUpperCase()} ` });
    expect((await received(visitor.email, 'sign-in-link')).text).toContain('/login/link?token=');
  });

  it('works for ten minutes', async () => {
    const visitor = await aListedVisitor(story);
    const token = await mailedToken(visitor);
    const [row] = await db()
      .select()
      .from(authVerifications)
      .orderBy(authVerifications.createdAt)
      .then((rows) => rows.slice(-1));
    expect(row!.expiresAt.getTime() - row!.createdAt.getTime()).toBeCloseTo(600_000, -3);
    expect(JSON.stringify(row)).not.toContain(token);
    await db()
      .update(authVerifications)
      .set({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await use(visitor, token)).toMatchObject({ status: 401 });
  });

  it('opens nothing for whoever was taken off the list since, known before or not', async () => {
    const visitor = await aListedVisitor(story);
    const token = await mailedToken(visitor);
    await removeAdministrator({ actor: 'command line' }, visitor.email);
    expect(await use(visitor, token)).toMatchObject(refuses(401, 'Unauthorized'));
    expect(visitor.cookieOf(SESSION_COOKIE)).toBeUndefined();
    const known = await anAdministrator(story);
    const second = await mailedToken(known);
    await removeAdministrator({ actor: 'command line' }, known.email);
    expect((await use(new Visitor(story), second)).status).toBe(401);
    const left = await db().select().from(authUsers).where(eq(authUsers.email, known.email));
    expect(left).toEqual([]);
  });

  it.each([
    '',
    'x',
    'a'.repeat(32),
    '../../get-session',
    'a&callbackURL=https://elsewhere.example',
  ])('of %j is none', async (token) => {
    expect(await use(new Visitor(story), token)).toMatchObject(refuses(401, 'Unauthorized'));
  });
});

describe('an outsider', () => {
  /** How many seconds are left differs from one to the next by the clock. */
  const seen = ({ status, body, headers }: Answered) => ({
    status,
    body: JSON.stringify(body).replaceAll(/\d+/g, '#'),
    headers: [...headers]
      .filter(([name]) => name !== 'date' && name !== 'set-cookie')
      .map(([name, value]) => [name, value.replaceAll(/\d+/g, '#')].join())
      .toSorted(),
  });

  it('sees the same for an address on the list and one that is not, past the limits too', async () => {
    await db().delete(rateLimits);
    const listed = await aListedVisitor(story);
    const unlisted = new Visitor(story);
    const one = new Visitor(story);
    const statuses = new Set<number>();
    for (let turn = 0; turn < 12; turn += 1) {
      const known = seen(await ask(one, listed.email));
      const unknown = seen(await ask(one, unlisted.email));
      expect(known).toEqual(unknown);
      statuses.add(known.status);
    }
    expect([...statuses]).toEqual([200, 429]);
    const first = await ask(new Visitor(story), `other-${unlisted.email}`);
    expect(first).toMatchObject({
      status: 200,
      body: { message: 'Check your email for the login link!' },
    });
    await received(listed.email, 'sign-in-link', 5);
    const ended = await eventually(
      () => queuedFor(unlisted.email, 'sign-in-link'),
      (rows) => rows.every(({ deadAt }) => deadAt),
    );
    // Nothing was written to them, and no link was made.
    expect(ended).toHaveLength(5);
    for (const mail of ended) expect(mail).toMatchObject({ isWithheld: true, rendered: null });
    const links = await db().select().from(authVerifications);
    expect(links.filter(({ value }) => value.includes(unlisted.email))).toEqual([]);
  });

  it('waits for nothing that tells them apart: the list is not looked at', async () => {
    await db().delete(rateLimits);
    const listed = await aListedVisitor(story);
    const answered = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table admin_users in access exclusive mode`);
      const tooLong = new Promise<number[]>((resolve) => setTimeout(resolve, 30_000, [0]));
      const asked = [listed.email, 'nobody@example.org'].flatMap((email) => [
        new Visitor(story).page('/login', { email }),
        ask(new Visitor(story), email),
      ]);
      const statuses = Promise.all(asked).then((all) => all.map(({ status }) => status));
      return Promise.race([statuses, tooLong]);
    });
    expect(answered).toEqual([200, 200, 200, 200]);
  });

  it('sees the same on the page', async () => {
    await db().delete(rateLimits);
    const listed = await aListedVisitor(story);
    const shown = async (email: string) => {
      const { status, body } = await new Visitor(story).page('/login', { email });
      return { status, body: String(body).replaceAll(email, 'EMAIL') };
    };
    const known = await shown(listed.email);
    expect(known.body).toContain('Check your email for the login link!');
    const unknown = await shown('nobody@example.org');
    const plain = ({ status, body }: typeof known) => [
      status,
      body.replaceAll(/<script.*?<\/script>/gs, ''),
    ];
    expect(plain(known)).toEqual(plain(unknown));
  });

  it('is not given what better-auth could do beside what this site uses', async () => {
    const { api } = authIn(db());
    const open = new Set(calls.map(({ method, path }) => `${method} ${path}`));
    const endpoints = Object.values(api).flatMap(({ path, options }) => {
      const methods = [options?.method ?? []].flat() as string[];
      return path ? methods.map((method) => ({ method, path: `/api/auth${path}` })) : [];
    });
    expect(endpoints.length).toBeGreaterThan(40);
    const stranger = new Visitor(story);
    for (const { method, path } of endpoints) {
      if (open.has(`${method.toLowerCase()} ${path}`)) continue;
      const body = method === 'GET' ? undefined : '{}';
      const answered = await stranger.send(method, path.replaceAll(/:\w+/g, 'x'), body);
      expect([method, path, answered.status]).toEqual([method, path, 404]);
    }
  });
});

describe('the cookie', () => {
  it('is for this host over https alone where the site is', async () => {
    const visitor = await aListedVisitor(story);
    const token = await mailedToken(visitor);
    await withSettings({ SITE_URL: 'https://assay.example' }, async () => {
      const given = (await use(visitor, token)).headers.getSetCookie();
      const cookie = given.find((one) => one.includes('session_token'));
      expect(cookie).toMatch(/^__Host-openassay\.session_token=[^;]+; .*Path=\/; .*Secure/);
      expect(cookie).not.toContain('Domain');
      expect((await visitor.get('/api/auth/get-session')).status).toBe(200);
      expect((await visitor.page('/admin')).status).toBe(200);
      // By the names that were its own once, nobody is signed in.
      for (const prefix of ['', '__Secure-']) {
        const planted = new Visitor(story);
        planted.hold(
          `${prefix}openassay.session_token`,
          visitor.cookieOf(`__Host-${SESSION_COOKIE}`)!,
        );
        expect((await planted.get('/api/auth/get-session')).status).toBe(401);
      }
      expect((await visitor.post('/api/auth/sign-out', {})).status).toBe(200);
      expect((await visitor.get('/api/auth/get-session')).status).toBe(401);
    });
  });

  it('is not one that a neighbour on the same domain has planted behind an odd white space', async () => {
    const visitor = await anAdministrator(story);
    const planted = new Visitor(story);
    planted.hold(`\u00a0${SESSION_COOKIE}`, visitor.cookieOf(SESSION_COOKIE)!);
    expect((await planted.get('/api/auth/get-session')).status).toBe(401);
  });

  it('is a new one at every sign-in: nobody can bring their own', async () => {
    const attacker = await anAdministrator(story);
    const planted = attacker.cookieOf(SESSION_COOKIE)!;
    const victim = await aListedVisitor(story);
    victim.hold(SESSION_COOKIE, planted);
    await signIn(victim);
    expect(victim.cookieOf(SESSION_COOKIE)).not.toBe(planted);
    expect((await victim.get('/api/auth/get-session')).body.user.email).toBe(victim.email);
    expect((await attacker.get('/api/auth/get-session')).body.user.email).toBe(attacker.email);
    const made = await aListedVisitor(story);
    made.hold(SESSION_COOKIE, 'x'.repeat(32));
    await signIn(made);
    expect(made.cookieOf(SESSION_COOKIE)).not.toContain('xxx');
  });

  it('opens nothing once it was changed, or signed by somebody else', async () => {
    const administrator = await anAdministrator(story);
    const [token = '', signature = ''] = administrator.cookieOf(SESSION_COOKIE)!.split('.');
    const forged = [
      token,
      `${token}.`,
      `${token}.${signature.slice(0, -6)}AAA%3D`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}.${signature}`,
      `${token}.${signature}x`,
    ];
    for (const value of forged) {
      const thief = new Visitor(story);
      thief.hold(SESSION_COOKIE, value);
      expect([value, (await thief.get('/api/auth/get-session')).status]).toEqual([value, 401]);
      const page = await thief.page('/admin');
      expect(page.headers.get('location')).toBe('/login?refused=1');
    }
    expect((await administrator.get('/api/auth/get-session')).status).toBe(200);
    const stored = await db().execute(`select token from auth_sessions`);
    const thief = new Visitor(story);
    // Who reads the database cannot sign what stands in it.
    thief.hold(SESSION_COOKIE, String(stored.rows.at(-1)!.token));
    expect((await thief.get('/api/auth/get-session')).status).toBe(401);
  });
});

it('says Unauthorized on the page to whose session is refused', async () => {
  const told = await new Visitor(story).page('/login?refused=1');
  expect(told.body).toContain('Unauthorized');
  expect((await new Visitor(story).page('/login')).body).not.toContain('Unauthorized');
});
