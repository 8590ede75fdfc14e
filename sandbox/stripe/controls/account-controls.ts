import { settleInDollars } from '#sandbox/stripe/payments/charge-money.ts';
import { succeed } from '#sandbox/stripe/payments/booking.ts';
import { readCard, cardExpiry } from '#sandbox/stripe/payments/cards.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId, type IdPrefix } from '#sandbox/stripe/api/ids.ts';
import { payOutOfBand } from '#sandbox/stripe/subscriptions/invoice-payment.ts';
import type { BalanceTransaction, Charge, Invoice, Session } from '#sandbox/stripe/objects.ts';
import {
  makeCharge,
  makePaymentIntent,
  makePaymentMethod,
} from '#sandbox/stripe/payments/payment-objects.ts';
import { submitPayment } from '#sandbox/stripe/payments/payment.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import { createSession } from '#sandbox/stripe/checkout/sessions.ts';

type Input = Record<string, unknown>;

/** What moves a balance without a payment, and the category under which Stripe's reports have it. */
const CATEGORIES: Record<string, string> = {
  adjustment: 'other_adjustment',
  contribution: 'contribution',
  network_cost: 'network_cost',
  payment_network_reserve_hold: 'risk_reserved_funds',
  payment_network_reserve_release: 'risk_reserved_funds',
  payout: 'payout',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
  payout_minimum_balance_hold: 'payout',
  payout_minimum_balance_release: 'payout',
  reserve_hold: 'risk_reserved_funds',
  reserve_release: 'risk_reserved_funds',
  reserve_transaction: 'risk_reserved_funds',
  reserved_funds: 'risk_reserved_funds',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'tax',
  topup: 'topup',
  topup_reversal: 'topup_reversal',
  transfer: 'transfer',
};

/** The objects that such a movement is of, where it is of any; what is paid out can fail later. */
const SOURCES: Record<string, [object: string, prefix: IdPrefix]> = {
  payout: ['payout', 'po'],
  reserve_transaction: ['reserve_transaction', 'rsv'],
  topup: ['topup', 'tu'],
};

/** `transactions` {type, amount, currency?, description?, source?}: moves the account's balance. */
export function moveBalance({ store, clock }: Sandbox, input: Input): BalanceTransaction {
  const { amount, description = null } = input;
  const currency = String(input.currency ?? 'usd');
  const type = String(input.type);
  const category = CATEGORIES[type];
  if (!category) {
    const known = Object.keys(CATEGORIES).join(', ');
    throw invalidRequest(`Invalid type: must be one of ${known}`, 'type');
  }
  if (!Number.isInteger(amount) || amount === 0) {
    throw invalidRequest('amount is cents, below zero where they leave the balance', 'amount');
  }
  return store.transaction(() => {
    const source = typeof input.source === 'string' ? input.source : sourceOf(type);
    const nowS = clock.nowS();
    const moved = complete<BalanceTransaction>('balance_transaction', {
      id: newId('txn'),
      object: 'balance_transaction',
      amount: Number(amount),
      available_on: nowS,
      balance_type: 'payments',
      created: nowS,
      currency,
      description,
      fee: 0,
      fee_details: [],
      net: Number(amount),
      reporting_category: category,
      source,
      status: 'available',
      // A category of the reports, and no type of its own.
      type: type === 'network_cost' ? 'stripe_fee' : type,
    });
    store.insert(moved);
    return moved;
  });

  function sourceOf(kind: string): string | null {
    const [object, prefix] = SOURCES[kind] ?? [];
    if (!object || !prefix) return null;
    const made = { id: newId(prefix), object };
    store.insert(made);
    return made.id;
  }
}

/**
 * `foreign` {amount, email?, currency?, settled?, session?}: a payment that the site has not asked
 * for, as by an invoice of the dashboard's or, with `session`, by a payment link. In a currency of
 * its own it stays in a balance of that currency, or comes to so many cents with `settled`.
 */
export function payForeign(sandbox: Sandbox, input: Input) {
  const { amount, currency = 'usd' } = input;
  const email = String(input.email ?? 'customer@example.org');
  if (!Number.isInteger(amount) || Number(amount) < 50) {
    throw invalidRequest('amount is 50 cents or more', 'amount');
  }
  return sandbox.store.transaction(() =>
    input.session === true
      ? payByLink(sandbox, Number(amount), email)
      : payDirectly(sandbox, Number(amount), String(currency), email, input.settled),
  );
}

function payByLink(sandbox: Sandbox, amount: number, email: string): Session {
  const product = { name: 'A thing that is none of the site’s' };
  const price = { currency: 'usd', unit_amount: amount, product_data: product };
  const { id } = createSession({
    sandbox,
    path: '/v1/checkout/sessions',
    id: '',
    params: {
      mode: 'payment',
      success_url: 'https://example.org/thanks',
      line_items: [{ quantity: 1, price_data: price }] as never,
    },
  });
  submitPayment(sandbox, id, {
    email,
    method: 'card',
    card_number: '4242424242424242',
    card_expiry: cardExpiry(sandbox.clock.nowS(), 5),
    card_cvc: '123',
    card_name: 'A customer',
    bank_outcome: 'wait',
  });
  return sandbox.store.need<Session>('checkout.session', id);
}

function payDirectly(
  sandbox: Sandbox,
  amount: number,
  currency: string,
  email: string,
  settled: unknown,
): Charge {
  const { store, clock } = sandbox;
  const nowS = clock.nowS();
  const command = {
    amount_total: amount,
    currency,
    customer: null,
    payment_method_types: ['card'],
  };
  const intent = makePaymentIntent(command, {}, nowS);
  const read = readCard(
    { card_number: '4242424242424242', card_expiry: cardExpiry(nowS, 5), card_cvc: '123' },
    nowS,
  );
  if ('errors' in read) throw new Error('the card that always pays');
  const payer = { email, name: 'A customer', card: read.card };
  const method = makePaymentMethod(payer, nowS);
  const owned = { ...intent, payment_method: method.id };
  for (const object of [method, owned]) store.insert(object);
  emit(sandbox, 'payment_intent.created', owned);
  const charge = makeCharge(owned, method, payer, 'succeeded', nowS);
  store.insert(charge);
  succeed(sandbox, owned, charge);
  const paid = store.need<Charge>('charge', charge.id);
  if (typeof settled === 'number') settleInDollars(sandbox, paid, settled);
  return paid;
}

/** `invoices/:id/out_of_band`: an open invoice was paid outside of Stripe. */
export function endOutOfBand(sandbox: Sandbox, _: Input, id: string): Invoice {
  return sandbox.store.transaction(() =>
    payOutOfBand(sandbox, sandbox.store.need<Invoice>('invoice', id)),
  );
}
