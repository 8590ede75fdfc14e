import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from './ask.ts';
import { tooManyRequests } from '#app/platform/messages.ts';
import type { Visitor } from '#test/support/visitor.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => fetched.mockReset());

function answers(...several: [number, unknown, Record<string, string>?][]) {
  for (const [status, body, headers] of several) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    fetched.mockResolvedValueOnce(new Response(text, { status, headers }));
  }
}

const sendCode = () =>
  ask('post /api/send-verification', {
    body: { email: 'a@example.org' },
    failed: 'It failed.',
    unreachable: 'Nobody there.',
  });

describe('what is asked', () => {
  it('goes to the address of the call, a name never becoming another path', async () => {
    answers([200, {}], [200, {}]);
    await ask('get /api/contributions/{id}/receipt', { params: { id: '../my-data?' } });
    await ask('get /api/follows', { query: { product_id: '1001', email: 'a+b@example.org' } });
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([
      '/api/contributions/..%2Fmy-data%3F/receipt',
      '/api/follows?product_id=1001&email=a%2Bb%40example.org',
    ]);
  });

  it('is a JSON body where the call takes one', async () => {
    answers([200, { message: 'On its way.' }, { Date: 'today' }]);
    const asked = await sendCode();
    expect(asked).toEqual({ ok: true, body: { message: 'On its way.' }, date: 'today' });
    const [address, init] = fetched.mock.calls[0]!;
    expect([address, init?.method, init?.body]).toEqual([
      '/api/send-verification',
      'POST',
      '{"email":"a@example.org"}',
    ]);
    expect(new Headers(init?.headers).get('Content-Type')).toBe('application/json');
  });

  it('is held to its contract by the types', () => {
    // @ts-expect-error: no such call
    const unknown = () => ask('get /api/nothing', {});
    // @ts-expect-error: the email is missing
    const incomplete = () => ask('post /api/send-verification', { body: {} });
    const misread = async () => {
      const asked = await ask('get /api/products/{id}', { params: { id: '1' } });
      // @ts-expect-error: a product has no such field
      return asked.ok && asked.body.price;
    };
    const misheard = async () => {
      const asked = await ask('post /api/create-checkout', { body: { cart: [] } });
      // @ts-expect-error: its refusals say nothing of the kind
      return !asked.ok && asked.body?.existing;
    };
    const misreadInStories = async (visitor: Visitor, id: number) => {
      const { body } = await visitor.get(`/api/products/${id}?from=a-story`);
      // @ts-expect-error: a product has no such field, and its name no such method
      return [body.price, body.name.missing];
    };
    expect([unknown, incomplete, misread, misheard, misreadInStories]).toHaveLength(5);
  });
});

describe('what nothing comes of', () => {
  it.each<[string, [number, unknown, Record<string, string>?], object]>([
    ['the site says why', [400, { error: 'No.' }], { sentence: 'No.', shown: 'No.', status: 400 }],
    ['the site says nothing', [500, { error: '' }], { sentence: 'It failed.', status: 500 }],
    ['it is no JSON', [502, '<html>'], { sentence: 'It failed.', status: 502 }],
    ['a success is no JSON', [200, '<html>'], { sentence: 'It failed.', status: 200 }],
    ['a success is null', [200, 'null'], { sentence: 'It failed.', status: 200 }],
    ['it is not so far', [202, { error: 'Soon.' }], { sentence: 'Soon.', status: 202 }],
    ['it carries more', [409, { error: 'No.', existing: 7 }], { body: { existing: 7 } }],
  ])('is told: %s', async (_, answer, expected) => {
    answers(answer);
    expect(await sendCode()).toMatchObject({ ok: false, ...expected });
  });

  it('is told where nobody answers', async () => {
    fetched.mockRejectedValueOnce(new TypeError('no network'));
    expect(await sendCode()).toEqual({ ok: false, sentence: 'Nobody there.' });
  });

  it('is said in the caller’s words, but for how long to wait', async () => {
    const failed = (shown?: string, status?: number) => `${status}: ${shown}`;
    const body = { email: 'a@example.org' };
    const wait = tooManyRequests('an hour');
    answers([400, { error: 'No.' }], [429, { error: wait }, { 'Retry-After': '3600' }]);
    expect(await ask('post /api/subscribers', { body, failed })).toMatchObject({
      sentence: '400: No.',
    });
    expect(await ask('post /api/subscribers', { body, failed })).toMatchObject({ sentence: wait });
  });
});
