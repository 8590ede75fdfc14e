import { expect, it } from 'vitest';
import { asOf } from './solvency.server.ts';

const as = (balances: Record<string, number>) => asOf(new Map(Object.entries(balances)));

it.each([
  [
    'a payment: the product is owed what Stripe did not keep',
    { stripe: -9_680, 'product:1': 10_000, 'fees:1': -320 },
    { productsCents: 9_680, leftCents: 0 },
  ],
  [
    'a donation is the project’s own',
    { stripe: -9_680, donations: 10_000, fees: -320 },
    { productsCents: 0, leftCents: 9_680 },
  ],
  [
    'a payout changes the place and nobody’s money',
    { stripe: -680, bank: -9_000, 'product:1': 10_000, 'fees:1': -320 },
    { stripeCents: 680, bankCents: 9_000, leftCents: 0 },
  ],
  [
    'a reserve of Stripe’s is still ours',
    { stripe: -680, withheld: -9_000, 'product:1': 10_000, 'fees:1': -320 },
    { withheldCents: 9_000, leftCents: 0 },
  ],
  [
    'a refunded product’s fees fall to the project, which is short by them',
    { stripe: 320, 'product:1': 0, 'fees:1': -320 },
    { productsCents: 0, leftCents: -320 },
  ],
  [
    'no other product pays them',
    { stripe: -9_360, 'product:1': 0, 'fees:1': -320, 'product:2': 10_000, 'fees:2': -320 },
    { productsCents: 9_680, leftCents: -320 },
  ],
  [
    'a refund on its way is owed to its payer',
    { stripe: -9_680, 'product:1': 0, refunds: 10_000, 'fees:1': -320 },
    { peopleCents: 10_000, leftCents: -320 },
  ],
  [
    'what a test cost is paid and owed no more',
    { bank: -5_000, stripe: -4_680, 'product:1': 10_000, 'fees:1': -320 },
    { productsCents: 9_680, leftCents: 0 },
  ],
  [
    'what is left of a test is the reserve’s',
    {
      stripe: -9_680,
      bank: 7_000,
      'product:1': 10_000,
      'fees:1': -320,
      'spent:1': -7_000,
      'settled:1': -2_680,
      reserve: 2_680,
    },
    { productsCents: 0, reserveCents: 2_680, leftCents: 0 },
  ],
  [
    'what left for nothing known is missing',
    { stripe: -4_680, 'product:1': 10_000, 'fees:1': -320, review: -5_000 },
    { peopleCents: 0, leftCents: -5_000 },
  ],
  [
    'and pays nobody else’s refund',
    { stripe: -4_680, refunds: 10_000, 'fees:1': -320, review: -5_000 },
    { peopleCents: 10_000, leftCents: -5_320 },
  ],
  [
    'made-up money is nobody’s',
    { 'product:9': 5_000, demo: -5_000 },
    { productsCents: 0, leftCents: 0 },
  ],
] as const)('%s', (_, balances, expected) => {
  expect(as(balances)).toMatchObject(expected);
});
