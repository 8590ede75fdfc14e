import { fail, succeed } from '#sandbox/stripe/payments/booking.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId, randomText } from '#sandbox/stripe/api/ids.ts';
import { makeInvoice, makeInvoicePayment, type InvoiceDraft } from './invoice-objects.ts';
import { invoicePaymentsOf } from './invoices.ts';
import type {
  Customer,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  StripeProduct,
  StripeSubscription,
} from '#sandbox/stripe/objects.ts';
import {
  makeCharge,
  makePaymentError,
  makePaymentIntent,
} from '#sandbox/stripe/payments/payment-objects.ts';
import { payerOf } from '#sandbox/stripe/payments/saved-cards.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { endSubscription, openInvoices, saveSubscription } from './subscription-changes.ts';

const DAY_S = 86_400;

/** How long after each failed try the next one comes; after the last the subscription ends. */
const RETRY_AFTER_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S];

const INTENT_DESCRIPTIONS = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
};

/** Makes an invoice for the running period of a subscription, and opens it for payment. */
export function issueInvoice(
  sandbox: Sandbox,
  draft: Pick<InvoiceDraft, 'subscription' | 'reason' | 'period'>,
): Invoice {
  const { store, clock } = sandbox;
  const { subscription } = draft;
  const customer = store.need<Customer>('customer', subscription.customer);
  const products = subscription.items.data.map(({ price }) =>
    store.need<StripeProduct>('product', price.product),
  );
  const id = subscription.latest_invoice;
  const invoice = makeInvoice({ ...draft, id, customer, products }, clock.nowS());
  store.insert(invoice, { parent: subscription.id });
  emit(sandbox, 'invoice.created', invoice);
  return openInvoice(sandbox, invoice, customer);
}

/** An id for the next invoice of a subscription, which names it before it is there. */
export function newInvoiceId(): string {
  return newId('in');
}

/**
 * One try to pay an open invoice with the saved card, with all that follows for the subscription.
 * `first` is the try at which the buyer is there. Returns the invoice as it is then.
 */
export function tryInvoice(sandbox: Sandbox, invoice: Invoice, first = false): Invoice {
  const { store, clock } = sandbox;
  const id = invoice.parent.subscription_details.subscription;
  const subscription = store.need<StripeSubscription>('subscription', id);
  const payer = payerOf(sandbox, subscription, first);
  const paymentMethod = store.need<PaymentMethod>(
    'payment_method',
    subscription.default_payment_method,
  );
  const payment = invoicePaymentsOf(store, invoice.id)[0]!;
  const intent: PaymentIntent = {
    ...store.need<PaymentIntent>('payment_intent', payment.payment.payment_intent),
    payment_method: paymentMethod.id,
    last_payment_error: null,
  };
  const { decline } = payer.card;
  const status = decline ? 'failed' : 'succeeded';
  const charge = makeCharge(intent, paymentMethod, payer, status, clock.nowS());
  store.insert(charge);
  const tried = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (decline) {
    fail(sandbox, intent, charge, makePaymentError(charge, paymentMethod, decline));
    return failInvoice(sandbox, tried, subscription);
  }
  succeed(sandbox, intent, charge);
  return settleInvoice(sandbox, tried, payment, subscription);
}

/** Ends an open invoice that was paid outside of Stripe: nothing is charged any more. */
export function payOutOfBand(sandbox: Sandbox, invoice: Invoice): Invoice {
  const { store, clock } = sandbox;
  if (invoice.status !== 'open') throw invalidRequest('Only an open invoice can be paid.');
  const payment = invoicePaymentsOf(store, invoice.id)[0]!;
  const canceled = { canceled_at: clock.nowS(), paid_at: null };
  store.update({ ...payment, status: 'canceled', status_transitions: canceled });
  const record = {
    ...payment,
    id: newId('inpay'),
    is_default: false,
    payment: { type: 'payment_record', payment_record: newId('prec') },
  } as unknown as InvoicePayment;
  store.insert(record, { parent: invoice.id });
  const { subscription } = invoice.parent.subscription_details;
  const settled = { ...invoice, amount_paid_off_stripe: invoice.amount_due };
  return settleInvoice(sandbox, settled, record, store.need('subscription', subscription));
}

function openInvoice(sandbox: Sandbox, draft: Invoice, customer: Customer): Invoice {
  const { store, clock, options } = sandbox;
  const prefix = customer.invoice_prefix ?? randomText(8).toUpperCase();
  const sequence = customer.next_invoice_sequence ?? 1;
  store.update({ ...customer, invoice_prefix: prefix, next_invoice_sequence: sequence + 1 });
  const invoice: Invoice = {
    ...draft,
    effective_at: clock.nowS(),
    ending_balance: 0,
    hosted_invoice_url: `${options.publicUrl}/i/${draft.id}_${randomText(32)}`,
    number: `${prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: clock.nowS() },
  };
  store.update(invoice);
  emit(sandbox, 'invoice.finalized', invoice);
  const intent = makeInvoiceIntent(sandbox, invoice);
  store.insert(intent);
  emit(sandbox, 'payment_intent.created', intent);
  store.insert(makeInvoicePayment(invoice, intent.id, clock.nowS()), { parent: invoice.id });
  return invoice;
}

function makeInvoiceIntent({ clock }: Sandbox, invoice: Invoice): PaymentIntent {
  const { customer, currency, amount_due: amountDueCents, billing_reason: reason } = invoice;
  const amounts = { amount_total: amountDueCents, currency, customer };
  const description = INTENT_DESCRIPTIONS[reason];
  return {
    ...makePaymentIntent(
      { ...amounts, payment_method_types: ['card'] },
      { description },
      clock.nowS(),
    ),
    setup_future_usage: reason === 'subscription_create' ? 'off_session' : null,
  };
}

function settleInvoice(
  sandbox: Sandbox,
  invoice: Invoice,
  payment: InvoicePayment,
  subscription: StripeSubscription,
): Invoice {
  const { store, clock } = sandbox;
  const nowS = clock.nowS();
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: nowS },
  };
  store.update(paid);
  store.run('DELETE FROM due WHERE session_id = ?', paid.id);
  const paidPayment: InvoicePayment = {
    ...payment,
    amount_paid: paid.amount_paid,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: nowS },
  };
  store.update(paidPayment);
  emit(sandbox, 'invoice.paid', paid);
  emit(sandbox, 'invoice.payment_succeeded', paid);
  emit(sandbox, 'invoice_payment.paid', paidPayment);
  const isSettled = openInvoices(sandbox, subscription).length === 0;
  if (subscription.status === 'past_due' && isSettled) {
    saveSubscription(sandbox, subscription, { ...subscription, status: 'active' });
  }
  return paid;
}

function failInvoice(sandbox: Sandbox, tried: Invoice, subscription: StripeSubscription): Invoice {
  const { store, clock } = sandbox;
  const delayS = RETRY_AFTER_S[tried.attempt_count - 1];
  const isOver = delayS === undefined || subscription.status === 'canceled';
  const nextS = isOver ? null : clock.nowS() + delayS;
  const failed: Invoice = { ...tried, auto_advance: !isOver, next_payment_attempt: nextS };
  store.update(failed);
  emit(sandbox, 'invoice.payment_failed', failed);
  if (subscription.status === 'canceled') return failed;
  if (nextS === null) {
    endSubscription(sandbox, subscription, 'payment_failed');
    return failed;
  }
  const sql = "INSERT OR REPLACE INTO due (session_id, action, at) VALUES (?, 'retry', ?)";
  store.run(sql, failed.id, nextS);
  if (subscription.status === 'active') {
    saveSubscription(sandbox, subscription, { ...subscription, status: 'past_due' });
  }
  return failed;
}
