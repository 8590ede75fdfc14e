import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveFor } from './leave-for.ts';

const departure = {
  path: '/api/leave',
  body: { amount: 20 },
  unreachable: 'unreachable',
  failed: 'failed',
  noAddress: 'no address',
};
const ask = vi.fn<typeof fetch>();
const navigate = vi.fn<(url: string) => void>();

beforeEach(() => vi.resetAllMocks());

function leave(answer: Response | Error) {
  if (answer instanceof Error) ask.mockRejectedValueOnce(answer);
  else ask.mockResolvedValueOnce(answer);
  return leaveFor(departure, { fetch: ask, navigate });
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

describe('leaveFor', () => {
  it('goes to the address of the answer', async () => {
    const url = 'https://pay.example.org/c/1';
    expect(await leave(json(200, { url }))).toBeUndefined();
    expect(navigate.mock.calls).toEqual([[url]]);
    const [path, init] = ask.mock.calls[0] ?? [];
    expect([path, init?.method, init?.body]).toEqual(['/api/leave', 'POST', '{"amount":20}']);
  });

  it.each([
    ['its sentence', json(400, { error: 'Minimum' }), 'Minimum'],
    ['an error without a sentence', json(500, { error: '' }), 'failed'],
    ['an error that is no JSON', new Response('<html>', { status: 502 }), 'failed'],
    ['an answer without an address', json(200, {}), 'no address'],
    ['an address that is a script', json(200, { url: 'javascript:alert(1)' }), 'no address'],
    ['an answer that is no JSON', new Response('<html>'), 'no address'],
    ['a network that is down', new TypeError('network'), 'unreachable'],
  ])('stays, and says %s', async (_, answer, sentence) => {
    expect(await leave(answer)).toBe(sentence);
    expect(navigate).not.toHaveBeenCalled();
  });
});
