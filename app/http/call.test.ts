import { z } from '@hono/zod-openapi';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { configure } from '#app/config.ts';
import { answer, defineCall, refuse, type AnyCall } from './call.ts';
import { formAdapter } from './form-adapter.server.ts';
import { log } from '#app/platform/log.server.ts';
import { mountCalls } from './mount-calls.server.ts';

const logged = vi.spyOn(log, 'error').mockImplementation(() => {});

beforeEach(() => logged.mockClear());
afterEach(() => configure({ NODE_ENV: 'test' }));

const answers = {
  200: z.object({ name: z.string(), parts: z.array(z.object({ id: z.int() })).optional() }),
};
const refusal = z.object({ by: z.int().optional() });
const rest = { summary: 'Names something', access: 'anyone', answers, refusal } as const;

async function asked(handle: () => Promise<unknown>, sharedSeconds?: number) {
  const call = { ...rest, sharedSeconds, handle } as unknown as AnyCall;
  const app = mountCalls([{ method: 'get', path: '/it', call }], async () => {
    throw new Error('no gate');
  });
  return app.request('/it');
}

it('an answer that does not fit its schema does not compile', () => {
  const calls = [
    defineCall({ ...rest, handle: async () => answer(200, { name: 'Oats' }) }),
    defineCall({ ...rest, handle: async () => refuse(404, 'There is none.') }),
    // @ts-expect-error: a field of another type
    defineCall({ ...rest, handle: async () => answer(200, { name: 7 }) }),
    // @ts-expect-error: a field that is missing
    defineCall({ ...rest, handle: async () => answer(200, {}) }),
    // @ts-expect-error: a status that is not named
    defineCall({ ...rest, handle: async () => answer(201, { name: 'Oats' }) }),
    // @ts-expect-error: an error that says nothing
    defineCall({ ...rest, handle: async () => answer(404, { name: 'Oats' }) }),
  ];
  expect(calls).toHaveLength(6);
});

it.each([
  ['a field of another type', { status: 200, body: { name: 7 } }],
  ['a status that is not named', { status: 201, body: { name: 'Oats' } }],
  ['an error that says nothing', { status: 404, body: {} }],
  ['a field that is not named', { status: 200, body: { name: 'Oats', email: 'a@example.org' } }],
  ['one within a list', { status: 200, body: { name: 'Oats', parts: [{ id: 1, lot: 'A' }] } }],
  ['one beside the sentence of a refusal', { status: 409, body: { error: 'Taken.', email: 'a' } }],
])('an answer with %s fails in tests, and is logged in production', async (_, wrong) => {
  expect((await asked(async () => wrong)).status).toBe(500);
  expect((await asked(async () => wrong, 0.001)).status).toBe(500);
  logged.mockClear();
  configure({ NODE_ENV: 'production' });
  expect((await asked(async () => wrong)).status).toBe(wrong.status);
  expect(logged).toHaveBeenCalledOnce();
});

it('answers that fit are sent, refusals with all that they say', async () => {
  expect(await (await asked(async () => answer(200, { name: 'Oats' }))).json()).toEqual({
    name: 'Oats',
  });
  const taken = refuse(409, 'Taken.', { by: 7 });
  expect(await (await asked(async () => taken)).json()).toEqual({ error: 'Taken.', by: 7 });
  expect(logged).not.toHaveBeenCalled();
});

it.each([
  [{}, 'code is missing.'],
  [{ code: 5 }, 'code must be text.'],
  [{ code: 'long' }, 'code must have at most 3 characters.'],
  [{ code: '', amount: -5 }, 'amount must be more than 0.'],
  [{ code: '', amount: '5' }, 'amount must be a number.'],
  [{ code: '', amount: 5.5 }, 'amount must be a whole number.'],
  [{ code: '', to: 'nowhere' }, 'to must be project or refund.'],
  [{ code: '', panel: 'all' }, 'panel must be metals.'],
  [{ code: '', day: 'today' }, 'day is not valid.'],
  [{ code: '', ids: [] }, 'ids must have at least 1 entry.'],
  [{ code: '', own: 7 }, 'Choose one.'],
  [[], 'The request must be an object.'],
  [null, 'The request must be an object.'],
])('%j is refused in words', async (wrong, error) => {
  const body = z.object({
    code: z.string().max(3),
    amount: z.int().positive().optional(),
    to: z.enum(['project', 'refund']).optional(),
    panel: z.literal('metals').optional(),
    day: z.iso.date().optional(),
    ids: z.array(z.int()).min(1).optional(),
    own: z.string('Choose one.').optional(),
  });
  const call = { ...rest, body, handle: async () => answer(200, { name: 'Oats' }) };
  const mounted = { method: 'post', path: '/it', call: call as unknown as AnyCall } as const;
  const app = mountCalls([mounted], async () => {
    throw new Error('no gate');
  });
  const headers = { 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(wrong) };
  const response = await app.request('/it', sent);
  expect([response.status, await response.json()]).toEqual([400, { error }]);
});

it('a form reaches no call that has a gate', async () => {
  const visitor = { browserHash: '', addressHash: '' };
  const made = async (access: string) => {
    const call = { ...rest, access, handle: async () => answer(200, { name: 'Oats' }) };
    const mounted = { method: 'post', path: '/it', call: call as unknown as AnyCall } as const;
    const form = formAdapter([mounted], new Request('http://localhost/it'), visitor);
    return form('post /it' as never, undefined as never);
  };
  expect(await made('anyone')).toMatchObject({ status: 200 });
  await expect(made('admin')).rejects.toThrow();
});

it('a misfit is logged under the pattern of its path, not what was asked for', async () => {
  configure({ NODE_ENV: 'production' });
  const call = { ...rest, handle: async () => answer(200, { name: 7 }) } as unknown as AnyCall;
  const app = mountCalls([{ method: 'get', path: '/it/{id}', call }], () => Promise.reject());
  expect((await app.request('/it/93')).status).toBe(200);
  expect(logged.mock.calls[0]![0]).toMatchObject({ path: '/it/{id}' });
});
