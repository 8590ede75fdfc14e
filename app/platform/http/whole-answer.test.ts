import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from './mount-calls.server.ts';
import { securityHeaders } from './security-headers.server.ts';
import { isWhole, wholeAnswer } from './whole-answer.server.ts';

const OWN = { 'Content-Type': 'text/plain', 'Content-Security-Policy': "default-src 'self'" };

/** What is sent by a site whose one answer has these headers of its own. */
async function sent(headers: Record<string, string>, answering: typeof wholeAnswer | undefined) {
  const app = new Hono<Env>();
  app.use(securityHeaders());
  const made = { status: 200, headers };
  app.get('/', (c) => answering?.(c, 'text', made) ?? new Response('text', made));
  return Object.fromEntries((await app.request('/')).headers);
}

test.each([
  ['a page with a policy of its own', OWN],
  ['a text without one', { 'Content-Type': 'text/plain' }],
  ['what is made for other sites', { 'Cross-Origin-Resource-Policy': 'cross-origin' }],
])('%s, sent whole, has the headers of any other answer, each once', async (_, own) => {
  const whole = await sent(own, wholeAnswer);
  expect(whole).toMatchObject({ 'x-content-type-options': 'nosniff' });
  // The platform adds a kind where an answer names none.
  const other = await sent(own, undefined);
  expect({ 'content-type': 'text/plain;charset=UTF-8', ...whole }).toEqual({
    'content-type': 'text/plain;charset=UTF-8',
    ...other,
  });
});

test('an answer that is put in the place of a whole one is secured as any other', async () => {
  const app = new Hono<Env>();
  const wereWhole: boolean[] = [];
  app.use(securityHeaders());
  app.use(async (c, next) => {
    await next();
    wereWhole.push(isWhole(c.res));
    c.res = undefined;
    c.res = new Response('another', { status: 500 });
    wereWhole.push(isWhole(c.res));
  });
  app.get('/', (c) => wholeAnswer(c, 'text', { status: 200, headers: OWN }));
  const { status, headers } = await app.request('/');
  expect([status, ...wereWhole]).toEqual([500, true, false]);
  expect(headers.get('x-frame-options')).toBe('DENY');
});
