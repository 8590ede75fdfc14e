import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as messages from '#app/subscriptions/messages.ts';
import * as sentences from '#app/subscriptions/preferences-messages.ts';
import { pruneSubscribers } from '#app/subscriptions/store.server.ts';
import { db } from '#app/database/db.server.ts';
import { EMAIL_INVALID } from '#app/platform/messages.ts';
import { emailSubscriptions } from '#db/schema.ts';
import { linkIn, queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { refuses, says, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const rowOf = async (email: string) =>
  (
    await db()
      .select()
      .from(emailSubscriptions)
      .where(eq(emailSubscriptions.emailNormalised, email))
  )[0];
const tokenIn = (link: string) => new URL(link, story.url).searchParams.get('token')!;

describe('subscribing', () => {
  it('keeps what was searched for, and is confirmed by the page behind the mailed link', async () => {
    const visitor = new Visitor(story);
    const { email } = visitor;
    const made = await visitor.post('/api/subscribers', { email, query: 'oats', status: 'new' });
    expect(made).toMatchObject({ status: 201, body: { message: messages.SUBSCRIBED } });
    expect(await rowOf(email)).toMatchObject({ query: 'oats', status: 'new', confirmedAt: null });
    const link = linkIn(await received(email, 'confirm-subscription'), '/email/confirm');
    // A mail scanner opens the link, by whatever method it likes.
    for (const method of ['GET', 'HEAD', 'POST']) await fetch(story.url + link, { method });
    expect((await rowOf(email))?.confirmedAt).toBeNull();
    const token = tokenIn(link);
    const confirmed = await new Visitor(story).post('/api/confirm-subscription', { token });
    expect(confirmed).toMatchObject({ status: 200, body: { message: sentences.CONFIRMED } });
    const { confirmedAt } = (await rowOf(email))!;
    expect(confirmedAt).not.toBeNull();
    story.advance(60);
    expect((await visitor.post('/api/confirm-subscription', { token })).status).toBe(200);
    expect((await rowOf(email))?.confirmedAt).toEqual(confirmedAt);
  });

  it('again before confirming is answered as at first, and the email goes out again', async () => {
    const visitor = new Visitor(story);
    const { email } = visitor;
    const first = await visitor.post('/api/subscribers', { email });
    await received(email, 'confirm-subscription');
    const second = await visitor.post('/api/subscribers', { email: ` ${email.toUpperCase()}\t` });
    expect(second).toMatchObject({ status: first.status, body: first.body });
    expect(second.status).toBe(201);
    const link = linkIn(await received(email, 'confirm-subscription', 2), '/email/confirm');
    await visitor.post('/api/confirm-subscription', { token: tokenIn(link) });
    for (const again of [email, ` ${email.toUpperCase()}\t`]) {
      expect(await visitor.post('/api/subscribers', { email: again })).toMatchObject(
        refuses(409, 'This email is already subscribed.'),
      );
    }
    expect(await queuedFor(email, 'confirm-subscription')).toHaveLength(2);
  });

  it('is one list under both forms, which one letter confirms and one click of the digest ends', async () => {
    const visitor = new Visitor(story);
    const { email } = visitor;
    const own = eq(emailSubscriptions.emailNormalised, email);
    const fromHome = { email, query: 'tea', status: 'new' };
    for (const body of [{ email }, fromHome]) {
      expect((await visitor.post('/api/subscribers', body)).status).toBe(201);
    }
    const link = linkIn(await received(email, 'confirm-subscription', 2), '/email/confirm');
    const token = tokenIn(link);
    const state = async () =>
      (await visitor.post('/api/mail-preferences', { token })).body.newsletter;
    const change = (kind: string, on: boolean) =>
      visitor.post('/api/change-mail-preferences', { token, change: { kind, on } });
    expect([await state(), await db().$count(emailSubscriptions, own)]).toEqual(['unconfirmed', 1]);
    expect(await rowOf(email)).toMatchObject({ query: 'tea' });
    await visitor.post('/api/confirm-subscription', { token });
    expect(await state()).toBe('on');
    for (const body of [{ email }, fromHome]) {
      expect((await visitor.post('/api/subscribers', body)).status).toBe(409);
    }
    // Open pages of a version before name two lists.
    for (const kind of ['newsletter', 'updates', 'digest']) {
      await change(kind, false);
      expect([await state(), await rowOf(email)]).toEqual(['none', undefined]);
      await change(kind, true);
      expect([await state(), await db().$count(emailSubscriptions, own)]).toEqual(['on', 1]);
    }
    const clicked = await fetch(`${story.url}/email/preferences?token=${token}&from=digest`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([clicked.status, await state()]).toEqual([200, 'none']);
  });

  it('is chosen by forms without scripts: by their buttons alone, and what came of it is said', async () => {
    const visitor = new Visitor(story);
    await visitor.post('/api/subscribers', { email: visitor.email });
    const link = linkIn(await received(visitor.email, 'confirm-subscription'), '/email/confirm');
    const token = tokenIn(link);
    const page = `/email/preferences?token=${token}`;
    const own = { Origin: story.url };
    const state = async () =>
      (await visitor.post('/api/mail-preferences', { token })).body.everything;
    const shown = await visitor.page(page);
    expect(shown).toMatchObject(says(200, 'Stop everything'));
    expect(shown.body).not.toContain(`action="${page}`);
    const stopped = await visitor.page(page, { topic: 'everything', on: 'false' }, own);
    expect([stopped.status, await state()]).toEqual([200, false]);
    expect(stopped.body).toContain(sentences.EVERYTHING_STOPPED);
    const unpressed = await visitor.page(page, {}, own);
    expect([unpressed.status, await state()]).toEqual([400, false]);
    // A page of the version before is open still.
    const again = { intent: 'everything', kind: 'everything', on: 'true' };
    const begun = await visitor.page(page, again, own);
    expect([begun.status, await state()]).toEqual([200, true]);
    expect(begun.body).toContain(sentences.WRITING_AGAIN);
    const forged = await visitor.page(`${page}x`, { topic: 'everything', on: 'true' }, own);
    expect(forged).toMatchObject(says(403, sentences.LINK_UNKNOWN));
  });

  it('two at once make one', async () => {
    const email = 'twice@example.org';
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => new Visitor(story).post('/api/subscribers', { email })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const own = eq(emailSubscriptions.emailNormalised, email);
    expect(await db().select().from(emailSubscriptions).where(own)).toHaveLength(1);
  });

  it('that nobody confirms is forgotten after thirty days, a confirmed one is not', async () => {
    const [quiet, loud] = [new Visitor(story), new Visitor(story)];
    for (const { email } of [quiet, loud]) await quiet.post('/api/subscribers', { email });
    const link = linkIn(await received(loud.email, 'confirm-subscription'), '/email/confirm');
    await loud.post('/api/confirm-subscription', { token: tokenIn(link) });
    story.advance(31 * 86_400);
    await pruneSubscribers();
    expect(await rowOf(quiet.email)).toBeUndefined();
    expect(await rowOf(loud.email)).toBeDefined();
    const late = linkIn(await received(quiet.email, 'confirm-subscription'), '/email/confirm');
    expect(await quiet.post('/api/confirm-subscription', { token: tokenIn(late) })).toMatchObject(
      refuses(403, sentences.NOTHING_TO_CONFIRM),
    );
  });

  it('a made-up token confirms nothing', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 'é'.repeat(43)]) {
      expect(await new Visitor(story).post('/api/confirm-subscription', { token })).toMatchObject(
        refuses(403, sentences.LINK_UNKNOWN),
      );
    }
  });

  it('is limited, by its call and by a form without scripts: few may ask whether an address is known', async () => {
    const visitor = new Visitor(story);
    const answers = [];
    for (let at = 0; at < 12; at += 1) {
      const email = `asked-${at}@example.org`;
      const isForm = at % 2 === 1;
      const { status } = await (isForm
        ? visitor.page('/about', { email })
        : visitor.post('/api/subscribers', { email }));
      answers.push(status);
    }
    expect(answers).toEqual([...Array(10).fill(201), 429, 429]);
  });

  it('and confirming work by forms without scripts, with the same answers', async () => {
    const visitor = new Visitor(story);
    const { email } = visitor;
    const refused = await visitor.page('/about', { email: 'x"y' });
    expect(refused).toMatchObject(says(400, EMAIL_INVALID));
    expect(refused.body).toContain('value="x&quot;y"');
    const atHome = await visitor.page('/?index', { email: 'x"y', query: 'oats', status: 'new' });
    expect(atHome.body).toContain(messages.HOME_SIGN_UP_FAILED);
    expect(atHome.body).toContain('value="x&quot;y"');
    const taken = await visitor.page('/?index', { email, query: 'oats', status: 'new' });
    expect([taken.status, taken.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(taken.body).toContain(messages.LETTER_ON_ITS_WAY);
    expect(taken.body).not.toContain(email);
    expect(await rowOf(email)).toMatchObject({ query: 'oats', status: 'new', confirmedAt: null });

    const link = linkIn(await received(email, 'confirm-subscription'), '/email/confirm');
    const led = await fetch(story.url + link, { redirect: 'manual' });
    const page = led.headers.get('location')!;
    expect([led.status, page]).toEqual([303, expect.stringContaining('/email/preferences?token=')]);
    const own = { Origin: story.url };
    expect((await visitor.page(page)).body).toContain('Confirm the newsletter');
    expect((await visitor.page(page, { token: tokenIn(link) }, own)).status).toBe(400);
    expect((await rowOf(email))?.confirmedAt).toBeNull();
    const confirmed = await visitor.page(page, { topic: 'news', on: 'true' }, own);
    expect(confirmed).toMatchObject(says(200, 'You now get the newsletter.'));
    expect((await rowOf(email))?.confirmedAt).not.toBeNull();
    expect((await visitor.page('/?index', { email, status: 'new' })).body).toContain(
      messages.ALREADY_SUBSCRIBED,
    );
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await visitor.page('/about', { email }, elsewhere)).status).toBe(403);
  });

  it('refuses what does not fit', async () => {
    const visitor = new Visitor(story);
    const { email } = visitor;
    for (const body of [
      {},
      { email: 'x' },
      { email, status: 'admin' },
      { email, query: 'q'.repeat(201) },
      { email, query: 'a\0b' },
    ]) {
      const refused = await visitor.post('/api/subscribers', body);
      expect(refused).toMatchObject(refuses(400, expect.stringMatching(/\.$/)));
    }
    expect(await rowOf(email)).toBeUndefined();
  });
});
