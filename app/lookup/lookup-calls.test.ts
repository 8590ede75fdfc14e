import { describe, expect, it, vi } from 'vitest';
import * as calls from './lookup-calls.ts';

const BUSY = 'Too many requests. Please try again in a few minutes.';

/** A site that gives one answer; undefined gives none. */
function answering(
  status: number | undefined,
  body?: unknown,
  headers: Record<string, string> = {},
): () => void {
  const answer: typeof fetch = () =>
    status === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
        );
  return () => vi.stubGlobal('fetch', answer);
}

describe('giving a code back', () => {
  it.each([
    ['no answer', answering(undefined), 'Verification process failed', undefined],
    ['too many', answering(429, { error: BUSY }), 'Verification process failed', BUSY],
    ['a wrong code', answering(200, { valid: false }), 'Invalid or expired verification code'],
    ['an answer that says nothing', answering(200, {}), 'Verification failed', undefined],
    ['no JSON', answering(200, '<html>'), 'Verification failed', undefined],
  ])('fails in the words of the catalogue: %s', async (_, answer, sentence, reason?: string) => {
    answer();
    expect(await calls.giveCode('a@example.org', 'ABC123')).toEqual({ sentence, reason });
  });

  it('is right only where the site says so', async () => {
    answering(200, { valid: true })();
    expect(await calls.giveCode('a@example.org', 'ABC123')).toBeUndefined();
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
    answering(200, list, { Date: date })();
    expect(await calls.fetchContributions()).toMatchObject({ ok: true, body: list, closesInMs });
  });
});
