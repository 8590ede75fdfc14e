import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROVIDER_UNREACHABLE } from '#app/funding/messages.ts';
import type { Order } from '#app/funding/order.ts';
import { whileVisitorWaits } from '#app/stripe/stripe.server.ts';
import { checkOut } from './check-out.server.ts';

vi.mock('#app/funding/checkout-session.server.ts', () => ({
  openSession: () => new Promise(() => {}),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a silent Stripe ends a checkout with its sentence within ten seconds', async () => {
  const answered = checkOut({ id: 'an order' } as Order);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.race([answered, 'still waiting'])).toMatchObject({
    status: 502,
    body: { error: PROVIDER_UNREACHABLE },
  });
});

it('whoever waits for Stripe hears its answer or its error, and nothing waits on', async () => {
  expect(await whileVisitorWaits(Promise.resolve('a session'))).toBe('a session');
  await expect(whileVisitorWaits(Promise.reject(new Error('no')))).rejects.toThrow('no');
  const silent = whileVisitorWaits(new Promise(() => {}));
  const expected = expect(silent).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await vi.advanceTimersByTimeAsync(10_000);
  await expected;
  expect(vi.getTimerCount()).toBe(0);
});
