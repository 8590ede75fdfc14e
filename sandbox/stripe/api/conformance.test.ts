import { expect, test } from 'vitest';
import { checkEvent, checkResponse } from './conformance.ts';
import { sessionParams, startTestSandbox } from '#sandbox/stripe/test-support.ts';

test('the checker sees a missing, a mistyped and an undeclared field, at any depth', async () => {
  const { stripe, events, control } = await startTestSandbox();
  const { lastResponse: _, ...session } = await stripe.checkout.sessions.create(sessionParams());
  const check = (change: object) =>
    checkResponse('GET', `/v1/checkout/sessions/${session.id}`, 200, { ...session, ...change });
  expect(check({})).toEqual([]);
  expect(check({ amount_total: undefined })).toHaveLength(1);
  expect(check({ amount_total: '2500' })).toHaveLength(1);
  expect(check({ amountTotal: 2500 })).toHaveLength(1);
  expect(check({ status: 'done' })).toHaveLength(1);
  expect(check({ automatic_tax: { enabled: false } }).length).toBeGreaterThan(0);

  await control(`pay/${session.id}`, { email: 'buyer@example.com' });
  const completed = events.at(-1)!;
  expect(checkEvent(completed)).toEqual([]);
  expect(checkEvent({ ...completed, type: 'checkout.session.celebrated' })).toHaveLength(1);
  expect(checkEvent({ ...completed, type: 'charge.failed' }).length).toBeGreaterThan(0);
});

test('the checker knows the calls and the error envelope', () => {
  const error = { error: { type: 'invalid_request_error', message: 'No.' } };
  expect(checkResponse('GET', '/v1/unicorns', 404, error)).toEqual([]);
  expect(checkResponse('GET', '/v1/unicorns', 200, {})).toHaveLength(1);
  expect(checkResponse('GET', '/v1/events', 400, { message: 'No.' }).length).toBeGreaterThan(0);
});
