import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#app/config.ts';
import { pace } from './pace.ts';
import { callsPerSecond } from './stripe.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** How many of so many calls were let through in each of the first seconds. */
async function through(perSecond: number, calls: number, seconds: number): Promise<number[]> {
  const turn = pace(perSecond);
  const passed: number[] = [];
  for (let call = 0; call < calls; call += 1) void turn().then(() => passed.push(call));
  const counts: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const before = passed.length;
    await vi.advanceTimersByTimeAsync(1_000);
    counts.push(passed.length - before);
  }
  expect(passed).toEqual(passed.toSorted((a, b) => a - b));
  return counts;
}

test.each([80, 20, 1])(
  '%i calls a second are let through, and a tenth more at most',
  async (limit) => {
    const counts = await through(limit, limit * 5, 3);
    for (const count of counts) {
      expect(count).toBeGreaterThanOrEqual(limit);
      expect(count).toBeLessThanOrEqual(limit + Math.max(1, limit / 10));
    }
  },
);

test('with Stripe it stays below what Stripe refuses, and the sandbox has no limit', () => {
  const STRIPE_WEBHOOK_SECRET = 'whsec_x';
  const keyed = (STRIPE_SECRET_KEY: string, more: Record<string, string> = {}) =>
    callsPerSecond(readConfig({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, ...more }));
  const SITE_URL = 'https://assay.example.org';
  const OPERATOR_NAME = 'Assay Foundation';
  const OPERATOR_ADDRESS = '1 Main Street';
  const SUPPORT_EMAIL = 'help@assay.example.org';
  const live = { SITE_URL, OPERATOR_NAME, OPERATOR_ADDRESS, SUPPORT_EMAIL };
  expect(keyed('sk_live_x', live)! * 1.1).toBeLessThan(100);
  expect(keyed('sk_test_x')! * 1.1).toBeLessThan(25);
  expect(keyed('sk_test_x', { STRIPE_API_BASE: 'http://127.0.0.1:3001' })).toBeUndefined();
  // Two that serve pages and one that runs jobs, together.
  const several = { ...live, PROCESSES: '2', AUTH_SECRET: 'x'.repeat(32) };
  expect(keyed('sk_live_x', several)! * 3).toBe(keyed('sk_live_x', live));
  expect(keyed('sk_live_x', { ...several, JOBS: '0' })! * 2).toBe(keyed('sk_live_x', live));
});
