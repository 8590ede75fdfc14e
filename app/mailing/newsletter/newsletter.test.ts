import { describe, expect, it } from 'vitest';
import * as messages from '#app/mailing/messages.ts';
import { signUp } from './newsletter.ts';

const FAILED = 'It failed.';
const sentence = (said: string | undefined) => said ?? FAILED;
const answering =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    Response.json(body, { status });

describe('signing up', () => {
  it('sends what is wished, and nothing else', async () => {
    const sent: [unknown, unknown][] = [];
    const ask: typeof fetch = async (input, init) => {
      sent.push([input, JSON.parse(String(init?.body))]);
      return Response.json({ message: 'ok' }, { status: 201 });
    };
    const wish = { email: 'a@example.org', query: 'oat', status: 'new' } as const;
    expect(await signUp(wish, sentence, ask)).toEqual({ ok: true });
    expect(sent).toEqual([['/api/subscribers', wish]]);
  });

  it.each([
    ['a duplicate', 409, { error: 'Known.' }, messages.ALREADY_SUBSCRIBED],
    [
      'a refusal',
      400,
      { error: 'Please enter an email address.' },
      'Please enter an email address.',
    ],
    ['too many', 429, { error: 'Too many requests.' }, 'Too many requests.'],
    ['a refusal without a word', 400, {}, FAILED],
    ['an answer of another shape', 400, [], FAILED],
    ['an answer that is null', 404, null, FAILED],
    ['trouble at the site', 500, { error: 'Something broke.' }, FAILED],
  ])('%s', async (_, status, body, expected) => {
    const outcome = await signUp({ email: 'a@example.org' }, sentence, answering(status, body));
    expect(outcome).toEqual({ ok: false, sentence: expected });
  });

  it('says how long to wait where too many ask, whatever it says of other failures', async () => {
    const wait = 'Too many requests. Please try again in an hour.';
    const outcome = (status: number, headers = {}) =>
      signUp(
        { email: 'a@example.org' },
        () => FAILED,
        async () => Response.json({ error: wait }, { status, headers }),
      );
    const retry = { 'Retry-After': '3600' };
    expect(await outcome(429, retry)).toEqual({ ok: false, sentence: wait });
    expect(await outcome(400)).toEqual({ ok: false, sentence: FAILED });
  });

  it('says so where nobody answers, or not in JSON', async () => {
    const silent: typeof fetch = () => Promise.reject(new TypeError('no network'));
    const html: typeof fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    for (const ask of [silent, html]) {
      expect(await signUp({ email: 'a@example.org' }, sentence, ask)).toEqual({
        ok: false,
        sentence: FAILED,
      });
    }
  });
});
