import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { mails, rateLimits } from '#db/schema.ts';
import { lookUp, received } from '#test/support/inbox.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { Visitor, type Answered } from '#test/support/visitor.ts';

const story = useStory();

/** All that an outsider sees of an answer, but what differs between any two of them. */
function seen({ status, body, headers }: Answered) {
  const changing = ['date', 'set-cookie', 'retry-after'];
  const shown = [...headers].filter(([name]) => !changing.includes(name)).toSorted();
  const names = headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
  // When to come back is said in whole minutes, one of which may end between two answers.
  const { error } = body as { error?: string };
  const text = error && { error: error.replace(/a minute|\d+ (minutes|hours)/, 'a while') };
  return { status, body: { ...body, ...text }, headers: shown, cookies: names };
}

/** Somebody about whom everything is stored: money, follow, newsletter, monthly donation, codes. */
async function aKnownPerson() {
  const { id } = await aProduct();
  const person = new Visitor(story);
  await person.fund([id, 25]);
  const donated = await person.post('/api/create-subscription-checkout', { amount: 20 });
  await person.payOnHostedPage(donated.body.sessionId);
  await received(person.email, 'receipt', 2);
  await person.post('/api/follows', { product_id: id, email: person.email });
  await person.post('/api/subscribers', { email: person.email });
  await lookUp(person);
  return { person, productId: id };
}

describe('every call that takes an address answers alike for a known and an unknown one', () => {
  let known: Awaited<ReturnType<typeof aKnownPerson>>;
  beforeAll(async () => void (known = await aKnownPerson()));

  it.each<
    [name: string, call: (as: Visitor, email: string, productId: number) => Promise<Answered>]
  >([
    ['send-verification', (as, email) => as.post('/api/send-verification', { email })],
    [
      'verify-contribution-code',
      (as, email) =>
        as.post('/api/verify-contribution-code', { check_email: email, check_code: 'AAAAAA' }),
    ],
    ['send-manage-link', (as, email) => as.post('/api/send-manage-link', { email })],
    [
      'find a follow',
      (as, email, id) => as.get(`/api/follows?product_id=${id}&email=${encodeURIComponent(email)}`),
    ],
  ])('%s', async (name, call) => {
    const { person, productId } = known;
    const unknown = `unknown-${name.replaceAll(' ', '-')}@example.org`;
    for (let round = 0; round < 7; round += 1) {
      // Past the limits too.
      const [asked, other] = [new Visitor(story), new Visitor(story)];
      expect(seen(await call(asked, person.email, productId))).toEqual(
        seen(await call(other, unknown, productId)),
      );
    }
    const stranger = new Visitor(story);
    for (let round = 0; round < 7; round += 1) {
      const [known, none] = [
        seen(await call(stranger, person.email, productId)),
        seen(await call(stranger, unknown, productId)),
      ];
      expect({ ...known, cookies: [] }).toEqual({ ...none, cookies: [] });
    }
  });

  it('follow, but for the random id', async () => {
    const { person, productId } = known;
    const answers = [];
    for (const email of [person.email, `unknown-${productId}@example.org`]) {
      const answered = await new Visitor(story).post('/api/follows', {
        product_id: productId,
        email,
      });
      expect(answered.body.id).toMatch(/^[0-9a-f-]{36}$/);
      answers.push(seen({ ...answered, body: { ...answered.body, id: '' } }));
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('after a guess at a code that is there, and at one that is not', async () => {
    await db().delete(rateLimits);
    const { person } = await aKnownPerson();
    const answers = [];
    for (const email of [person.email, 'nobody-here@example.org']) {
      const stranger = new Visitor(story);
      await stranger.post('/api/send-verification', { email });
      await eventually(
        () => db().select().from(mails),
        (all) => all.every((mail) => mail.sentAt || mail.deadAt),
      );
      const seenOfThem = [];
      for (let turn = 0; turn < 7; turn += 1) {
        const body = { check_email: email, check_code: `AAAA0${turn}` };
        seenOfThem.push(seen(await stranger.post('/api/verify-contribution-code', body)));
      }
      answers.push(seenOfThem);
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});
