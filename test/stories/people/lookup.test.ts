import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as messages from '#app/contributions/messages.ts';
import { NONE_FOUND } from '#app/funding/moving/move-messages.ts';
import { EMAIL_INVALID } from '#app/platform/messages.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, tokens } from '#db/schema.ts';
import { raisedIs } from '#test/support/books.ts';
import { asOwner } from '#test/support/database.ts';
import { codeIn, lookUp, received, sendForCode } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, refuses, says, useStory, withSettings } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { rowsWhere } from '#test/support/gifts.ts';

const story = useStory({}, uncompiledPages);

const guess = (visitor: Visitor, check_code: string, check_email = visitor.email) =>
  visitor.post('/api/verify-contribution-code', { check_email, check_code });
const wrong = (code: string, at: number) =>
  (code.startsWith('Z') ? 'A' : 'Z') + code.slice(1, 5) + at;

/** Somebody under whose address anything is stored at all. */
async function aFollower() {
  const { id } = await aProduct();
  const visitor = new Visitor(story);
  await visitor.post('/api/follows', { product_id: id, email: visitor.email });
  return { visitor };
}

async function aFunder(dollars = 25) {
  const product = await aProduct();
  const visitor = new Visitor(story);
  await visitor.fund([product.id, dollars]);
  await received(visitor.email, 'receipt');
  return { visitor, product };
}

describe('forms without scripts', () => {
  const send = (visitor: Visitor, form: Record<string, string>) =>
    visitor.page('/view-contributions', { email: visitor.email, ...form });

  it('lead by a code to the list, and let its data be downloaded', async () => {
    const { visitor, product } = await aFunder();
    const asked = await send(visitor, {});
    expect(asked).toMatchObject(says(200, 'name="code"'));
    expect(asked.body).toContain(`name="email" value="${visitor.email}"`);
    const code = codeIn(await received(visitor.email, 'verification-code'));
    const wrongly = await send(visitor, { intent: 'verify', code: wrong(code, 1) });
    expect(wrongly.body).toContain(messages.CODE_INVALID);
    expect(wrongly.body).not.toContain(product.name);
    expect(wrongly.headers.getSetCookie().join()).not.toContain('_lookup');
    const opened = await send(visitor, { intent: 'verify', code: code.toLowerCase() });
    expect(opened).toMatchObject(says(200, product.name));
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.get('/api/my-data')).status).toBe(200);
    const closed = await send(visitor, { intent: 'close' });
    expect(closed).toMatchObject(says(200, messages.CLOSED));
    expect((await visitor.get('/api/my-data')).status).toBe(401);
    expect((await visitor.page('/view-contributions')).body).not.toContain(product.name);
  });

  /** The list, opened by a code; its first row. */
  async function opened() {
    const funder = await aFunder();
    const { visitor } = funder;
    await send(visitor, {});
    const code = codeIn(await received(visitor.email, 'verification-code'));
    const list = await send(visitor, { intent: 'verify', code });
    const id = /name="id" value="([^"]+)"/.exec(list.body)?.[1] ?? '';
    return { ...funder, code, id };
  }

  it('open the list again by the same code or none, as long as this browser may see it', async () => {
    const { visitor, product, code } = await opened();
    for (const again of [
      await send(visitor, { intent: 'verify', code }),
      await send(visitor, { intent: 'open' }),
      await visitor.page('/view-contributions'),
    ]) {
      expect(again.headers.get('cache-control')).toBe('no-store');
      expect(again).toMatchObject(says(200, product.name));
    }
    const stranger = new Visitor(story);
    const first = await stranger.page('/view-contributions');
    expect([first.status, first.headers.getSetCookie()]).toEqual([200, []]);
    expect(first.body).not.toContain(messages.NOT_SIGNED_IN);
    const refused = await stranger.page('/view-contributions', { intent: 'open' });
    expect(refused).toMatchObject(says(401, messages.NOT_SIGNED_IN));
    const other = await opened();
    const theirs = await send(other.visitor, { email: visitor.email, intent: 'verify', code });
    expect(theirs.body).toContain(messages.CODE_INVALID);
    expect(theirs.body).not.toContain(other.product.name);
  });

  it('ask for a refund: refused, what was typed stays; asked for, the list says so', async () => {
    const { visitor, id } = await opened();
    const reason = 'r'.repeat(1_001);
    const refused = await send(visitor, { intent: 'refund', id, reason });
    expect(refused).toMatchObject(says(400, messages.REASON_TOO_LONG));
    expect(refused.body).toContain(reason);
    const { visitor: other } = await opened();
    const theirs = await send(other, { intent: 'refund', id, reason: 'mine' });
    expect(theirs).toMatchObject(says(404, messages.NOT_YOURS));
    const asked = await send(visitor, { intent: 'refund', id, reason: 'A duplicate' });
    expect(asked).toMatchObject(says(200, 'Refund requested on'));
    expect((await visitor.get('/api/contributions')).body.contributions).toMatchObject([
      { refund_request: { status: 'open' }, can_request_refund: false },
    ]);
    const again = await send(visitor, { intent: 'refund', id, reason: '' });
    expect(again).toMatchObject(says(409, messages.REQUEST_REFUSALS.asked_already));
  });

  it('answer a receipt to its owner alone, and it is kept nowhere', async () => {
    const { visitor, product, id } = await opened();
    const path = `/view-contributions/receipt/${id}`;
    const receipt = await visitor.page(path);
    expect(receipt).toMatchObject(says(200, product.name));
    expect(receipt.body).toContain(visitor.email);
    expect(receipt.headers.get('cache-control')).toBe('no-store');
    const { visitor: other } = await opened();
    // The router reads it as one name, though it holds a slash.
    const odd = await visitor.page('/view-contributions/receipt/%3Cb%3E1%3C%2Fb%3E');
    expect([odd.status, odd.headers.get('cache-control')]).toEqual([404, 'no-store']);
    for (const [who, status, sentence] of [
      [other, 404, messages.NOT_YOURS],
      [new Visitor(story), 401, messages.NOT_SIGNED_IN],
    ] as const) {
      const refused = await who.page(path);
      expect(refused).toMatchObject(says(status, sentence));
      expect(refused.body).not.toContain(product.name);
    }
  });

  it('move a contribution: looked up by its product’s address, refused in words, and moved', async () => {
    const { visitor, product, id } = await opened();
    const [full, wanted] = [await aProduct('Fully paid', 1), await aProduct('To be funded')];
    await visitor.fund([full.id, 1]);
    await raisedIs(full.id, 100);
    const path = `/view-contributions/move?id=${id}`;
    const shown = await visitor.page(path);
    expect(shown).toMatchObject(says(200, product.name));
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const look = (typed: string) => visitor.page(path, { intent: 'look', product: typed });
    expect((await look(`${story.url}/product/${full.id}`)).body).toContain('has been fully funded');
    expect((await look(' ')).body).toContain(messages.NUMBER_MISSING);
    expect((await look('no such thing')).body).toContain(NONE_FOUND);
    // By its address, its number, words of its name, and with a slip of the keyboard.
    for (const typed of [
      `${story.url}/product/${wanted.id}`,
      `No. ${wanted.id}`,
      'to be FUNDED',
      'fundedd be',
    ]) {
      expect((await look(typed)).body).toMatch(
        new RegExp(`checked="" value="${wanted.id}:25"|value="${wanted.id}:25" checked`),
      );
    }
    const stranger = await new Visitor(story).page(path, { intent: 'move', to: 'project:25' });
    expect(stranger).toMatchObject(says(401, messages.NOT_SIGNED_IN));
    const unsaid = await visitor.page(path, { intent: 'move' });
    expect(unsaid).toMatchObject(says(400, 'Please choose'));
    const moved = await visitor.page(path, { intent: 'move', to: `${wanted.id}:25` });
    expect(moved).toMatchObject(says(200, '$25 is now with To be funded.'));
    expect((await visitor.get('/api/contributions')).body.contributions).toContainEqual(
      expect.objectContaining({
        id,
        product_id: wanted.id,
        moved_from: { id: product.id, name: product.name },
        can_move: true,
      }),
    );
  });

  it('erase one’s data by the address typed again, and nothing by another', async () => {
    const { visitor, product } = await opened();
    const wrongly = await send(visitor, { intent: 'erase', email: 'other@example.org' });
    expect(wrongly).toMatchObject(says(400, messages.OTHER_EMAIL));
    expect(wrongly.body).toContain('value="other@example.org"');
    expect(wrongly.body).toContain(product.name);
    const erased = await send(visitor, { intent: 'erase' });
    expect(erased).toMatchObject(says(200, messages.ERASED));
    expect((await visitor.get('/api/contributions')).status).toBe(401);
    const [row] = await rowsWhere(contributions, eq(contributions.emailNormalised, visitor.email));
    expect(row).toBeUndefined();
  });

  it('lose no code where the list cannot be read: it is opened once it can', async () => {
    const { visitor, product } = await aFunder();
    await send(visitor, {});
    const code = codeIn(await received(visitor.email, 'verification-code'));
    const form = { intent: 'verify', code };
    await asOwner('alter table refund_requests rename to refund_requests_away');
    const failed = await send(visitor, form);
    await asOwner('alter table refund_requests_away rename to refund_requests');
    expect(failed).toMatchObject(says(500, messages.FETCHING_FAILED));
    expect(failed.body).toMatch(new RegExp(`value="${form.code}"`, 'i'));
    for (const again of [{ intent: 'open' }, form]) {
      expect((await send(visitor, again)).body).toContain(product.name);
    }
  });

  it('answer an address that is none, and an unknown one, as the call does', async () => {
    const visitor = new Visitor(story);
    const refused = await send(visitor, { email: 'none' });
    expect(refused).toMatchObject(says(400, messages.SENDING_FAILED));
    expect(refused.body).toContain(EMAIL_INVALID);
    const unknown = await send(visitor, { email: 'nobody.gave@example.org' });
    expect(unknown).toMatchObject(says(200, 'name="code"'));
  });
});

describe('a code', () => {
  it('is six upper-case letters or digits, kept as a salted hash only, and opens the list', async () => {
    const { visitor, product } = await aFunder();
    const code = await sendForCode(visitor);
    expect(code).toMatch(/^[A-Z0-9]{6}$/);
    const rows = await db().select().from(tokens);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await visitor.get('/api/contributions')).status).toBe(401);
    // As people paste it.
    const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `;
    const checked = await guess(visitor, typed);
    expect(checked).toMatchObject({ status: 200, body: { valid: true } });
    expect(checked.headers.get('set-cookie')).toMatch(
      /^openassay_lookup=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1800/,
    );
    const { body } = await visitor.get('/api/contributions');
    expect(body.email).toBe(visitor.email);
    expect(body.contributions).toMatchObject([
      {
        product_id: product.id,
        email: visitor.email,
        amount: 25,
        status: 'paid',
        kind: 'funding',
        refunded_at: null,
        can_request_refund: true,
        product: { id: product.id, name: product.name, testing_status: 'Untested' },
      },
    ]);
    const [given] = body.contributions;
    // By the charge's time at Stripe, which counts whole seconds.
    const days = (Date.parse(given!.refund_due_at!) - Date.parse(given!.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(365, 3);
  });

  it('is not used up where what it opens could not be opened', async () => {
    const { visitor } = await aFollower();
    const code = await sendForCode(visitor);
    await asOwner(
      "alter table tokens add constraint full_disk check (purpose <> 'lookup') not valid",
    );
    expect((await guess(visitor, code)).status).toBe(500);
    await asOwner('alter table tokens drop constraint full_disk');
    expect((await guess(visitor, code)).body).toEqual({ valid: true });
  });

  it('works once', async () => {
    const { visitor } = await aFollower();
    const code = await sendForCode(visitor);
    const answers = await Promise.all(Array.from({ length: 4 }, () => guess(visitor, code)));
    expect(answers.filter(({ body }) => body.valid === true)).toHaveLength(1);
    expect((await guess(visitor, code)).body).toEqual({ valid: false });
  });

  it('is over after thirty minutes', async () => {
    const { visitor } = await aFollower();
    const code = await sendForCode(visitor);
    story.advance(30 * 60 + 1);
    expect((await guess(visitor, code)).body).toEqual({ valid: false });
  });

  it('takes five guesses, also at once: then the right one is refused, and a new code works', async () => {
    const { visitor } = await aFollower();
    const code = await sendForCode(visitor);
    const guesses = Array.from({ length: 20 }, (_, at) => guess(visitor, wrong(code, at % 10)));
    for (const { body } of await Promise.all(guesses)) expect(body).toEqual({ valid: false });
    const own = and(eq(tokens.purpose, 'code'), eq(tokens.subject, visitor.email));
    expect(await db().select().from(tokens).where(own)).toMatchObject([{ attempts: 5 }]);
    const next = await guess(visitor, code);
    expect(next).toMatchObject({ status: 200, body: { valid: false } });
    expect(next.headers.get('set-cookie')).toBeNull();
    expect((await guess(visitor, await sendForCode(visitor))).body).toEqual({ valid: true });
  });

  it('the one before a newer one is nothing any more', async () => {
    const { visitor } = await aFollower();
    const first = await sendForCode(visitor);
    story.advance(1);
    const second = await sendForCode(visitor);
    expect((await guess(visitor, first)).body).toEqual({ valid: false });
    expect((await guess(visitor, second)).body).toEqual({ valid: true });
  });

  it('is for the browser that sent for it; others can neither use nor use up what was sent', async () => {
    const { visitor } = await aFollower();
    const code = await sendForCode(visitor);
    const stranger = new Visitor(story);
    for (let at = 0; at < 8; at += 1) await guess(stranger, wrong(code, at), visitor.email);
    expect((await guess(stranger, code, visitor.email)).body).toEqual({ valid: false });
    expect((await guess(visitor, code)).body).toEqual({ valid: true });
  });

  it('goes to an address under which anything is stored; any other is told that nothing is', async () => {
    const stranger = new Visitor(story);
    expect((await stranger.post('/api/send-verification', { email: stranger.email })).status).toBe(
      200,
    );
    const letter = await received(stranger.email, 'verification-code');
    expect(letter.subject).toBe('Nothing is stored under this address');
    expect(() => codeIn(letter)).toThrow();
    const { id } = await aProduct();
    await stranger.post('/api/follows', { product_id: id, email: stranger.email });
    await lookUp(stranger);
    const { body } = await stranger.get('/api/contributions');
    expect(body.contributions).toEqual([]);
  });

  it('is sent five times an hour to one network, which is told how long to wait', async () => {
    const { visitor } = await aFollower();
    const send = () => visitor.post('/api/send-verification', { email: visitor.email });
    for (let at = 0; at < 5; at += 1) expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(refused.body.error).toMatch(
      /try again in (a minute|\d+ (minutes|hours)), or first open/,
    );
  });
});

describe('one person’s list', () => {
  it('is nobody else’s, whatever ids and cookies they bring', async () => {
    const { visitor: owner } = await aFunder();
    const { visitor: other } = await aFunder();
    await lookUp(owner);
    await lookUp(other);
    const [own] = (await owner.get('/api/contributions')).body.contributions;
    const path = `/api/contributions/${own!.id}`;
    expect((await owner.get(`${path}/receipt`)).status).toBe(200);
    const refusals = [
      await other.get(`${path}/receipt`),
      await other.post(`${path}/refund-request`, { reason: 'mine' }),
    ];
    for (const refused of refusals) {
      expect(refused).toMatchObject(refuses(404, messages.NOT_YOURS));
    }
    expect((await other.post('/api/erase-my-data', { email: owner.email })).status).toBe(400);
    const exported = JSON.stringify((await other.get('/api/my-data')).body);
    expect(exported).not.toContain(owner.email);
    expect(exported).not.toContain(own!.id);
    const nobody = new Visitor(story);
    for (const refused of [
      await nobody.get('/api/contributions'),
      await nobody.get(`${path}/receipt`),
      await nobody.get('/api/my-data'),
      await nobody.post(`${path}/refund-request`, {}),
      await nobody.post('/api/erase-my-data', { email: owner.email }),
    ]) {
      expect(refused).toMatchObject(refuses(401, messages.NOT_SIGNED_IN));
    }
    expect((await owner.get('/api/contributions')).body.contributions).toHaveLength(1);
  });

  it('closes after thirty minutes, or when it is closed: then a copy of the cookie is nothing', async () => {
    const { visitor } = await aFunder();
    await lookUp(visitor);
    const thief = new Visitor(story);
    thief.steal(visitor, 'openassay_lookup');
    expect((await thief.get('/api/contributions')).status).toBe(200);
    const closed = await visitor.post('/api/end-lookup', {});
    expect(closed.headers.get('set-cookie')).toMatch(/^openassay_lookup=; .*Max-Age=0/);
    expect((await thief.get('/api/contributions')).status).toBe(401);
    expect((await visitor.get('/api/contributions')).status).toBe(401);
    await lookUp(visitor);
    story.advance(30 * 60 + 1);
    expect((await visitor.get('/api/contributions')).status).toBe(401);
  });

  it('is kept over https by a cookie for this host alone', async () => {
    const { visitor } = await aFunder();
    await withSettings({ SITE_URL: 'https://assay.example' }, async () => {
      const code = await sendForCode(visitor);
      const given = (await guess(visitor, code)).headers.getSetCookie();
      const cookie = given.find((one) => one.includes('_lookup'));
      expect(cookie).toMatch(
        /^__Host-openassay_lookup=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/,
      );
      expect((await visitor.get('/api/contributions')).status).toBe(200);
      await visitor.post('/api/end-lookup', {});
    });
    expect((await visitor.get('/api/contributions')).status).toBe(401);
  });

  it('has a receipt for each payment, with all that it was for', async () => {
    const [one, two] = [await aProduct('First of two'), await aProduct('Second of two')];
    const visitor = new Visitor(story);
    await visitor.fund([one.id, 30], [two.id, 12]);
    await received(visitor.email, 'receipt');
    await lookUp(visitor);
    const { contributions } = (await visitor.get('/api/contributions')).body;
    expect(contributions).toHaveLength(2);
    const receipt = await visitor.get(`/api/contributions/${contributions[0]!.id}/receipt`);
    expect(receipt.body).toMatchObject({
      site: 'OpenAssay',
      total: 42,
      email: visitor.email,
      lines: [
        { name: 'First of two', amount: 30, status: 'paid' },
        { name: 'Second of two', amount: 12, status: 'paid' },
      ],
    });
  });
});
