import { describe, expect, it } from 'vitest';
import * as calls from './lookup-calls.ts';
import * as messages from './messages.ts';

const BUSY = 'Too many requests. Please try again in a few minutes.';

/** A site that gives one answer; undefined gives none. */
function answering(
  status: number | undefined,
  body?: unknown,
  headers: Record<string, string> = {},
): typeof fetch {
  return () =>
    status === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
        );
}

describe('sending for a code', () => {
  it('passes on what the site says', async () => {
    const sent = await calls.sendCode('a@example.org', answering(200, { message: 'On its way.' }));
    expect(sent).toEqual({ ok: true, value: 'On its way.' });
  });

  it.each([
    ['no answer', answering(undefined), undefined],
    ['too many', answering(429, { error: BUSY }), BUSY],
    ['a broken site', answering(500, '<html>'), undefined],
  ])('fails in the words of the catalogue: %s', async (_, ask, reason) => {
    expect(await calls.sendCode('a@example.org', ask)).toEqual({
      ok: false,
      failure: { sentence: 'Failed to send verification code', reason },
    });
  });
});

describe('giving a code back', () => {
  it.each([
    ['no answer', answering(undefined), 'Verification process failed', undefined],
    ['too many', answering(429, { error: BUSY }), 'Verification process failed', BUSY],
    ['a wrong code', answering(200, { valid: false }), 'Invalid or expired verification code'],
    ['an answer that says nothing', answering(200, {}), 'Verification failed', undefined],
    ['no JSON', answering(200, 'true'), 'Verification failed', undefined],
  ])('fails in the words of the catalogue: %s', async (_, ask, sentence, reason?: string) => {
    expect(await calls.verifyCode('a@example.org', 'ABC123', ask)).toEqual({
      ok: false,
      failure: { sentence, reason },
    });
  });

  it('is right only where the site says so', async () => {
    const checked = await calls.verifyCode(
      'a@example.org',
      'ABC123',
      answering(200, { valid: true }),
    );
    expect(checked).toEqual({ ok: true, value: true });
  });
});

describe('fetching the list', () => {
  const list = { email: 'a@example.org', expires_at: '2027-01-01T12:30:00Z', contributions: [] };

  it.each([
    ['Fri, 01 Jan 2027 12:00:00 GMT', 1_800_000],
    ['Fri, 01 Jan 2027 12:29:00 GMT', 60_000],
    // A clock that cannot be right: the server would have refused, or given less time.
    ['Fri, 01 Jan 2027 12:31:00 GMT', 1_800_000],
    ['Fri, 01 Jan 2027 11:00:00 GMT', 1_800_000],
    ['', 1_800_000],
  ])('reckons by the clock of the server: %s', async (date, closesInMs) => {
    const answer = await calls.fetchContributions(answering(200, list, { Date: date }));
    expect(answer).toEqual({ kind: 'found', found: list, closesInMs });
  });

  it('tells a session that is over from a failure', async () => {
    expect(await calls.fetchContributions(answering(401, { error: 'No.' }))).toEqual({
      kind: 'signedOut',
    });
    for (const ask of [answering(undefined), answering(500, ''), answering(200, {})]) {
      expect(await calls.fetchContributions(ask)).toMatchObject({
        kind: 'failed',
        failure: { sentence: 'Failed to fetch contributions' },
      });
    }
  });
});

describe('refunds, erasure and receipts', () => {
  it('say why they were refused, and never that nothing happened where no answer came', async () => {
    const refusal = { error: messages.MONEY_UNDER_WAY };
    expect(await calls.eraseMyData('a@example.org', answering(409, refusal))).toEqual({
      ok: false,
      failure: { sentence: messages.MONEY_UNDER_WAY },
    });
    expect(await calls.eraseMyData('a@example.org', answering(undefined))).toEqual({
      ok: false,
      failure: { sentence: messages.ERASING_FAILED },
    });
    expect(await calls.requestRefund('id', '', answering(201, {}))).toMatchObject({ ok: false });
  });

  it.each([
    [401, 'signedOut'],
    [404, 'notFound'],
    [400, 'notFound'],
    [500, 'failed'],
    [undefined, 'failed'],
  ])('a receipt that was answered with %s is %s', async (status, kind) => {
    expect((await calls.fetchReceipt('id', answering(status, {}))).kind).toBe(kind);
  });

  it('keeps a name from becoming another path', async () => {
    const asked: string[] = [];
    await calls.fetchReceipt('../my-data?', (input) => {
      asked.push(input as string);
      return answering(404, {})(input);
    });
    expect(asked).toEqual(['/api/contributions/..%2Fmy-data%3F/receipt']);
  });
});
