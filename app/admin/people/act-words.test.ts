import { expect, it } from 'vitest';
import { dashboardUrl } from './list-disputes.server.ts';
import { feeText, forText, payerText, sendText } from './whose-words.ts';
import { erasedEmail } from '#app/kit/text.ts';

const erased = erasedEmail('0b1e2c3d-4f50-4a6b-8c7d-9e0f1a2b3c4d');

it.each([
  [50, 1.75, 50, 'Stripe keeps its fee of $1.75.'],
  [50, 3.2, 100, 'Stripe keeps its fee of $3.20 for the whole payment of $100.'],
  [50, 0, 50, 'Stripe took no fee.'],
  [50, null, 50, 'Stripe keeps the fee that it took of the payment.'],
])('a refund of %d says what is true of the fee %j of %d', (amount, fee, paid, text) =>
  expect(feeText(amount, { fee, paid })).toBe(text),
);

it('names whose a payment is, but for those who were erased', () => {
  expect(sendText(50, 'cara@example.org')).toBe('Send $50 to cara@example.org');
  expect(sendText(50, erased)).toBe('Send $50 to its payer');
  expect([payerText(erased), payerText(null)]).toEqual(['an erased address', 'no address']);
  expect(forText([{ id: 42, name: 'Milk' }])).toBe('0042 Milk');
  expect(forText([])).toBe('the project');
});

it('leads to the dispute at Stripe in its mode', () => {
  expect(dashboardUrl('du_1', true)).toBe('https://dashboard.stripe.com/disputes/du_1');
  expect(dashboardUrl('du_1', false)).toBe('https://dashboard.stripe.com/test/disputes/du_1');
});
