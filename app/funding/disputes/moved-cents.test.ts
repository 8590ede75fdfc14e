import { describe, expect, test } from 'vitest';
import { isGone, movedCents, withdrawnCents } from './moved-cents.ts';

type Status = Parameters<typeof isGone>[0]['status'];

const dispute = (status: Status, ...moved: [cents: number, currency?: string][]) => ({
  status,
  balance_transactions: moved.map(([amount, currency = 'usd']) => ({ amount, currency })),
});

test.each([
  [[], 0, 0],
  [[-5000], -5000, 5000],
  [[-5000, 2000], -3000, 3000],
  [[-5000, 5000], 0, 0],
  [[-5000, 5001], 1, 0],
])('what moved %j leaves %d, of which %d are out', (moved, cents, outCents) => {
  const own = dispute('needs_response', ...moved.map((amount): [number] => [amount]));
  expect([movedCents(own), withdrawnCents(own)]).toEqual([cents, outCents]);
});

test('a movement in another currency is none of ours', () => {
  expect(movedCents(dispute('needs_response', [-5000], [-4000, 'eur']))).toBe(-5000);
});

describe('what is out stays out', () => {
  test.each<[string, boolean, Status, ...number[]]>([
    ['once it is lost', true, 'lost', -5000],
    ['where it was won and gave something back', true, 'won', -5000, 2000],
    ['not while it is open', false, 'needs_response', -5000, 2000],
    ['not where it was won and is about to give back', false, 'won', -5000],
    ['not where all that has come since is a fee of its own', false, 'won', -5000, 0],
  ])('%s', (_name, isOut, status, ...moved) => {
    expect(isGone(dispute(status, ...moved.map((amount): [number] => [amount])))).toBe(isOut);
  });
});
