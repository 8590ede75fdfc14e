import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pruneSignIns } from '#app/admin/sign-in/sessions.server.ts';
import { db } from '#app/database/db.server.ts';
import { adminActions, authSessions } from '#db/schema.ts';
import { anAdministrator, SESSION_COOKIE, signIn } from '#test/support/administrator.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { changeRows } from '#test/support/gifts.ts';

const story = useStory({}, uncompiledPages);

const isIn = async (visitor: Visitor) =>
  (await visitor.get('/api/auth/get-session')).status === 200;

async function idOf(visitor: Visitor): Promise<string> {
  return (await visitor.get('/api/auth/get-session')).body.session.id;
}

/** The same administrator in so many more browsers. */
async function elsewhere(administrator: Visitor, browsers: number): Promise<Visitor[]> {
  const others = [];
  for (let at = 0; at < browsers; at += 1) {
    const other = administrator.elsewhere();
    await signIn(other);
    others.push(other);
  }
  return others;
}

async function lastAction() {
  const rows = await db().select().from(adminActions).orderBy(adminActions.id);
  return rows.at(-1);
}

describe('signing out', () => {
  it('here: the cookie goes, and whoever kept a copy is refused', async () => {
    const administrator = await anAdministrator(story);
    const [other] = await elsewhere(administrator, 1);
    const thief = new Visitor(story);
    thief.steal(administrator, SESSION_COOKIE);
    expect(await isIn(thief)).toBe(true);
    const out = await administrator.post('/api/auth/sign-out', {});
    expect(out.status).toBe(200);
    expect(administrator.cookieOf(SESSION_COOKIE)).toBeUndefined();
    expect(await isIn(thief)).toBe(false);
    expect(await isIn(other!)).toBe(true);
    expect(await lastAction()).toMatchObject({
      actor: administrator.email,
      action: 'sign-out',
      before: { sessions: 2 },
      after: { sessions: 1 },
    });
  });

  it('everywhere else', async () => {
    const administrator = await anAdministrator(story);
    const others = await elsewhere(administrator, 2);
    await administrator.post('/api/auth/sign-out', { scope: 'others' });
    expect(await Promise.all([administrator, ...others].map(isIn))).toEqual([true, false, false]);
    expect(await lastAction()).toMatchObject({ action: 'end-other-sessions' });
  });

  it('everywhere', async () => {
    const administrator = await anAdministrator(story);
    const bystander = await anAdministrator(story);
    const others = await elsewhere(administrator, 1);
    await administrator.post('/api/auth/sign-out', { scope: 'global' });
    expect(administrator.cookieOf(SESSION_COOKIE)).toBeUndefined();
    expect(await Promise.all([administrator, ...others].map(isIn))).toEqual([false, false]);
    expect(await isIn(bystander)).toBe(true);
    expect(await lastAction()).toMatchObject({ action: 'end-all-sessions' });
  });

  it('of one session, which has to be one’s own', async () => {
    const administrator = await anAdministrator(story);
    const [other] = await elsewhere(administrator, 1);
    const bystander = await anAdministrator(story);
    const strange = await administrator.post('/api/auth/revoke-session', {
      id: await idOf(bystander),
    });
    expect(strange.status).toBe(404);
    expect(await isIn(bystander)).toBe(true);
    for (const session of ['', 'x']) {
      const made = await administrator.page('/admin/account', { intent: 'end-session', session });
      expect(made.status).toBe(404);
    }
    const sessions = (await administrator.get('/api/auth/list-sessions')).body;
    expect(sessions).toHaveLength(2);
    expect(JSON.stringify(sessions)).not.toContain('token');
    const ended = await administrator.post('/api/auth/revoke-session', { id: await idOf(other!) });
    expect(ended.status).toBe(200);
    expect(await Promise.all([administrator, other!].map(isIn))).toEqual([true, false]);
  });
});

describe('a session', () => {
  it('ends when it was not used for a day', async () => {
    const administrator = await anAdministrator(story);
    const own = eq(authSessions.id, await idOf(administrator));
    const [fresh] = await db().select().from(authSessions).where(own);
    expect(fresh!.expiresAt.getTime() - Date.now()).toBeGreaterThan(86_400_000 - 60_000);
    expect(fresh!.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
    await changeRows(authSessions, own, { expiresAt: new Date(Date.now() - 1) });
    expect(await isIn(administrator)).toBe(false);
    expect(await db().select().from(authSessions).where(own)).toEqual([]);
  });

  it('is refreshed when it is used after an hour, and the browser told', async () => {
    const administrator = await anAdministrator(story);
    const own = eq(authSessions.id, await idOf(administrator));
    const early = await administrator.get('/api/auth/list-sessions');
    expect(early.headers.getSetCookie()).toEqual([]);
    const soon = new Date(Date.now() + 22.9 * 3_600_000);
    await db().update(authSessions).set({ expiresAt: soon }).where(own);
    const used = await administrator.get('/api/auth/list-sessions');
    expect(used.headers.getSetCookie()).toHaveLength(1);
    expect(used.headers.getSetCookie()[0]).toContain('Max-Age=86400');
    const [refreshed] = await db().select().from(authSessions).where(own);
    expect(refreshed!.expiresAt.getTime()).toBeGreaterThan(soon.getTime() + 3_000_000);
    expect(await isIn(administrator)).toBe(true);
  });

  it('ends two weeks after it began, however it is used', async () => {
    const administrator = await anAdministrator(story);
    const own = eq(authSessions.id, await idOf(administrator));
    await changeRows(authSessions, own, {
      createdAt: new Date(Date.now() - 14 * 86_400_000 - 1_000),
    });
    const other = await elsewhere(administrator, 1);
    // Listed as over before anybody asks for it,
    expect((await other[0]!.get('/api/auth/list-sessions')).body).toHaveLength(1);
    // and gone, with its cookie, once somebody does; though it had been due to be refreshed.
    const soon = new Date(Date.now() + 3_600_000);
    await db().update(authSessions).set({ expiresAt: soon }).where(own);
    const refused = await administrator.get('/api/auth/list-sessions');
    expect(refused.status).toBe(401);
    for (const cookie of refused.headers.getSetCookie()) expect(cookie).toContain('Max-Age=0');
    expect(administrator.cookieOf(SESSION_COOKIE)).toBeUndefined();
    expect(await db().select().from(authSessions).where(own)).toEqual([]);
  });

  it('that is too old is told of before it ends', async () => {
    const administrator = await anAdministrator(story);
    const began = new Date(Date.now() - 14 * 86_400_000 + 60_000);
    const own = eq(authSessions.id, await idOf(administrator));
    await db().update(authSessions).set({ createdAt: began }).where(own);
    const { body } = await administrator.get('/api/auth/get-session');
    expect(Date.parse(body.session.expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('that is refused by a page takes its cookie along', async () => {
    const administrator = await anAdministrator(story);
    const id = await idOf(administrator);
    const old = new Date(Date.now() - 15 * 86_400_000);
    await db().update(authSessions).set({ createdAt: old }).where(eq(authSessions.id, id));
    const { headers } = await administrator.page('/admin');
    expect(headers.get('location')).toBe('/login?refused=1');
    expect(administrator.cookieOf(SESSION_COOKIE)).toBeUndefined();
    expect(await db().select().from(authSessions).where(eq(authSessions.id, id))).toEqual([]);
  });

  it('is refused the moment that its owner is off the list, however they were taken off', async () => {
    const administrator = await anAdministrator(story);
    expect(await isIn(administrator)).toBe(true);
    await db().execute(sql`delete from admin_users where email = ${administrator.email}`);
    expect(await isIn(administrator)).toBe(false);
    // And does not come back with them.
    await db().execute(sql`insert into admin_users (email) values (${administrator.email})`);
    expect(await isIn(administrator)).toBe(false);
  });

  it('says nothing of the network it is used from', async () => {
    const administrator = await anAdministrator(story);
    const own = eq(authSessions.id, await idOf(administrator));
    const [row] = await db().select().from(authSessions).where(own);
    expect(JSON.stringify(row)).not.toContain(administrator.address);
  });

  it('is forgotten a day after it ended', async () => {
    const administrator = await anAdministrator(story);
    const id = await idOf(administrator);
    const two = new Date(Date.now() - 2 * 86_400_000);
    await db().update(authSessions).set({ expiresAt: two }).where(eq(authSessions.id, id));
    await pruneSignIns();
    expect(await db().select().from(authSessions).where(eq(authSessions.id, id))).toEqual([]);
  });
});

it('no token is given that no call takes', async () => {
  const administrator = await anAdministrator(story);
  expect((await administrator.get('/api/auth/token')).status).toBe(404);
});

it('the public keys of the sign-in service are kept by everybody for five minutes', async () => {
  const keys = await new Visitor(story).get('/.well-known/jwks.json');
  expect(keys.status).toBe(200);
  expect(keys.headers.get('cache-control')).toBe('public, max-age=300');
  const others = await new Visitor(story).get('/api/products');
  expect(others.headers.get('cache-control')).toBe('no-cache');
});
